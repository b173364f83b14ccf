import { ndcgAt } from './ndcg.ts'
import { precisionAt } from './precision.ts'
import type { RankedColumn } from './ranked-column.ts'
import { reciprocalRank } from './reciprocal-rank.ts'
import type { Worth } from './truth.ts'

/** How right an order is, each from 0 to 1; null where it cannot be said. */
export interface Measures {
  readonly ndcg: number | null
  readonly reciprocalRank: number
  readonly precision: number | null
}

/** @returns null while the column has no order */
export function measureColumn({ hits, ranks }: RankedColumn, worth: Worth, depth: number): Measures | null {
  if (hits.length === 0) return null
  const gains = hits.map(({ index }) => worth.gains[index] ?? 0)
  const relevant = hits.map(({ index }) => worth.relevant[index] ?? false)
  return {
    ndcg: ndcgAt(gains, worth.gains, depth),
    reciprocalRank: reciprocalRank(relevant),
    precision: precisionAt(relevant, ranks.length, depth),
  }
}
