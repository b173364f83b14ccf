import type { Run } from '#lib/client/run.ts'
import type { DocumentFile } from './files/document-file.ts'
import type { ExtractMode } from './extract-mode.ts'
import { summariseDocument } from './read-document.ts'

/** Stage of a request: uploading, or processing on the server. */
export type Stage =
  | { readonly kind: 'uploading'; readonly sentBytes: number; readonly totalBytes: number }
  | { readonly kind: 'processing'; readonly since: number }

/** One document of a batch. */
export interface DocumentRow {
  readonly file: DocumentFile
  /** The request of that batch, as JSON with the file's name instead of its bytes. */
  readonly body: string
  /** The mode that the batch requested. */
  readonly mode: ExtractMode
  /** Results by mode; the batch requests one, others are requested on demand. */
  readonly runs: Readonly<Partial<Record<ExtractMode, Run>>>
  /** The same file read again with other options, for comparison; null: not requested. */
  readonly beside: Run | null
  /** Of the active request. */
  readonly stage: Stage | null
  readonly cancelled: boolean
}

/** State of a row. `warning`: read, with a warning; `gone`: exceeds the size limit of the history. */
export type RowState =
  | 'queued'
  | 'uploading'
  | 'processing'
  | 'done'
  | 'warning'
  | 'failed'
  | 'unreadable'
  | 'stopped'
  | 'cancelled'
  | 'detached'
  | 'gone'

export function mainRun({ runs, mode }: Pick<DocumentRow, 'runs' | 'mode'>): Run | null {
  return runs[mode] ?? null
}

/** Every run of a row: results by mode, and the comparison. */
export function runsOfRow({ runs, beside }: Pick<DocumentRow, 'runs' | 'beside'>): readonly Run[] {
  return [...Object.values(runs), ...(beside === null ? [] : [beside])]
}

export function stateOfRow(row: DocumentRow): RowState {
  const run = mainRun(row)
  if (run === null) return row.cancelled ? (row.file.attached ? 'cancelled' : 'detached') : 'queued'
  switch (run.state) {
    case 'running':
      return row.stage?.kind === 'processing' ? 'processing' : 'uploading'
    case 'failed':
    case 'stopped':
      return run.state
    case 'interrupted':
      return 'failed'
    case 'done': {
      if (run.cut === true && run.response?.body === null) return 'gone'
      const document = summariseDocument(run)
      if (document === null) return 'unreadable'
      return document.warnings.length === 0 ? 'done' : 'warning'
    }
  }
}

const settled: ReadonlySet<RowState> = new Set(['done', 'warning'])
const going: ReadonlySet<RowState> = new Set(['queued', 'uploading', 'processing'])

/** Whether its batch is still running. */
export function isAwaited(row: DocumentRow): boolean {
  return going.has(stateOfRow(row))
}

/** The same, or another mode is loading. */
export function isGoing(row: DocumentRow): boolean {
  return isAwaited(row) || runsOfRow(row).some(run => run.state === 'running')
}

/** Whether its content is available. */
export function isRead(row: DocumentRow): boolean {
  return settled.has(stateOfRow(row))
}

/** Whether a retry would add something missing. */
export function isUnread(row: DocumentRow): boolean {
  const state = stateOfRow(row)
  return !settled.has(state) && !going.has(state)
}
