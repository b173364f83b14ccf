import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { settingsPage, withSettingsTable } from '#scripts/docs/settings-section.ts'
import { measureShape } from '#scripts/shape/measure-shape.ts'

const root = path.dirname(import.meta.dirname)
const source = '{app,bench,bin,components,e2e,lib,scripts}/**/*.{ts,tsx,mjs}'
const files = globSync(source, { cwd: root, exclude: ['**/node_modules/**', 'bench/peers/**'] })
const shape = measureShape(root)

const libFolders = [
  'capabilities',
  'client',
  'commands',
  'config',
  'console',
  'contracts',
  'documents',
  'gateway',
  'models',
  'providers',
  'search-backends',
  'snippets',
  'speech',
  'store',
  'supervisor',
  'web',
]

describe('code structure', () => {
  test('lib contains exactly the folders that ARCHITECTURE.md names', () => {
    const folders = globSync('lib/*/', { cwd: root }).map(folder => path.basename(folder))
    const map = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')

    expect(folders.toSorted(byText)).toEqual(libFolders)
    expect(libFolders.filter(folder => !map.includes(`${folder}/`))).toEqual([])
  })

  test('no file has a catch-all name', () => {
    expect(files.filter(file => /\/(utils?|helpers?|types|common|misc|index)\.tsx?$/.test(file))).toEqual([])
  })

  test('no source file is over 450 lines of code', () => {
    expect(shape.longFiles).toEqual([])
  })

  test('no folder has over 20 source files', () => {
    expect(shape.crowdedFolders).toEqual([])
  })

  test('at most 40 files under 40 lines have their only importer in the same folder', () => {
    expect(shape.smallFiles.length).toBeLessThanOrEqual(40)
  })

  test('no files import each other in a cycle, type imports included', () => {
    expect(shape.circles).toEqual([])
  })

  test('a bin entry fits on one screen', () => {
    const entries = shape.files.filter(file => /^bin\/[\w-]+\.ts$/.test(file.path))

    expect(entries.filter(file => file.codeLines > 120).map(file => file.path)).toEqual([])
  })
})

test('the table of settings in the docs is current; if not: npm run settings', () => {
  const page = readFileSync(path.join(root, settingsPage), 'utf8')

  expect(withSettingsTable(page)).toBe(page)
})

function byText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
