import { expect, test } from 'vitest'
import { readRetryAfter } from './read-retry-after.ts'

test.each([
  ['2', 2000],
  ['0.5', 500],
  ['-1', 0],
  ['', null],
  ['soon', null],
  [null, null],
  ['Sat, 22 Nov 2025 00:00:10 GMT', 10_000],
  ['Sat, 22 Nov 2025 00:00:00 GMT', 0],
])('Retry-After %j is %s ms', (value, ms) => {
  expect(readRetryAfter(value, Date.parse('2025-11-22T00:00:00Z'))).toBe(ms)
})
