import type { RankedColumn } from './ranked-column.ts'
import { shortLabel } from './documents/short-label.ts'

/** Agreement of two orders. */
export interface ColumnPair {
  readonly id: string
  readonly labels: readonly [string, string]
  /** Kendall's τ-b over the documents that both returned; null when undefined. */
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
