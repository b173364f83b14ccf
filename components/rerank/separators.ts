import { formatCount } from '#lib/client/format.ts'
import { keptHits } from '#lib/client/rerank/kept-hits.ts'
import type { RankedColumn } from '#lib/client/rerank/ranked-column.ts'

/** Lines across a ranking, by the place they stand before: the threshold, and where `top_n` cut. */
export function separatorsOf(
  column: RankedColumn,
  threshold: number | null,
  topN: number | null,
): ReadonlyMap<number, string> {
  const lines = new Map<number, string>()
  const { hits, ranks, run } = column
  if (hits.length === 0) return lines
  if (threshold !== null && run !== null) {
    const kept = keptHits(hits, threshold).length
    if (kept < hits.length) lines.set(kept, `Below ${threshold.toFixed(2)}`)
  }
  const missing = ranks.length - hits.length
  if (missing > 0) {
    const words = `${formatCount(missing)} not returned${topN === null ? '' : ': top_n cut here'}`
    const before = lines.get(hits.length)
    lines.set(hits.length, before === undefined ? words : `${before} · ${words}`)
  }
  return lines
}
