import type { HistorySummary } from './history-entry.ts'

export interface HistoryLimits {
  readonly entriesMax: number
  readonly bytesMax: number
}

/** Per playground. */
export const historyLimits: HistoryLimits = { entriesMax: 200, bytesMax: 50_000_000 }

/** Ids that have to go, oldest unpinned first; pinned ones are counted and never named. */
export function overflow(
  summaries: readonly HistorySummary[],
  limits: HistoryLimits = historyLimits,
): readonly string[] {
  const leaving: string[] = []
  let entries = summaries.length
  let bytes = summaries.reduce((sum, summary) => sum + summary.sizeBytes, 0)
  const oldestFirst = summaries.filter(each => !each.pinned).toSorted((a, b) => a.createdAt - b.createdAt)
  for (const { id, sizeBytes } of oldestFirst) {
    if (entries <= limits.entriesMax && bytes <= limits.bytesMax) break
    leaving.push(id)
    entries -= 1
    bytes -= sizeBytes
  }
  return leaving
}
