import { expect, test } from 'vitest'
import { measureColumn } from './measure-column.ts'
import type { RankedColumn } from './ranked-column.ts'

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
const worth = { gains: [0, 7, 1], relevant: [false, true, true] }

test('the measures of an order, worked out by hand', () => {
  const measures = measureColumn(column(0, 1, 2), worth, 2)

  expect(measures?.ndcg).toBeCloseTo(7 / Math.log2(3) / (7 + 1 / Math.log2(3)), 12)
  expect(measures).toMatchObject({ reciprocalRank: 0.5, precision: 0.5 })
})

test('an order that is not there is not measured', () => {
  expect(measureColumn(column(), worth, 2)).toBeNull()
})
