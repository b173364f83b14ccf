import { existsSync, globSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { toPrograms } from '#lib/supervisor/programs.ts'

// Files that are started or read by name: no import fails if one of them is missing.
const repository = path.dirname(findPackageJSON(import.meta.url) ?? '')
const sources = globSync(['{app,bench,bin,components,e2e,lib,scripts}/**/*.{ts,tsx,mjs}', '*.{ts,mjs}'], {
  cwd: repository,
  exclude: ['**/*.{test,spec}.{ts,tsx}', '**/node_modules/**', 'bench/peers/**'],
})

interface Reference {
  readonly from: string
  readonly target: string
}

const addressed = sources.flatMap(toAddressed)

describe('files started or read by name', () => {
  test('a file referenced relative to another one exists', () => {
    expect(addressed.length).toBeGreaterThan(40)
    expect(addressed.filter(isMissing)).toEqual([])
  })

  test('a folder found by counting up from a file is the repository', () => {
    const folders = addressed.filter(
      ({ from, target }) => !path.relative(target, toPath(from)).startsWith('..'),
    )

    expect(folders.map(({ from }) => path.basename(from))).toEqual(
      expect.arrayContaining(['console.ts', 'pool-worker.ts', 'setup.mjs', 'start.ts', 'trace-fault.ts']),
    )
    expect(folders.filter(({ target }) => path.relative(repository, target) !== '')).toEqual([])
  })

  test('the server starts exactly these workers and child processes', () => {
    const started = addressed.filter(({ from, target }) => isProduct(from) && /\.[cm]?[jt]s$/.test(target))

    expect(started.map(({ target }) => path.basename(target)).toSorted()).toEqual([
      'analysis-worker.ts',
      'calculator-worker.ts',
      'child-preload.ts',
      'child.ts',
      'cut-worker.ts',
      'extract-worker.ts',
      'import-worker.ts',
      'moonshine-worker.ts',
      'onnx-worker.ts',
      'orphan-watch.ts',
      'pdf.worker.min.mjs',
      'schema-worker.ts',
      'sqlite-thread-worker.ts',
      'token-worker.ts',
      'web-worker.ts',
      'word-diff-worker.ts',
    ])
  })

  test('no worker or child process is started in a way that the tests above cannot detect', () => {
    const start = /(?:new Worker|(?<![.\w])fork)\(\s*(?!new URL\(|fileURLToPath\(new URL\()(`|[\w.]+)/g
    const unseen = sources
      .filter(isProduct)
      .flatMap(from => [...read(from).matchAll(start)].map(([, what]) => `${path.basename(from)}: ${what}`))

    // Programs named in the file itself, or in another file of the repository.
    expect(unseen.toSorted()).toEqual([
      'child-preload.ts: `',
      'create-search.ts: program',
      'onnxruntime.ts: program',
      'orphan-watch.ts: `',
      'pool-worker.ts: fileURLToPath',
    ])
  })

  test('a program named by its path exists', () => {
    const program =
      /['"`]((?:bench|bin|e2e|lib|scripts)\/[\w./-]+\.(?:ts|mjs)|node_modules\/[\w@][\w@./-]*\/[\w@./-]+)['"`]/g
    // Names in fixtures may be invented.
    const named = sources
      .filter(from => !from.includes('__fixtures__'))
      .flatMap(from =>
        [...read(from).matchAll(program)].map(([, file = '']) => ({ from, target: toPath(file) })),
      )

    expect(named.map(({ target }) => path.relative(repository, target))).toEqual(
      expect.arrayContaining(['bin/start.ts', 'bin/test.ts', 'node_modules/next/dist/bin/next']),
    )
    expect(named.filter(isMissing)).toEqual([])
  })

  test('the entry files of the supervisor’s processes exist', () => {
    const programs = toPrograms({
      root: repository,
      host: '127.0.0.1',
      port: 1,
      consolePort: 2,
      modelsPort: 3,
      internalToken: '',
      environment: {},
      development: false,
      drainDeadlineMs: 0,
    })
    const files = Object.values(programs).flatMap(({ nodeArguments }) =>
      nodeArguments.filter(each => !each.startsWith('-')),
    )

    expect(files).toEqual(['bin/gateway.ts', 'bin/console.ts', 'bin/models.ts'].map(toPath))
    expect(files.filter(file => !existsSync(file))).toEqual([])
  })
})

/** Files that a source file references by a literal relative path. */
function toAddressed(from: string): Reference[] {
  const source = read(from)
  const here = path.dirname(toPath(from))
  const relative = source.matchAll(
    /(?:new URL|join|resolve)\(\s*(?:import\.meta\.dirname,\s*)?['"]([^'"]+)['"](?:,\s*import\.meta\.url)?/g,
  )
  const files = [...relative].filter(([all]) => all.includes('import.meta')).map(([, file = '']) => file)
  const packages = [...source.matchAll(/import\.meta\.resolve\(\s*['"]([^'"]+)['"]/g)].map(
    ([, file = '']) => file,
  )
  const above = [
    ...source.matchAll(
      /((?:(?:path\.)?dirname\()+)(import\.meta\.dirname|fileURLToPath\(import\.meta\.url)/g,
    ),
  ].map(([, steps = '', start]) => {
    const count = steps.split('dirname(').length - 1
    return '../'.repeat(start === 'import.meta.dirname' ? count : count - 1) || '.'
  })
  return [...files, ...packages, ...above].map(file => ({ from, target: toTarget(here, file) }))
}

/** The file next to it; otherwise the file in a package, as Node and the bundler resolve it. */
function toTarget(here: string, file: string): string {
  const beside = path.join(here, file)
  if (existsSync(beside) || file.startsWith('.')) return beside
  const packaged = toPath(`node_modules/${file}`)
  return existsSync(packaged) || file.includes('/') ? packaged : beside
}

function toPath(file: string): string {
  return path.join(repository, file)
}

function read(file: string): string {
  return readFileSync(toPath(file), 'utf8')
}

function isMissing({ target }: Reference): boolean {
  return !existsSync(target)
}

function isProduct(file: string): boolean {
  return /^(app|bin|components|lib)\//.test(file) && !file.includes('__fixtures__')
}
