import { expect, test } from 'vitest'
import { reciprocalRank } from './reciprocal-rank.ts'

test('the first relevant document stands at rank 3', () => {
  expect(reciprocalRank([false, false, true, true])).toBeCloseTo(1 / 3, 12)
})

test('none is 0', () => {
  expect(reciprocalRank([false, false])).toBe(0)
  expect(reciprocalRank([])).toBe(0)
})
