import type { Run } from '#lib/client/run.ts'
import type { Playground } from './create-playground.ts'
import { type ApiFailure, isFatalForBatch } from './fatal-for-batch.ts'

/** The rows of a batch: each is queued until fewer than the maximum number of requests run. */
export interface RowQueue<Row> {
  readonly updateRow: (index: number, change: (row: Row) => Row) => void
  /** Starts queued rows, as many as may run at once. */
  readonly fill: () => void
  /** Starts the next row after a request has ended. An error that is fatal for the batch empties the queue. */
  readonly goOn: (ended: Run) => void
  /** Queues these rows again as `change` returns them; requests that still run for them are dropped. */
  readonly retry: (isAgain: (row: Row, index: number) => boolean, change: (row: Row) => Row) => void
  /** Removes a row from the queue; no effect once it was sent. */
  readonly takeOut: (index: number) => void
  /** Empties the queue and stops all requests. */
  readonly stop: () => void
}

export interface RowQueueRules<Row> {
  /** Maximum number of concurrent requests. */
  readonly atOnceMax: number
  /** The run of the row's own request; null: not sent. */
  readonly mainRun: (row: Row) => Run | null
  /** Every run of a row. */
  readonly runsOf: (row: Row) => readonly Run[]
  /** API errors that concern the whole batch. */
  readonly isOfAll: (failure: ApiFailure) => boolean
  /** Sends a queued row, or marks it so that it is no longer queued. */
  readonly start: (index: number, row: Row) => void
}

interface QueuedRow {
  /** Removed from the queue. */
  readonly cancelled: boolean
}

interface RowsState<Row> {
  readonly rows: readonly Row[]
  readonly restored: boolean
}

export function createRowQueue<Row extends QueuedRow, State extends RowsState<Row>>(
  { read, update, ...playground }: Playground<State>,
  rules: RowQueueRules<Row>,
): RowQueue<Row> {
  const updateRows = (change: (row: Row, index: number) => Row) =>
    update(state => ({ ...state, rows: state.rows.map(change) }))
  const updateRow = (index: number, change: (row: Row) => Row) =>
    updateRows((row, at) => (at === index ? change(row) : row))

  const isQueued = (row: Row) => rules.mainRun(row) === null && !row.cancelled
  const takeOut = (row: Row): Row => (isQueued(row) ? { ...row, cancelled: true } : row)

  function fill(): void {
    while (playground.runningCount() < rules.atOnceMax) {
      const index = read().rows.findIndex(isQueued)
      const row = read().rows[index]
      if (row === undefined) return
      rules.start(index, row)
    }
  }

  return {
    updateRow,
    fill,
    goOn(ended) {
      if (isFatalForBatch(ended, rules.isOfAll)) updateRows(takeOut)
      fill()
    },
    retry(isAgain, change) {
      const runs = read().rows.filter(isAgain).flatMap(rules.runsOf)
      runs.forEach(({ id }) => playground.drop(id))
      update(state => ({
        ...state,
        restored: false,
        rows: state.rows.map((row, index) => (isAgain(row, index) ? change(row) : row)),
      }))
      fill()
    },
    takeOut: index => updateRow(index, takeOut),
    stop() {
      updateRows(takeOut)
      playground.stop()
    },
  }
}
