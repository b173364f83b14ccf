import { expect, test } from 'vitest'
import type { RankedColumn } from '#components/rerank/model/ranked-column.ts'
import { disagreement, sortDocuments } from './sort-documents.ts'

function columnOf(...ranks: readonly (number | null)[]): RankedColumn {
  const hits = ranks
    .flatMap((rank, index) => (rank === null ? [] : [{ index, score: 1 / rank }]))
    .toSorted((a, b) => b.score - a.score)
  const scores = ranks.map(rank => (rank === null ? null : 1 / rank))
  return { id: 'a', label: 'a', run: null, hits, ranks, scores, scoreMax: 1, ranking: null }
}

// Document 0 fell to 3, 1 stayed 2, 2 and 3 were not returned, 4 rose to 1.
const column = columnOf(3, 2, null, null, 1)

test('by score, unreturned documents come last in the input order', () => {
  expect(sortDocuments(column, [column], 'score')).toEqual([4, 1, 0, 2, 3])
})

test('by input, nothing moves', () => {
  expect(sortDocuments(column, [column], 'input')).toEqual([0, 1, 2, 3, 4])
})

test('by change, the largest move is first', () => {
  expect(sortDocuments(column, [column], 'change')).toEqual([4, 0, 1, 2, 3])
})

test('by disagreement, the document with the largest rank difference between columns is first', () => {
  const other = columnOf(1, 2, 3, null, null)

  expect([0, 1, 2, 3, 4].map(index => disagreement([column, other], index))).toEqual([2, 0, 1, 0, 3])
  expect(sortDocuments(column, [column, other], 'disagreement')).toEqual([4, 0, 2, 1, 3])
})

test('one column agrees with itself', () => {
  expect(disagreement([column], 4)).toBe(0)
  expect(disagreement([column, columnOf(null, null, null, null, null)], 4)).toBe(0)
})
