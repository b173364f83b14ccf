import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overlapAt } from './overlap.ts'

test('two of the first three are the same', () => {
  expect(overlapAt([4, 1, 2, 0, 3], [1, 3, 4, 2, 0], 3)).toBeCloseTo(2 / 3, 12)
})

test('k is at most what both rank; an empty ranking has nothing to compare', () => {
  expect(overlapAt([1, 2], [2, 1, 0], 10)).toBe(1)
  expect(overlapAt([], [1], 3)).toBeNull()
})

test('a ranking overlaps with itself wholly, and all documents with any order of them', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(50), { minLength: 1 }), fc.integer({ min: 1, max: 60 }), (order, k) => {
      expect(overlapAt(order, order, k)).toBe(1)
      expect(overlapAt(order, order.toReversed(), order.length)).toBe(1)
    }),
  )
})
