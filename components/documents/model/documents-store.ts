import { toBody, type Draft } from '#components/playground/form/model/draft.ts'
import type { Run } from '#lib/client/run.ts'
import type { RunHandle } from '#lib/client/send.ts'
import { createStateStore, type StateStore } from '#lib/client/state-store.ts'
import { type DocumentFile, toFileName } from './files/document-file.ts'
import { type DocumentRow, isRead, isUnread, mainRun, runsOfRow } from './document-row.ts'
import { bodyFor, type DocumentsState } from './documents-state.ts'
import { modeOf } from './extract-mode.ts'
import type { FileStore } from './files/file-store.ts'
import { isFatalForBatch } from '#components/playground/run/model/fatal-for-batch.ts'
import { startUpload, type StartUpload } from './files/start-upload.ts'

/**
 * The documents of one playground, and every action that sends a request. Nothing is sent without an action.
 */
export interface DocumentsStore extends StateStore<DocumentsState> {
  /** Reads every file; results of an unchanged request stay, unless all are unchanged. */
  readonly run: () => void
  /** Retries one document, with the same request or with the current options. */
  readonly retry: (index: number, options?: { readonly asSet: boolean }) => void
  /** Retries failed, stopped and canceled documents. */
  readonly retryUnread: () => void
  /** Reads a document in another mode: a separate request with these fields changed. */
  readonly readAs: (index: number, changes: Draft['body']) => void
  /** Reads a document again with the current options, for comparison. */
  readonly readBeside: (index: number) => void
  /** Reads one document again with changed fields, as a separate batch. */
  readonly retryWith: (index: number, changes: Draft['body']) => void
  /** Stops one document, or removes it from the queue. */
  readonly cancel: (index: number) => void
  readonly stop: () => void
  /** Stops all runs and opens another state; late responses of the old runs change nothing. */
  readonly open: (state: DocumentsState) => void
}

export interface DocumentsStoreOptions {
  readonly initial: DocumentsState
  readonly path: string
  readonly files: Pick<FileStore, 'get' | 'passwordOf'>
  readonly newId: () => string
  readonly now?: () => number
  readonly send?: StartUpload
}

// A separate process reads each of them: more would only wait in the server's queue.
const atOnceMax = 3

// Every file is sent with the same flags.
const isOfAll = ({ status, code }: { status: number; code: string }) =>
  status === 401 || code === 'invalid_value'

export function createDocumentsStore(options: DocumentsStoreOptions): DocumentsStore {
  const { path, files, newId, now = Date.now, send = startUpload } = options
  const { read, subscribe, update } = createStateStore(options.initial)
  let handles = new Map<string, RunHandle>()
  const updateRows = (change: (row: DocumentRow, index: number) => DocumentRow) =>
    update(({ rows, ...rest }) => ({ ...rest, rows: rows.map(change) }))
  const updateRow = (index: number, change: (row: DocumentRow) => DocumentRow) =>
    updateRows((row, at) => (at === index ? change(row) : row))

  /** @returns whether the file's bytes were available */
  function start(index: number, body: string, slot: 'shape' | 'beside' = 'shape'): boolean {
    const row = read().rows[index]
    const file = row && files.get(row.file.id)
    if (row === undefined || !file) return false
    const mine = handles
    const mode = modeOf(JSON.parse(body) as Draft['body'])
    const isMine = () => mine === handles && handles.has(handle.id)
    const withRun = (before: DocumentRow, run: Run): DocumentRow =>
      slot === 'beside' ? { ...before, beside: run } : { ...before, runs: { ...before.runs, [mode]: run } }
    const keep = (run: Run) => updateRow(index, before => withRun(before, run))
    const handle = send(
      { path, body, file, password: files.passwordOf(row.file.id) },
      {
        onUpdate: run => isMine() && keep(run),
        onStage: stage => isMine() && updateRow(index, before => ({ ...before, stage })),
      },
    )
    handles.set(handle.id, handle)
    const stage = { kind: 'uploading', sentBytes: 0, totalBytes: file.size } as const
    updateRow(index, before => ({ ...withRun(before, handle.current()), stage }))
    void handle.finished.then(ended => {
      if (mine !== handles || !handles.delete(ended.id)) return
      updateRow(index, before => ({ ...before, stage: null }))
      if (isFatalForBatch(ended, isOfAll)) takeOutQueued()
      fill()
    })
    return true
  }

  /** Stops a run that another one replaces: its late events change nothing. */
  function leave({ id }: Run): void {
    const handle = handles.get(id)
    handles.delete(id)
    handle?.stop()
  }

  function startFurther(index: number, body: string, slot: 'shape' | 'beside'): void {
    update(before => ({ ...before, restored: false }))
    if (!start(index, body, slot))
      updateRow(index, before => ({ ...before, file: { ...before.file, attached: false } }))
  }

  const isQueued = (row: DocumentRow) => mainRun(row) === null && !row.cancelled
  const takeOut = (row: DocumentRow) => (isQueued(row) ? { ...row, cancelled: true } : row)
  const takeOutQueued = () => updateRows(takeOut)

  function fill(): void {
    while (handles.size < atOnceMax) {
      const index = read().rows.findIndex(isQueued)
      const row = read().rows[index]
      if (row === undefined) return
      if (!start(index, row.body))
        updateRow(index, before => ({
          ...before,
          cancelled: true,
          file: { ...before.file, attached: false },
        }))
    }
  }

  function readAgain(isAgain: (row: DocumentRow, index: number) => boolean, asSet: boolean): void {
    read().rows.filter(isAgain).flatMap(runsOfRow).forEach(leave)
    update(({ rows, ...rest }) => ({
      ...rest,
      restored: false,
      rows: rows.map((row, index) => {
        if (!isAgain(row, index)) return row
        const file = rest.files.find(({ id }) => id === row.file.id) ?? row.file
        return asSet ? toRow(file, rest.fields) : { ...row, file, runs: {}, beside: null, cancelled: false }
      }),
    }))
    fill()
  }

  return {
    read,
    subscribe,
    update,
    run() {
      if (handles.size > 0 || read().files.length === 0) return
      const wanted = read().files.map(file => toRow(file, read().fields))
      const known = new Map(
        read()
          .rows.filter(isRead)
          .map(row => [`${row.file.id} ${row.body}`, row]),
      )
      const kept = wanted.map(row => known.get(`${row.file.id} ${row.body}`) ?? row)
      const rows = kept.every(isRead) ? wanted : kept
      const entry = { id: newId(), createdAt: now() }
      update(before => ({ ...before, rows, chosen: firstUnread(rows), entry, restored: false }))
      fill()
    },
    retry(index, { asSet } = { asSet: false }) {
      const row = read().rows[index]
      if (row === undefined || runsOfRow(row).some(run => handles.has(run.id))) return
      readAgain((_, at) => at === index, asSet)
    },
    retryUnread: () => readAgain(isUnread, false),
    retryWith(index, changes) {
      updateRow(index, row => {
        const body = toBody({ body: { ...(JSON.parse(row.body) as Draft['body']), ...changes } })
        return { ...row, body }
      })
      readAgain((_, at) => at === index, false)
    },
    readAs(index, changes) {
      const row = read().rows[index]
      if (row === undefined) return
      const body = { ...(JSON.parse(row.body) as Draft['body']), ...changes }
      const former = row.runs[modeOf(body)]
      if (former) leave(former)
      startFurther(index, toBody({ body }), 'shape')
    },
    readBeside(index) {
      const row = read().rows[index]
      if (row === undefined) return
      if (row.beside) leave(row.beside)
      startFurther(index, toBody({ body: bodyFor(read().fields, toFileName(row.file)) }), 'beside')
    },
    cancel(index) {
      updateRow(index, takeOut)
      const row = read().rows[index]
      if (row) runsOfRow(row).forEach(run => handles.get(run.id)?.stop())
    },
    stop() {
      takeOutQueued()
      handles.forEach(handle => handle.stop())
    },
    open(next) {
      const left = handles
      handles = new Map()
      left.forEach(handle => handle.stop())
      update(() => next)
    },
  }
}

function toRow(file: DocumentFile, fields: Draft['body']): DocumentRow {
  const body = toBody({ body: bodyFor(fields, toFileName(file)) })
  return { file, body, mode: modeOf(fields), runs: {}, beside: null, stage: null, cancelled: false }
}

function firstUnread(rows: readonly DocumentRow[]): number {
  return Math.max(
    0,
    rows.findIndex(row => !isRead(row)),
  )
}
