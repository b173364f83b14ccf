import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { docFileGroups, toDocPath } from './doc-files.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const listed = docFileGroups.flatMap(({ files }) => files)

test('every page of docs is in the console, once', () => {
  const files = globSync('docs/**/*.md', { cwd: root })

  expect(files.filter(file => !listed.includes(file))).toEqual([])
  expect(new Set(listed.map(toDocPath)).size).toBe(listed.length)
})

test.each([
  ['README.md', '/docs'],
  ['docs/api/README.md', '/docs/api'],
  ['docs/api/chat.md', '/docs/api/chat'],
  ['ARCHITECTURE.md', '/docs/architecture'],
])('%s is at %s', (file, at) => {
  expect(toDocPath(file)).toBe(at)
})
