import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { hashSources } from './console-build.ts'

const repository = path.dirname(findPackageJSON(import.meta.url) ?? '')
const notProduct = ['**/*.test.{ts,tsx}', '**/__fixtures__/**']
// Files in the root folder that Next and its tools find by name.
const nextLooksFor = [
  'next.config.*',
  'postcss.config.*',
  'tailwind.config.*',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  '{proxy,middleware,instrumentation,instrumentation-client}.{ts,js}',
  'mdx-components.{ts,tsx}',
  'public/**/*.*',
]
const clone = mkdtempSync(path.join(tmpdir(), 'sextant-sources-'))

afterAll(() => rmSync(clone, { recursive: true, force: true }))

test('a change of any file that the console build reads makes it stale', () => {
  const files = readByTheBuild()
  const oneOfAKind = new Map(files.map(file => [toKind(file), file]))

  expect(files.length).toBeGreaterThan(500)
  expect([...oneOfAKind.values()].filter(file => !changesHash(file))).toEqual([])
})

test('the build reads only folders that the import table allows for the console', () => {
  const folders = new Set(readByTheBuild().map(toFolder))

  expect([...folders].toSorted()).toEqual([
    'app',
    'components',
    'lib',
    'lib/client',
    'lib/config',
    'lib/console',
    'lib/contracts',
    'lib/prices',
    'lib/snippets',
    'lib/store',
    'lib/web',
    'next.config.mjs',
    'package-lock.json',
    'package.json',
    'postcss.config.mjs',
    'proxy.ts',
    'public',
    'tsconfig.json',
  ])
})

test('a test, or a file outside of the console, does not make it stale', () => {
  const others = ['README.md', 'lib/gateway/app.ts', 'components/x.test.tsx', 'lib/store/__fixtures__/x.ts']

  expect(others.filter(changesHash)).toEqual([])
})

/** Everything that `app` imports, including styles and workers, and files found by name. */
function readByTheBuild(): readonly string[] {
  const reached = new Set(globSync(nextLooksFor, { cwd: repository }))
  const open = globSync('app/**/*.*', { cwd: repository, exclude: notProduct })
  open.push(...reached)
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    reached.add(file)
    if (/\.(tsx?|m?js|css)$/.test(file)) open.push(...importsOf(file).filter(each => !reached.has(each)))
  }
  return [...reached].toSorted()
}

function importsOf(file: string): readonly string[] {
  const source = readFileSync(path.join(repository, file), 'utf8')
  const named = source.matchAll(
    /(?:\bfrom|\bimport|\bimport\(|@import|@plugin|@config|new URL\()\s*['"]([#.][^'"]+)['"]/g,
  )
  return [...named].map(([, address = '']) =>
    address.startsWith('#') ? address.slice(1) : path.join(path.dirname(file), address),
  )
}

/** Whether two contents of a file, in an otherwise empty clone, give two hashes. */
function changesHash(file: string): boolean {
  const target = path.join(clone, file)
  mkdirSync(path.dirname(target), { recursive: true })
  writeFileSync(target, 'before')
  const before = hashSources(clone)
  writeFileSync(target, 'after')
  const after = hashSources(clone)
  rmSync(target)
  return before !== after
}

// Only folder and extension matter: hashing each of a thousand files would take ten seconds.
function toKind(file: string): string {
  return file.includes('/') ? file.replace(/[^/.]+(?=[^/]*$)/, '*') : file
}

function toFolder(file: string): string {
  const [top = '', below = '', ...rest] = file.split('/')
  return top === 'lib' && rest.length > 0 ? `${top}/${below}` : top
}
