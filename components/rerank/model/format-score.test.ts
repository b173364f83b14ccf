import { expect, test } from 'vitest'
import { formatScore } from './format-score.ts'

test.each([
  [0.91249, 1, '0.912'],
  [0, 1, '0.000'],
  [0.0001, 1, '< 0.001'],
  [3.4139, 7, '3.41'],
  [null, 1, '–'],
])('%d of at most %d is formatted as %s', (score, scoreMax, text) => {
  expect(formatScore(score, scoreMax)).toBe(text)
})
