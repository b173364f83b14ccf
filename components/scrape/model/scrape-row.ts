import type { Run } from '#lib/client/run.ts'
import { summarisePage } from './read-page.ts'

/** One page of a batch. */
export interface ScrapeRow {
  readonly address: string
  /** The exact request body. */
  readonly body: string
  /** Null: queued, or removed from the queue. */
  readonly run: Run | null
  readonly cancelled: boolean
  /** The same page in full, if requested. */
  readonly whole: Run | null
}

/**
 * State of a row. `warning`: read, with a warning from the API; `unreadable`: a response without a page;
 * `gone`: read, but the response exceeds the size limit of the history.
 */
export type RowState =
  | 'queued'
  | 'running'
  | 'done'
  | 'warning'
  | 'failed'
  | 'unreadable'
  | 'stopped'
  | 'cancelled'
  | 'gone'

export function stateOfRow({ run, cancelled }: Pick<ScrapeRow, 'run' | 'cancelled'>): RowState {
  if (run === null) return cancelled ? 'cancelled' : 'queued'
  switch (run.state) {
    case 'running':
    case 'failed':
    case 'stopped':
      return run.state
    case 'interrupted':
      return 'failed'
    case 'done': {
      if (run.cut === true && run.response?.body === null) return 'gone'
      const page = summarisePage(run)
      if (page === null) return 'unreadable'
      return page.warning === null ? 'done' : 'warning'
    }
  }
}

const settled: ReadonlySet<RowState> = new Set(['done', 'warning'])
const going: ReadonlySet<RowState> = new Set(['queued', 'running'])

/** Whether it is queued or running. */
export function isGoing(row: ScrapeRow): boolean {
  return going.has(stateOfRow(row)) || row.whole?.state === 'running'
}

/** Whether its page is available. */
export function isRead(row: ScrapeRow): boolean {
  return settled.has(stateOfRow(row))
}

/** Whether a retry would add something missing. */
export function isUnread(row: ScrapeRow): boolean {
  const state = stateOfRow(row)
  return !settled.has(state) && !going.has(state)
}
