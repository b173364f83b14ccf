import { expect, test } from 'vitest'
import { meanSilhouette } from './silhouette.ts'

// Distances: 0.1 within {0, 1} and {2, 3}, 0.9 between them.
const similarities = Float32Array.of(1, 0.9, 0.1, 0.1, 0.9, 1, 0.1, 0.1, 0.1, 0.1, 1, 0.9, 0.1, 0.1, 0.9, 1)

test('clear groups are near 1, by the formula (b − a) ÷ max(a, b)', () => {
  expect(meanSilhouette(similarities, Int32Array.of(0, 0, 1, 1), 2)).toBeCloseTo((0.9 - 0.1) / 0.9, 5)
})

test('wrong groups are below 0', () => {
  const within = 0.9
  const between = (0.1 + 0.9) / 2

  expect(meanSilhouette(similarities, Int32Array.of(0, 1, 0, 1), 2)).toBeCloseTo(
    (between - within) / within,
    5,
  )
})

test('a row alone in its cluster counts as 0', () => {
  expect(meanSilhouette(Float32Array.of(1, 0, 0, 1), Int32Array.of(0, 1), 2)).toBe(0)
})

test('one cluster has none', () => {
  expect(meanSilhouette(similarities, Int32Array.of(0, 0, 0, 0), 1)).toBeNaN()
})
