import type { RankedColumn } from './ranked-column.ts'
import type { Relevance } from './judgments.ts'
import { shortLabel } from './documents/short-label.ts'

/** Quality metrics of an order, each from 0 to 1; null when undefined. */
export interface Metrics {
  readonly ndcg: number | null
  readonly reciprocalRank: number
  readonly precision: number | null
}

/** @returns null while the column has no order */
export function measureColumn(
  { hits, ranks }: RankedColumn,
  relevance: Relevance,
  depth: number,
): Metrics | null {
  if (hits.length === 0) return null
  const gains = hits.map(({ index }) => relevance.gains[index] ?? 0)
  const relevant = hits.map(({ index }) => relevance.relevant[index] ?? false)
  return {
    ndcg: ndcgAt(gains, relevance.gains, depth),
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

/** Old and new position of a document; ranks count from 1. */
export interface Movement {
  /** `▲ 3`, `▼ 1`, `=`. */
  readonly mark: string
  /** For screen readers. */
  readonly label: string
  /** Ranks upward; negative: downward. */
  readonly ranks: number
}

/** @param rank null: not returned, so without a new rank */
export function toMovement(index: number, rank: number | null): Movement | null {
  if (rank === null) return null
  const ranks = index + 1 - rank
  if (ranks === 0) return { mark: '=', label: 'stayed', ranks }
  const count = Math.abs(ranks)
  return ranks > 0
    ? { mark: `▲ ${count}`, label: `up ${count} from ${index + 1}`, ranks }
    : { mark: `▼ ${count}`, label: `down ${count} from ${index + 1}`, ranks }
}

/** Agreement of two orders. */
export interface ColumnPair {
  readonly id: string
  readonly labels: readonly [string, string]
  /** Kendall’s τ-b over the documents that both returned; null when undefined. */
  readonly tau: number | null
  /** Share of the top k in both; null when one returned nothing. */
  readonly overlap: number | null
}

/** Each pair of columns, once. */
export function compareColumns(columns: readonly RankedColumn[], depth: number): readonly ColumnPair[] {
  return columns.flatMap((a, at) =>
    columns.slice(at + 1).map((b): ColumnPair => ({
      id: `${a.id} ${b.id}`,
      labels: [shortLabel(a.label), shortLabel(b.label)],
      tau: tauOf(a, b),
      overlap: overlapAt(
        a.hits.map(hit => hit.index),
        b.hits.map(hit => hit.index),
        depth,
      ),
    })),
  )
}

function tauOf(a: RankedColumn, b: RankedColumn): number | null {
  const pairs = a.scores.flatMap((score, index) => {
    const other = b.scores[index]
    return score === null || other === null || other === undefined ? [] : [[score, other] as const]
  })
  return kendallTau(
    pairs.map(([score]) => score),
    pairs.map(([, score]) => score),
  )
}

/**
 * Share of the top k that two rankings have in common, in any order.
 * @param a, b documents, best first; k is at most what both of them rank
 * @returns 0 to 1; null when one of them is empty
 */
export function overlapAt(a: readonly number[], b: readonly number[], k: number): number | null {
  const depth = Math.min(k, a.length, b.length)
  if (depth < 1) return null
  const first = new Set(a.slice(0, depth))
  return b.slice(0, depth).filter(document => first.has(document)).length / depth
}

/**
 * Kendall's τ-b of two scorings of the same items: 1 for the same order, −1 for the opposite. Accounts for
 * ties on either side.
 * @param a, b scores by item, of equal length; only their order counts
 * @returns null when undefined: fewer than two items, or one side fully tied
 */
export function kendallTau(a: readonly number[], b: readonly number[]): number | null {
  let agreement = 0
  let untiedA = 0
  let untiedB = 0
  for (let i = 0; i < a.length; i += 1) {
    for (let j = i + 1; j < a.length; j += 1) {
      const signA = Math.sign((a[i] ?? 0) - (a[j] ?? 0))
      const signB = Math.sign((b[i] ?? 0) - (b[j] ?? 0))
      agreement += signA * signB
      untiedA += signA * signA
      untiedB += signB * signB
    }
  }
  return untiedA === 0 || untiedB === 0 ? null : agreement / Math.sqrt(untiedA * untiedB)
}
