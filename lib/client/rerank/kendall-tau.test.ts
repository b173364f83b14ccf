import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kendallTau } from './kendall-tau.ts'

const scores = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 2, maxLength: 12 })

test('the same order is 1, the opposite one −1', () => {
  expect(kendallTau([3, 2, 1], [30, 20, 10])).toBe(1)
  expect(kendallTau([3, 2, 1], [10, 20, 30])).toBe(-1)
})

test('one swapped pair of four documents: 5 pairs agree, 1 does not', () => {
  expect(kendallTau([4, 3, 2, 1], [4, 2, 3, 1])).toBeCloseTo(4 / 6, 12)
})

test('ties count as τ-b counts them', () => {
  // Pairs: (1,2) tied in a; (1,3) and (2,3) agree. 2 / √(2 × 3), as scipy.stats.kendalltau gives.
  expect(kendallTau([2, 2, 1], [3, 2, 1])).toBeCloseTo(2 / Math.sqrt(6), 12)
})

test('it says nothing of one document, or where all are tied', () => {
  expect(kendallTau([1], [1])).toBeNull()
  expect(kendallTau([1, 1, 1], [1, 2, 3])).toBeNull()
})

test('it is symmetric, within −1…1, and turns its sign with one side', () => {
  fc.assert(
    fc.property(
      scores.chain(a =>
        fc.tuple(fc.constant(a), fc.array(fc.integer(), { minLength: a.length, maxLength: a.length })),
      ),
      ([a, b]) => {
        const tau = kendallTau(a, b)
        expect(kendallTau(b, a)).toEqual(tau)
        if (tau === null) return
        expect(Math.abs(tau)).toBeLessThanOrEqual(1 + 1e-12)
        expect(
          kendallTau(
            a,
            b.map(score => -score),
          ),
        ).toBeCloseTo(-tau, 12)
      },
    ),
  )
})
