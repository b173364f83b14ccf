import type { RankedColumn } from './ranked-column.ts'
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

/**
 * The share of the first k that is relevant. What was not returned counts as missed.
 * @param relevant by rank, best first
 * @param count how many documents there are; k is at most that
 */
export function precisionAt(relevant: readonly boolean[], count: number, k: number): number | null {
  const depth = Math.min(k, count)
  return depth < 1 ? null : relevant.slice(0, depth).filter(Boolean).length / depth
}

/**
 * 1 ÷ the rank of the first relevant document: the mean of it over queries is MRR, and here there is one query.
 * @param relevant by rank, best first
 * @returns 0 where none of them is
 */
export function reciprocalRank(relevant: readonly boolean[]): number {
  const place = relevant.indexOf(true)
  return place === -1 ? 0 : 1 / (place + 1)
}

/**
 * Normalised discounted cumulative gain of the first k: what the order gains, over what the best order would.
 * @param ranked gains of the ranked documents, best ranked first
 * @param all gains of all documents, those that were not returned included
 * @returns 0 to 1; null where nothing is worth anything
 * @see Järvelin and Kekäläinen 2002, with the discount 1 ÷ log2(rank + 1)
 */
export function ndcgAt(ranked: readonly number[], all: readonly number[], k: number): number | null {
  const best = dcgAt(
    all.toSorted((a, b) => b - a),
    k,
  )
  return best === 0 ? null : dcgAt(ranked, k) / best
}

function dcgAt(gains: readonly number[], k: number): number {
  return gains.slice(0, k).reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0)
}
