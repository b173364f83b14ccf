import type { Run } from '#lib/client/run.ts'
import type { DocumentFile } from './files/document-file.ts'
import type { ExtractMode } from './extract-mode.ts'
import { summariseDocument } from './read-document.ts'

/** How far a request is: its bytes on their way, or the server at work. */
export type Stage =
  | { readonly kind: 'uploading'; readonly sentBytes: number; readonly totalBytes: number }
  | { readonly kind: 'processing'; readonly since: number }

/** One document of a press of Run. */
export interface DocumentRow {
  readonly file: DocumentFile
  /** The request of that press, as JSON with the file's name in the place of its bytes. */
  readonly body: string
  /** The shape that the press asked for. */
  readonly mode: ExtractMode
  /** What was read, by shape; the press brings one, each further one is asked for by hand. */
  readonly runs: Readonly<Partial<Record<ExtractMode, Run>>>
  /** The same file once more with other options, to compare; null: that was not asked for. */
  readonly beside: Run | null
  /** Of the request that goes on now. */
  readonly stage: Stage | null
  readonly cancelled: boolean
}

/** How a row stands. `warning`: read, and there is something to say; `gone`: larger than the history keeps. */
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

/** Every run of a row: what was read by shape, and what was read to compare. */
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

/** Whether its press is still to end. */
export function isAwaited(row: DocumentRow): boolean {
  return going.has(stateOfRow(row))
}

/** The same, or a further shape is on its way. */
export function isGoing(row: DocumentRow): boolean {
  return isAwaited(row) || runsOfRow(row).some(run => run.state === 'running')
}

/** Whether what it says is here. */
export function isRead(row: DocumentRow): boolean {
  return settled.has(stateOfRow(row))
}

/** Whether reading it again would bring what is missing. */
export function isUnread(row: DocumentRow): boolean {
  const state = stateOfRow(row)
  return !settled.has(state) && !going.has(state)
}
