import { toBody, type Draft } from '#components/playground/form/model/draft.ts'
import type { Run } from '#lib/client/run.ts'
import type { RunHandle } from '#lib/client/send.ts'
import { createStateStore, type StateStore } from '#lib/client/state-store.ts'
import { type DocumentFile, toFileName } from './files/document-file.ts'
import { type DocumentRow, isRead, isUnread, mainRun, runsOfRow } from './document-row.ts'
import { bodyFor, type DocumentsState } from './documents-state.ts'
import { modeOf } from './extract-mode.ts'
import type { FileKeeper } from './files/file-keeper.ts'
import { hopelessForAll } from '#components/playground/run/model/hopeless-for-all.ts'
import { startUpload, type StartUpload } from './files/start-upload.ts'

/**
 * The documents of one playground, and every action that sends a request. Nothing is sent without an action.
 */
export interface DocumentsStore extends StateStore<DocumentsState> {
  /** Reads every file; results of an unchanged request stay, unless all are unchanged. */
  readonly run: () => void
  /** Retries one document, with the same request or with the current options. */
  readonly retry: (place: number, options?: { readonly asSet: boolean }) => void
  /** Retries failed, stopped and canceled documents. */
  readonly retryUnread: () => void
  /** Reads a document in another mode: a separate request with these fields changed. */
  readonly readAs: (place: number, changes: Draft['body']) => void
  /** Reads a document again with the current options, for comparison. */
  readonly readBeside: (place: number) => void
  /** Reads one document again with changed fields, as a separate batch. */
  readonly retryWith: (place: number, changes: Draft['body']) => void
  /** Stops one document, or removes it from the queue. */
  readonly cancel: (place: number) => void
  readonly stop: () => void
  /** Stops all runs and opens another state; late responses of the old runs change nothing. */
  readonly open: (state: DocumentsState) => void
}

export interface DocumentsStoreOptions {
  readonly initial: DocumentsState
  readonly path: string
  readonly files: Pick<FileKeeper, 'get' | 'passwordOf'>
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
  const updateRows = (change: (row: DocumentRow, place: number) => DocumentRow) =>
    update(({ rows, ...rest }) => ({ ...rest, rows: rows.map(change) }))
  const updateRow = (place: number, change: (row: DocumentRow) => DocumentRow) =>
    updateRows((row, at) => (at === place ? change(row) : row))

  /** @returns whether the file's bytes were available */
  function start(place: number, body: string, slot: 'shape' | 'beside' = 'shape'): boolean {
    const row = read().rows[place]
    const file = row && files.get(row.file.id)
    if (row === undefined || !file) return false
    const mine = handles
    const mode = modeOf(JSON.parse(body) as Draft['body'])
    const isMine = () => mine === handles && handles.has(handle.id)
    const withRun = (before: DocumentRow, run: Run): DocumentRow =>
      slot === 'beside' ? { ...before, beside: run } : { ...before, runs: { ...before.runs, [mode]: run } }
    const keep = (run: Run) => updateRow(place, before => withRun(before, run))
    const handle = send(
      { path, body, file, password: files.passwordOf(row.file.id) },
      {
        onUpdate: run => isMine() && keep(run),
        onStage: stage => isMine() && updateRow(place, before => ({ ...before, stage })),
      },
    )
    handles.set(handle.id, handle)
    const stage = { kind: 'uploading', sentBytes: 0, totalBytes: file.size } as const
    updateRow(place, before => ({ ...withRun(before, handle.current()), stage }))
    void handle.finished.then(ended => {
      if (mine !== handles || !handles.delete(ended.id)) return
      updateRow(place, before => ({ ...before, stage: null }))
      if (hopelessForAll(ended, isOfAll)) takeOutQueued()
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

  function startFurther(place: number, body: string, slot: 'shape' | 'beside'): void {
    update(before => ({ ...before, restored: false }))
    if (!start(place, body, slot))
      updateRow(place, before => ({ ...before, file: { ...before.file, attached: false } }))
  }

  const isQueued = (row: DocumentRow) => mainRun(row) === null && !row.cancelled
  const takeOut = (row: DocumentRow) => (isQueued(row) ? { ...row, cancelled: true } : row)
  const takeOutQueued = () => updateRows(takeOut)

  function fill(): void {
    while (handles.size < atOnceMax) {
      const place = read().rows.findIndex(isQueued)
      const row = read().rows[place]
      if (row === undefined) return
      if (!start(place, row.body))
        updateRow(place, before => ({
          ...before,
          cancelled: true,
          file: { ...before.file, attached: false },
        }))
    }
  }

  function readAgain(isAgain: (row: DocumentRow, place: number) => boolean, asSet: boolean): void {
    read().rows.filter(isAgain).flatMap(runsOfRow).forEach(leave)
    update(({ rows, ...rest }) => ({
      ...rest,
      restored: false,
      rows: rows.map((row, place) => {
        if (!isAgain(row, place)) return row
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
    retry(place, { asSet } = { asSet: false }) {
      const row = read().rows[place]
      if (row === undefined || runsOfRow(row).some(run => handles.has(run.id))) return
      readAgain((_, at) => at === place, asSet)
    },
    retryUnread: () => readAgain(isUnread, false),
    retryWith(place, changes) {
      updateRow(place, row => {
        const body = toBody({ body: { ...(JSON.parse(row.body) as Draft['body']), ...changes } })
        return { ...row, body }
      })
      readAgain((_, at) => at === place, false)
    },
    readAs(place, changes) {
      const row = read().rows[place]
      if (row === undefined) return
      const body = { ...(JSON.parse(row.body) as Draft['body']), ...changes }
      const former = row.runs[modeOf(body)]
      if (former) leave(former)
      startFurther(place, toBody({ body }), 'shape')
    },
    readBeside(place) {
      const row = read().rows[place]
      if (row === undefined) return
      if (row.beside) leave(row.beside)
      startFurther(place, toBody({ body: bodyFor(read().fields, toFileName(row.file)) }), 'beside')
    },
    cancel(place) {
      updateRow(place, takeOut)
      const row = read().rows[place]
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
