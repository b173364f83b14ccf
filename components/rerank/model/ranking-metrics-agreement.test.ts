import { expect, test } from 'vitest'
import { compareColumns, overlapAt, kendallTau } from './ranking-metrics.ts'
import type { RankedColumn } from './ranked-column.ts'
import fc from 'fast-check'

function columnOf(id: string, scores: readonly (number | null)[]): RankedColumn {
  const hits = scores
    .flatMap((score, index) => (score === null ? [] : [{ index, score }]))
    .toSorted((a, b) => b.score - a.score)
  return { id, label: `vendor/${id}`, run: null, hits, ranks: [], scores, scoreMax: 1, ranking: null }
}

test('each pair is compared once, over the documents that both returned', () => {
  const pairs = compareColumns(
    [
      columnOf('a', [0.9, 0.5, 0.1, null]),
      columnOf('b', [0.1, 0.2, 0.3, 0.9]),
      columnOf('c', [0.8, 0.4, null, 0.1]),
    ],
    2,
  )

  expect(pairs.map(({ labels, tau, overlap }) => [labels.join(' '), tau, overlap])).toEqual([
    ['a b', -1, 0],
    ['a c', 1, 1],
    ['b c', -1, 0],
  ])
})

test('a missing order has no comparison', () => {
  expect(compareColumns([columnOf('a', [0.9, 0.1]), columnOf('b', [null, null])], 2)).toMatchObject([
    { tau: null, overlap: null },
  ])
})

test('two of the first three are the same', () => {
  expect(overlapAt([4, 1, 2, 0, 3], [1, 3, 4, 2, 0], 3)).toBeCloseTo(2 / 3, 12)
})

test('k is capped by what both rank; an empty ranking has no comparison', () => {
  expect(overlapAt([1, 2], [2, 1, 0], 10)).toBe(1)
  expect(overlapAt([], [1], 3)).toBeNull()
})

test('a ranking overlaps fully with itself, and all documents with any order of them', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(50), { minLength: 1 }), fc.integer({ min: 1, max: 60 }), (order, k) => {
      expect(overlapAt(order, order, k)).toBe(1)
      expect(overlapAt(order, order.toReversed(), order.length)).toBe(1)
    }),
  )
})

const scores = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 2, maxLength: 12 })

test('the same order is 1, the opposite −1', () => {
  expect(kendallTau([3, 2, 1], [30, 20, 10])).toBe(1)
  expect(kendallTau([3, 2, 1], [10, 20, 30])).toBe(-1)
})

test('one swapped pair of four documents: 5 pairs agree, 1 does not', () => {
  expect(kendallTau([4, 3, 2, 1], [4, 2, 3, 1])).toBeCloseTo(4 / 6, 12)
})

test('ties count as in τ-b', () => {
  // Pairs: (1,2) tied in a; (1,3) and (2,3) agree. 2 / √(2 × 3), as scipy.stats.kendalltau gives.
  expect(kendallTau([2, 2, 1], [3, 2, 1])).toBeCloseTo(2 / Math.sqrt(6), 12)
})

test('a single document or a full tie gives null', () => {
  expect(kendallTau([1], [1])).toBeNull()
  expect(kendallTau([1, 1, 1], [1, 2, 3])).toBeNull()
})

test('it is symmetric, within −1…1, and negated when one side is reversed', () => {
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
