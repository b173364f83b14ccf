import { expect, test } from 'vitest'
import { makeFolder } from './__fixtures__/test-folder.ts'

test('a listener on the public port, set or default, is rejected with its line', () => {
  using folder = makeFolder('cors: []\nlisteners:\n  crawl: 3000\n')

  const refusal = /^sextant\.yaml:3: listeners\.crawl: 3000 is already used by PORT; /
  expect(folder.failure({})).toMatch(refusal)
  expect(folder.failure({ PORT: '3000' })).toMatch(refusal)
  expect(folder.load({ PORT: '4000' }).listeners).toEqual({ crawl: 3000, upload: null })
})

test('two listeners on one port are rejected', () => {
  using folder = makeFolder('listeners: { crawl: 3001, upload: 3001 }\n')

  expect(folder.failure({})).toContain('listeners.upload: 3001 is already used by listeners.crawl')
})
