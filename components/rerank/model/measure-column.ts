import type { RankedColumn } from './ranked-column.ts'
import type { Worth } from './truth.ts'

/** Quality metrics of an order, each from 0 to 1; null when undefined. */
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
 * Precision of the top k. Unreturned documents count as missed.
 * @param relevant by rank, best first
 * @param count number of documents; k is at most that
 */
export function precisionAt(relevant: readonly boolean[], count: number, k: number): number | null {
  const depth = Math.min(k, count)
  return depth < 1 ? null : relevant.slice(0, depth).filter(Boolean).length / depth
}

/**
 * 1 ÷ the rank of the first relevant document: MRR is its mean over queries, and here there is one query.
 * @param relevant by rank, best first
 * @returns 0 without a relevant document
 */
export function reciprocalRank(relevant: readonly boolean[]): number {
  const index = relevant.indexOf(true)
  return index === -1 ? 0 : 1 / (index + 1)
}

/**
 * Normalized discounted cumulative gain of the top k: the gain of the order over the gain of the ideal order.
 * @param ranked gains of the ranked documents, best ranked first
 * @param all gains of all documents, including unreturned ones
 * @returns 0 to 1; null when all gains are 0
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
  return gains.slice(0, k).reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0)
}
