import { toBody, type Draft } from '#components/playground/form/model/draft.ts'
import {
  createPlayground,
  type PlaygroundOptions,
  type PlaygroundStore,
} from '#components/playground/run/model/create-playground.ts'
import { createRowQueue } from '#components/playground/run/model/row-queue.ts'
import type { Run } from '#lib/client/run.ts'
import { type DocumentFile, toFileName } from './files/document-file.ts'
import { type DocumentRow, isRead, isUnread, mainRun, runsOfRow } from './document-row.ts'
import { bodyFor, type DocumentsState } from './documents-state.ts'
import { modeOf } from './extract-mode.ts'
import type { FileStore } from './files/file-store.ts'
import { startUpload, type StartUpload } from './files/start-upload.ts'

/** The documents of one playground, and their actions. */
export interface DocumentsStore extends PlaygroundStore<DocumentsState> {
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
}

export interface DocumentsStoreOptions extends Omit<PlaygroundOptions<DocumentsState>, 'send'> {
  readonly files: Pick<FileStore, 'get' | 'passwordOf'>
  readonly send?: StartUpload
}

export function createDocumentsStore(options: DocumentsStoreOptions): DocumentsStore {
  const { files, send = startUpload, ...shared } = options
  const playground = createPlayground(shared)
  const { read, update } = playground
  const queue = createRowQueue<DocumentRow, DocumentsState>(playground, {
    // A separate process reads each of them: more would only wait in the server's queue.
    atOnceMax: 3,
    mainRun,
    runsOf: runsOfRow,
    // Every file is sent with the same flags.
    isOfAll: ({ status, code }) => status === 401 || code === 'invalid_value',
    start(index, { body }) {
      if (!start(index, body)) queue.updateRow(index, row => ({ ...toDetached(row), cancelled: true }))
    },
  })

  /** @returns whether the file's bytes were available */
  function start(index: number, body: string, slot: 'shape' | 'beside' = 'shape'): boolean {
    const row = read().rows[index]
    const file = row && files.get(row.file.id)
    if (row === undefined || !file) return false
    const mode = modeOf(parseBody(body))
    const withRun = (before: DocumentRow, run: Run): DocumentRow =>
      slot === 'beside' ? { ...before, beside: run } : { ...before, runs: { ...before.runs, [mode]: run } }
    const request = { path: shared.path, body, file, password: files.passwordOf(row.file.id) }
    const sent = playground.track(
      (observer, isCurrent) =>
        send(request, {
          ...observer,
          onStage: stage => isCurrent() && queue.updateRow(index, before => ({ ...before, stage })),
        }),
      run => {
        const ended = run.state !== 'running'
        queue.updateRow(index, before => ({ ...withRun(before, run), ...(ended && { stage: null }) }))
        if (ended) queue.goOn(run)
      },
    )
    const stage = { kind: 'uploading', sentBytes: 0, totalBytes: file.size } as const
    queue.updateRow(index, before => ({ ...withRun(before, sent), stage }))
    return true
  }

  function startFurther(index: number, body: string, slot: 'shape' | 'beside', former?: Run | null): void {
    if (former) playground.drop(former.id)
    update(before => ({ ...before, restored: false }))
    if (!start(index, body, slot)) queue.updateRow(index, toDetached)
  }

  const toQueued = (row: DocumentRow): DocumentRow => {
    const file = read().files.find(({ id }) => id === row.file.id) ?? row.file
    return { ...row, file, runs: {}, beside: null, cancelled: false }
  }

  return {
    ...playground,
    run() {
      if (playground.runningCount() > 0 || read().files.length === 0) return
      const wanted = read().files.map(file => toRow(file, read().fields))
      const known = new Map(
        read()
          .rows.filter(isRead)
          .map(row => [`${row.file.id} ${row.body}`, row]),
      )
      const kept = wanted.map(row => known.get(`${row.file.id} ${row.body}`) ?? row)
      const rows = kept.every(isRead) ? wanted : kept
      const entry = playground.newEntry()
      update(before => ({ ...before, rows, chosen: firstUnread(rows), entry, restored: false }))
      queue.fill()
    },
    retry(index, { asSet } = { asSet: false }) {
      const row = read().rows[index]
      if (row === undefined || runsOfRow(row).some(run => playground.isRunning(run.id))) return
      const again = (before: DocumentRow) => toRow(toQueued(before).file, read().fields)
      queue.retry((_, at) => at === index, asSet ? again : toQueued)
    },
    retryUnread: () => queue.retry(isUnread, toQueued),
    retryWith(index, changes) {
      queue.retry(
        (_, at) => at === index,
        row => toQueued({ ...row, body: toBody({ body: { ...parseBody(row.body), ...changes } }) }),
      )
    },
    readAs(index, changes) {
      const row = read().rows[index]
      if (row === undefined) return
      const body = { ...parseBody(row.body), ...changes }
      startFurther(index, toBody({ body }), 'shape', row.runs[modeOf(body)])
    },
    readBeside(index) {
      const row = read().rows[index]
      if (row === undefined) return
      const body = bodyFor(read().fields, toFileName(row.file))
      startFurther(index, toBody({ body }), 'beside', row.beside)
    },
    cancel(index) {
      queue.takeOut(index)
      const row = read().rows[index]
      if (row) runsOfRow(row).forEach(({ id }) => playground.stopSlot(id))
    },
    stop: queue.stop,
  }
}

/** A row's body is JSON of our own. */
function parseBody(body: string): Draft['body'] {
  return JSON.parse(body) as Draft['body']
}

/** The bytes of its file are gone, since a reload for example. */
function toDetached(row: DocumentRow): DocumentRow {
  return { ...row, file: { ...row.file, attached: false } }
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
