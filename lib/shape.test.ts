import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { withSettingsTable } from '#scripts/readme/settings-section.ts'

const root = path.dirname(import.meta.dirname)
const source = '{app,bench,bin,components,e2e,lib,scripts}/**/*.{ts,tsx,mjs}'
const files = globSync(source, { cwd: root, exclude: ['**/node_modules/**', 'bench/peers/**'] })
// As lint counts them: neither blank lines nor comments.
const linesOf = (file: string) =>
  readFileSync(path.join(root, file), 'utf8')
    .split('\n')
    .filter(line => !/^\s*($|\/\/|\/?\*)/.test(line)).length

const libFolders = [
  'capabilities',
  'client',
  'commands',
  'config',
  'console',
  'contracts',
  'engines',
  'gateway',
  'models',
  'snippets',
  'store',
  'supervisor',
]

describe('the shape of the code', () => {
  test('lib has the folders that ARCHITECTURE.md names, and no drawer beside them', () => {
    const folders = globSync('lib/*/', { cwd: root }).map(folder => path.basename(folder))
    const map = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')

    expect(folders.toSorted(byText)).toEqual(libFolders)
    expect(libFolders.filter(folder => !map.includes(`${folder}/`))).toEqual([])
  })

  test('no file is named after nothing', () => {
    expect(files.filter(file => /\/(utils?|helpers?|types|common|misc|index)\.tsx?$/.test(file))).toEqual([])
  })

  test('no file is longer than 250 lines, and the median file fits a screen', () => {
    const sizes = files.filter(file => !file.includes('.test.')).map(linesOf)
    const ordered = sizes.toSorted((one, other) => one - other)

    expect(files.filter(file => linesOf(file) > 250)).toEqual([])
    expect(ordered[Math.floor(sizes.length * 0.5)]).toBeLessThanOrEqual(60)
    expect(ordered[Math.floor(sizes.length * 0.9)]).toBeLessThanOrEqual(150)
  })

  test('a bin entry is a screen', () => {
    const entries = files.filter(file => /^bin\/[\w-]+\.ts$/.test(file))

    expect(entries.filter(file => linesOf(file) > 120)).toEqual([])
  })
})

test("README's table of settings is current; if not: npm run settings", () => {
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8')

  expect(withSettingsTable(readme)).toBe(readme)
})

function byText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
