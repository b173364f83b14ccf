import { expect, test } from 'vitest'
import { hitsAboveThreshold } from './hits-above-threshold.ts'

const hits = [
  { index: 2, score: 0.9 },
  { index: 0, score: 0.4 },
  { index: 1, score: 0.1 },
]

test('a score equal to the threshold is kept', () => {
  expect(hitsAboveThreshold(hits, 0.4).map(({ index }) => index)).toEqual([2, 0])
  expect(hitsAboveThreshold(hits, 0.91)).toEqual([])
})

test('without a threshold all hits are kept', () => {
  expect(hitsAboveThreshold(hits, null)).toBe(hits)
})
