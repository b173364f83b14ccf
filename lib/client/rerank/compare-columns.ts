import { kendallTau } from './kendall-tau.ts'
import { overlapAt } from './overlap.ts'
import type { RankedColumn } from './ranked-column.ts'
import { shortLabel } from './short-label.ts'

/** How far two orders agree. */
export interface ColumnPair {
  readonly id: string
  readonly labels: readonly [string, string]
  /** Kendall's τ-b over the documents that both returned; null where that says nothing. */
  readonly tau: number | null
  /** Share of the first k that both have; null where one returned nothing. */
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
