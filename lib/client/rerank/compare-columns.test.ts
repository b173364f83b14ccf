import { expect, test } from 'vitest'
import { compareColumns } from './compare-columns.ts'
import type { RankedColumn } from './ranked-column.ts'

function columnOf(id: string, scores: readonly (number | null)[]): RankedColumn {
  const hits = scores
    .flatMap((score, index) => (score === null ? [] : [{ index, score }]))
    .toSorted((a, b) => b.score - a.score)
  return { id, label: `vendor/${id}`, run: null, hits, ranks: [], scores, scoreMax: 1, ranking: null }
}

test('each pair is compared once, over what both returned', () => {
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

test('an order that is not there has nothing to compare', () => {
  expect(compareColumns([columnOf('a', [0.9, 0.1]), columnOf('b', [null, null])], 2)).toMatchObject([
    { tau: null, overlap: null },
  ])
})
