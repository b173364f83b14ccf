import type { HistoryEntry, HistorySummary } from './history-entry.ts'
import { pageLeft } from './page-left.ts'
import type { Run } from './run.ts'

/** The page that writes: `tab` lives through a reload, `id` does not. */
export interface Writer {
  readonly id: string
  readonly tab: string
}

// A page that runs saves each second; one that has not for this long is gone.
const silenceMaxMs = 5000

/** State of the last run; one that was going on when its page ended is interrupted. */
export function stateOf(
  summary: HistorySummary,
  reader: Writer,
  now: number = Date.now(),
): Run['state'] | null {
  if (summary.state !== 'running' || summary.writer === reader.id) return summary.state
  const sameTab = summary.writer.startsWith(`${reader.tab}.`)
  return sameTab || now - summary.updatedAt > silenceMaxMs ? 'interrupted' : 'running'
}

export function markInterrupted(entry: HistoryEntry, summary: HistorySummary, reader: Writer): HistoryEntry {
  if (stateOf(summary, reader) !== 'interrupted') return entry
  return { ...entry, runs: entry.runs.map(run => (run.state === 'running' ? toInterrupted(run) : run)) }
}

function toInterrupted(run: Run): Run {
  return { ...run, state: 'interrupted', failure: pageLeft }
}
