import { expect, test } from 'vitest'
import { formatRemaining } from './format-remaining.ts'

test.each([
  [null, null],
  [1_200, 'about 2 s left'],
  [89_000, 'about 89 s left'],
  [200_000, 'about 3 min left'],
])('%s ms is formatted as %s', (ms, text) => {
  expect(formatRemaining(ms)).toBe(text)
})
