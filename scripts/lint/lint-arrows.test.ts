import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { folders, leaves, packages, repository, rows, targets } from './__fixtures__/import-table.ts'

// In no-restricted-imports the last override that matches a file replaces the earlier ones: an override that
// is added, moved or widened can silently disable another one. So every import is tested, allowed ones too.
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
      'prices',
      'providers',
      'search-backends',
      'snippets',
      'speech',
      'web',
    ])
  })

  test('every folder of lib and every file directly in it has its row', () => {
    expect(folders.filter(folder => !written.includes(`lib/${folder}/x.ts`))).toEqual([])
    // Lint ignores this one.
    expect(leaves.filter(file => !written.includes(file))).toEqual(['lib/internal-token.ts'])
  })
})

describe('network and environment access', () => {
  const [call = '', callOfGlobal = ''] = callsOfFetch
  const [secret = '', mode = '', telemetry = ''] = environment

  test('only the browser side, the guarded fetch and code outside of the server use fetch', () => {
    expect(written.filter(file => !isRefused(file, call, 'globals')).toSorted()).toEqual([
      'bench/documents.ts',
      'bench/fidelity.ts',
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

  test('only the configuration, and code that runs before or outside of it, reads the environment', () => {
    expect(written.filter(file => !isRefused(file, secret, 'env')).toSorted()).toEqual([
      'bin/setup.mjs',
      'e2e/support/x.ts',
      'lib/config.ts',
      'lib/store/x.test.ts',
      'vitest.config.ts',
    ])
    expect(written.filter(file => isRefused(file, mode, 'env'))).toEqual([
      // It sets this variable for a library instead.
      'lib/models/onnx/onnxruntime.ts',
    ])
    expect(isRefused('lib/models/onnx/onnxruntime.ts', telemetry, 'env')).toBe(false)
    expect(isRefused('lib/models/x.ts', telemetry, 'env')).toBe(true)
  })
})

test('every file and folder with an override exists', () => {
  const { overrides } = z
    .looseObject({ overrides: z.array(z.looseObject({ files: z.array(z.string()) })) })
    .parse(JSON.parse(readFileSync(path.join(repository, '.oxlintrc.json'), 'utf8')))
  const globs = overrides.flatMap(({ files }) => files).filter(glob => !glob.startsWith('**/'))

  expect(globs.length).toBeGreaterThan(20)
  expect(globs.filter(glob => globSync(glob, { cwd: repository }).length === 0)).toEqual([])
})

/** One run over a tree with the repository's paths, in which each file imports everything. */
function lint(): ReadonlySet<string> {
  const rules: unknown = JSON.parse(readFileSync(path.join(repository, '.oxlintrc.json'), 'utf8'))
  // These rules need no types, which take most of the time.
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
    // It must report something.
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
