import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { folders, leaves, packages, repository, rows, targets } from './__fixtures__/import-table.ts'

// In no-restricted-imports the last override that matches a file replaces the earlier ones: an override that is added,
// moved or widened can switch off another one without a sound. So every arrow is tried, the allowed ones too.
const imports = [...targets, ...packages].map(each => `import '${each}'`)
const typeOfContract = "import type { Chat } from '#lib/contracts/x.ts'"
const callsOfFetch = ["void fetch('https://example.com')", "void globalThis.fetch('https://example.com')"]
const environment = [
  "process.env['SECRET']",
  "process.env['NODE_ENV']",
  "process.env['ORT_DISABLE_TELEMETRY'] = '1'",
]
const lines = [...imports, typeOfContract, ...callsOfFetch, ...environment]
const outsideRows = ['proxy.ts', 'vitest.config.ts', 'bin/setup.mjs', 'e2e/support/x.ts', 'scripts/x.ts']
const written = [...rows.flatMap(({ files }) => files), ...outsideRows]
const diagnosticsSchema = z.object({
  diagnostics: z.array(
    z.looseObject({
      code: z.string(),
      filename: z.string(),
      labels: z.array(z.looseObject({ span: z.looseObject({ line: z.number() }) })),
    }),
  ),
})

let root: string
let found: ReadonlySet<string>

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'sextant-lint-'))
  found = lint()
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('who may import whom', () => {
  test.each(rows.flatMap(row => row.files.map(file => ({ file, row }))))(
    '$file imports what its row allows, and nothing else',
    ({ file, row }) => {
      const passed = [...targets, ...packages].filter(each => !isRefused(file, `import '${each}'`, 'imports'))

      expect(passed.filter(each => targets.includes(each)).toSorted()).toEqual(row.ours.toSorted())
      expect(passed.filter(each => packages.includes(each)).toSorted()).toEqual(
        packages.filter(each => !row.refused.includes(each)).toSorted(),
      )
    },
  )

  test('folders that reach outside may import types of contracts, not values', () => {
    const taking = folders.filter(folder => !isRefused(`lib/${folder}/x.ts`, typeOfContract, 'imports'))

    expect(taking.toSorted()).toEqual([
      'capabilities',
      'client',
      'commands',
      'console',
      'contracts',
      'documents',
      'gateway',
      'models',
      'providers',
      'search-backends',
      'snippets',
      'speech',
      'web',
    ])
  })

  test('every folder of lib and every file directly in it has its row', () => {
    expect(folders.filter(folder => !written.includes(`lib/${folder}/x.ts`))).toEqual([])
    // Lint says nothing of this one.
    expect(leaves.filter(file => !written.includes(file))).toEqual(['lib/internal-token.ts'])
  })
})

describe('who may go out and read the environment', () => {
  const [call = '', callOfGlobal = ''] = callsOfFetch
  const [secret = '', mode = '', telemetry = ''] = environment

  test('fetch is for the browser side, the guarded way out and what is not the product', () => {
    expect(written.filter(file => !isRefused(file, call, 'globals')).toSorted()).toEqual([
      'bench/documents.ts',
      'bench/requests.ts',
      'bench/x.ts',
      'components/any/deep/model/deep/x.ts',
      'components/any/model/x.ts',
      'e2e/support/x.ts',
      'e2e/x.spec.ts',
      'lib/client/deep/x.ts',
      'lib/client/x.ts',
      'lib/contracts/__fixtures__/x.ts',
      'lib/store/x.test.ts',
      'lib/web/fetch/safe-fetch.ts',
    ])
    expect(written.filter(file => !isRefused(file, callOfGlobal, 'properties'))).toEqual([])
  })

  test('the environment is read by the configuration and by what runs before or outside of it', () => {
    expect(written.filter(file => !isRefused(file, secret, 'env')).toSorted()).toEqual([
      'bin/setup.mjs',
      'e2e/support/x.ts',
      'lib/config.ts',
      'lib/store/x.test.ts',
      'vitest.config.ts',
    ])
    expect(written.filter(file => isRefused(file, mode, 'env'))).toEqual([
      // The one variable that it sets for a library takes the place of this one.
      'lib/models/onnx/onnxruntime.ts',
    ])
    expect(isRefused('lib/models/onnx/onnxruntime.ts', telemetry, 'env')).toBe(false)
    expect(isRefused('lib/models/x.ts', telemetry, 'env')).toBe(true)
  })
})

test('every file and folder that an override is for is there', () => {
  const { overrides } = z
    .looseObject({ overrides: z.array(z.looseObject({ files: z.array(z.string()) })) })
    .parse(JSON.parse(readFileSync(path.join(repository, '.oxlintrc.json'), 'utf8')))
  const globs = overrides.flatMap(({ files }) => files).filter(glob => !glob.startsWith('**/'))

  expect(globs.length).toBeGreaterThan(20)
  expect(globs.filter(glob => globSync(glob, { cwd: repository }).length === 0)).toEqual([])
})

/** One run over a tree with the names of the repository, in which each file tries everything. */
function lint(): ReadonlySet<string> {
  const rules: unknown = JSON.parse(readFileSync(path.join(repository, '.oxlintrc.json'), 'utf8'))
  // Types are of no use to these rules, and take most of the time.
  const settings = { ...z.looseObject({}).parse(rules), options: { typeAware: false } }
  writeFileSync(path.join(root, '.oxlintrc.json'), JSON.stringify(settings))
  for (const file of written) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    const typed = file.endsWith('.mjs') ? lines.map(line => (line === typeOfContract ? '' : line)) : lines
    writeFileSync(path.join(root, file), typed.join('\n'))
  }
  const { diagnostics } = diagnosticsSchema.parse(JSON.parse(runOxlint()))
  return new Set(
    diagnostics.map(({ code, filename, labels }) => `${filename}:${labels[0]?.span.line}:${code}`),
  )
}

function runOxlint(): string {
  const program = path.join(repository, 'node_modules/oxlint/bin/oxlint')
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000, stdio: 'pipe' } as const
  try {
    return execFileSync(process.execPath, [program, '--format', 'json', '-c', '.oxlintrc.json', '.'], options)
  } catch (error) {
    // It found something, as it should.
    return z.object({ status: z.literal(1), stdout: z.string() }).parse(error).stdout
  }
}

const codes = {
  imports: 'eslint(no-restricted-imports)',
  globals: 'eslint(no-restricted-globals)',
  properties: 'eslint(no-restricted-properties)',
  env: 'node(no-process-env)',
} as const

function isRefused(file: string, line: string, rule: keyof typeof codes): boolean {
  return found.has(`${file}:${lines.indexOf(line) + 1}:${codes[rule]}`)
}
