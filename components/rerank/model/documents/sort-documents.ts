import type { Sort } from '#components/rerank/model/comparison-view.ts'
import type { RankedColumn } from '#components/rerank/model/ranked-column.ts'

/**
 * The documents of a column in display order; the request's own order is unchanged.
 * @returns indexes of documents; unreturned ones are last, except when sorted by input
 */
export function sortDocuments(
  column: RankedColumn,
  columns: readonly RankedColumn[],
  sort: Sort,
): readonly number[] {
  const indexes = column.ranks.map((_, index) => index)
  // Two unreturned documents: ∞ − ∞ is NaN, so their input order decides.
  const byRank = (a: number, b: number) =>
    (column.ranks[a] ?? Infinity) - (column.ranks[b] ?? Infinity) || a - b
  switch (sort) {
    case 'input':
      return indexes
    case 'score':
      return indexes.toSorted(byRank)
    case 'change': {
      const change = (index: number) => {
        const rank = column.ranks[index]
        return rank === null || rank === undefined ? -1 : Math.abs(index + 1 - rank)
      }
      return indexes.toSorted((a, b) => change(b) - change(a) || byRank(a, b))
    }
    case 'disagreement':
      return indexes.toSorted((a, b) => disagreement(columns, b) - disagreement(columns, a) || a - b)
  }
}

/**
 * Largest rank difference of a document between columns. An unreturned one ranks below the last returned one.
 */
export function disagreement(columns: readonly RankedColumn[], index: number): number {
  const positions = columns
    .filter(({ hits }) => hits.length > 0)
    .map(({ ranks, hits }) => ranks[index] ?? hits.length + 1)
  return positions.length < 2 ? 0 : Math.max(...positions) - Math.min(...positions)
}
