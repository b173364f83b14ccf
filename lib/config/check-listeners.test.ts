import { expect, test } from 'vitest'
import { makeFolder } from './__fixtures__/test-folder.ts'

test('a listener at the public port, given or usual, is refused with its line', () => {
  using folder = makeFolder('cors: []\nlisteners:\n  crawl: 3000\n')

  const refusal = /^sextant\.yaml:3: listeners\.crawl: 3000 is PORT already; /
  expect(folder.failure({})).toMatch(refusal)
  expect(folder.failure({ PORT: '3000' })).toMatch(refusal)
  expect(folder.load({ PORT: '4000' }).listeners).toEqual({ crawl: 3000, upload: null })
})

test('two listeners at one port are refused', () => {
  using folder = makeFolder('listeners: { crawl: 3001, upload: 3001 }\n')

  expect(folder.failure({})).toContain('listeners.upload: 3001 is listeners.crawl already')
})
