import { expect, test } from 'vitest'
import { unlimitedKey as unlimited } from './__fixtures__/unlimited-key.ts'
import { toLimitWords } from './limit-words.ts'

test('each limit is named, and none says so', () => {
  const limited = { ...unlimited, requests_per_minute: 1200, parallel: 2, models: ['local/a', 'b'] }

  expect(toLimitWords(unlimited)).toBe('none')
  expect(toLimitWords(limited)).toBe('1,200 requests/min, 2 at once, 2 models')
  expect(toLimitWords({ ...unlimited, models: ['local/a'] })).toBe('local/a')
})
