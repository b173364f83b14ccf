import { expect, test } from 'vitest'
import { measureColumn, precisionAt, reciprocalRank, ndcgAt } from './ranking-metrics.ts'
import type { RankedColumn } from './ranked-column.ts'
import fc from 'fast-check'

const column = (...order: readonly number[]): RankedColumn => ({
  id: 'a',
  label: 'a',
  run: null,
  hits: order.map(index => ({ index, score: 0.5 })),
  ranks: [null, null, null],
  scores: [null, null, null],
  scoreMax: 1,
  ranking: null,
})
const relevance = { gains: [0, 7, 1], relevant: [false, true, true] }

test('the metrics of an order match a manual calculation', () => {
  const metrics = measureColumn(column(0, 1, 2), relevance, 2)

  expect(metrics?.ndcg).toBeCloseTo(7 / Math.log2(3) / (7 + 1 / Math.log2(3)), 12)
  expect(metrics).toMatchObject({ reciprocalRank: 0.5, precision: 0.5 })
})

test('a missing order has no metrics', () => {
  expect(measureColumn(column(), relevance, 2)).toBeNull()
})

test('two of the first four are relevant', () => {
  expect(precisionAt([true, false, false, true, true], 5, 4)).toBe(0.5)
})

test('k is at most the number of documents, and documents cut by top_n count as missed', () => {
  expect(precisionAt([true, true], 2, 10)).toBe(1)
  expect(precisionAt([true], 4, 2)).toBe(0.5)
  expect(precisionAt([], 0, 5)).toBeNull()
})

test('the first relevant document at rank 3 gives 1/3', () => {
  expect(reciprocalRank([false, false, true, true])).toBeCloseTo(1 / 3, 12)
})

test('without a relevant document it is 0', () => {
  expect(reciprocalRank([false, false])).toBe(0)
  expect(reciprocalRank([])).toBe(0)
})

const gains = fc.array(fc.constantFrom(0, 1, 3, 7), { minLength: 1, maxLength: 20 })

test('grades 3, 2, 3, 0, 1, 2 in this order match a manual calculation', () => {
  // 2^grade − 1 = 7 3 7 0 1 3. DCG = 7 + 3/log2 3 + 7/2 + 0 + 1/log2 6 + 3/log2 7 = 13.848264…
  // Ideal 7 7 3 3 1 0: 7 + 7/log2 3 + 3/2 + 3/log2 5 + 1/log2 6 = 14.595390…
  const order = [7, 3, 7, 0, 1, 3]
  expect(ndcgAt(order, order, 6)).toBeCloseTo(13.848263629272981 / 14.595390756454922, 9)
})

test('only the top k count, on both sides', () => {
  expect(ndcgAt([0, 7], [0, 7], 1)).toBe(0)
  expect(ndcgAt([7, 0], [0, 7], 1)).toBe(1)
})

test('an unreturned relevant document lowers it', () => {
  expect(ndcgAt([1], [1, 7], 2)).toBeCloseTo(1 / (7 + 1 / Math.log2(3)), 12)
})

test('without any relevant document it is null', () => {
  expect(ndcgAt([0, 0], [0, 0], 2)).toBeNull()
})

test('the ideal order is 1, the maximum', () => {
  fc.assert(
    fc.property(gains, fc.integer({ min: 1, max: 25 }), (order, k) => {
      const value = ndcgAt(order, order, k)
      if (value === null) return
      expect(value).toBeLessThanOrEqual(1 + 1e-12)
      expect(
        ndcgAt(
          order.toSorted((a, b) => b - a),
          order,
          k,
        ),
      ).toBeCloseTo(1, 12)
    }),
  )
})
