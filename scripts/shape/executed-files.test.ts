import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readExecutedFiles } from './executed-files.ts'

const root = mkdtempSync(path.join(tmpdir(), 'sextant-shape-'))
const chunks = path.join(root, '.next/static/chunks')
// Both functions have 22 characters, and the map says which file each is from.
const bundle = 'function a(){return 1}function b(){return 2}'
const twoFunctions = 'AAAA,sBCAA'

beforeAll(() => {
  mkdirSync(chunks, { recursive: true })
  writeBundle('functions', bundle, twoFunctions)
  writeBundle('getter', '()=>a', 'AAAA')
})

afterAll(() => rmSync(root, { recursive: true }))

test('a called function of a bundle counts for its own file, not for the file of its neighbor', () => {
  const calls = toCalls('http://localhost:1/_next/static/chunks/functions.js', [
    [0, 44, 0],
    [0, 22, 1],
    [22, 44, 0],
  ])

  expect([...readExecutedFiles(root, [calls])]).toEqual(['lib/a.ts'])
})

test('a bundle that is loaded counts for the files whose code it runs, not for functions it only defines', () => {
  const calls = toCalls(pathToFileURL(path.join(chunks, 'functions.js')).href, [
    [0, 44, 1],
    [0, 22, 0],
  ])

  expect([...readExecutedFiles(root, [calls])]).toEqual(['lib/[b].ts'])
})

test('reading an export of a bundle does not execute its file', () => {
  const calls = toCalls('http://localhost:1/_next/static/chunks/getter.js', [[0, 5, 1]])

  expect([...readExecutedFiles(root, [calls])]).toEqual([])
})

test('a file that Node runs counts when a function of it is called; a dependency never does', () => {
  const own = pathToFileURL(path.join(root, 'lib/a.ts')).href
  const calls = [
    toCalls(own, [[0, 10, 2]]),
    toCalls(pathToFileURL(path.join(root, 'lib/idle.ts')).href, [[0, 10, 0]]),
    toCalls('file:///elsewhere/node_modules/dependency/index.js', [[0, 10, 1]]),
    toCalls('node:internal/timers', [[0, 10, 1]]),
  ]

  expect([...readExecutedFiles(root, calls)]).toEqual(['lib/a.ts'])
})

function writeBundle(name: string, text: string, mappings: string): void {
  const folder = `turbopack:///[project]/copies/${path.basename(root)}`
  const sources = [`${folder}/lib/a.ts`, `${folder}/lib/%5Bb%5D.ts`]
  writeFileSync(path.join(chunks, `${name}.js`), `${text}\n\n//# sourceMappingURL=map-of-${name}.js.map`)
  writeFileSync(
    path.join(chunks, `map-of-${name}.js.map`),
    JSON.stringify({ version: 3, sources, names: [], mappings }),
  )
}

function toCalls(
  url: string,
  ranges: readonly (readonly [number, number, number])[],
): Profiler.ScriptCoverage {
  const functions = ranges.map(([startOffset, endOffset, count]) => ({
    functionName: '',
    isBlockCoverage: false,
    ranges: [{ startOffset, endOffset, count }],
  }))
  return { scriptId: '1', url, functions }
}
