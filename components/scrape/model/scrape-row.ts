import type { Run } from '#lib/client/run.ts'
import { summarisePage } from './read-page.ts'

/** One page of a press of Run. */
export interface ScrapeRow {
  readonly address: string
  /** The request as it is sent, word for word. */
  readonly body: string
  /** Null: it waits its turn, or was taken out before that. */
  readonly run: Run | null
  readonly cancelled: boolean
  /** The same page with nothing left out, where that was asked for. */
  readonly whole: Run | null
}

/**
 * How a row stands. `warning`: it was read, and the API has something to say; `unreadable`: an answer came that holds
 * no page; `gone`: it was read, and its answer is larger than the history keeps.
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

/** Whether it waits or is being read. */
export function isGoing(row: ScrapeRow): boolean {
  return going.has(stateOfRow(row)) || row.whole?.state === 'running'
}

/** Whether its page is here. */
export function isRead(row: ScrapeRow): boolean {
  return settled.has(stateOfRow(row))
}

/** Whether reading it again would bring what is missing. */
export function isUnread(row: ScrapeRow): boolean {
  const state = stateOfRow(row)
  return !settled.has(state) && !going.has(state)
}
