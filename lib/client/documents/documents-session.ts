import type { HistoryEntry } from '#lib/client/history-entry.ts'
import type { History } from '#lib/client/history.ts'
import { isObject, toList, toNumber, toObject, toText } from '#lib/client/json-value.ts'
import { readJson } from '#lib/client/read-json.ts'
import { type DocumentFile, readDocumentFile } from './document-file.ts'
import { type DocumentRow, isGoing } from './document-row.ts'
import { openEntry, toEntry } from './documents-entry.ts'
import { type DocumentsState, emptyDocuments } from './documents-state.ts'
import type { DocumentsStore } from './documents-store.ts'

/** Keeps the documents of a tab across reloads, without their bytes, and in the history once they were read. */
export interface DocumentsSession {
  /** Brings back what this tab last showed; from then on it is kept. */
  readonly start: (address: { readonly fragment: string }) => Promise<void>
  readonly openEntry: (entry: HistoryEntry) => void
  /** Starts over; what was read stays in the history. */
  readonly startNew: () => void
  /** Writes now: before the page goes away. */
  readonly flush: () => void
  readonly close: () => void
}

export interface DocumentsSessionOptions {
  readonly store: DocumentsStore
  readonly history: () => Promise<Pick<History, 'get' | 'save'>>
  /** Attaches the files whose bytes are at hand all the same. */
  readonly attach: (files: readonly DocumentFile[]) => readonly DocumentFile[]
  /** Of this tab; null where the browser has none. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'> | null
}

const storageKey = 'sextant-documents'
const saveEveryMs = 1000

export function createDocumentsSession({
  store,
  history,
  storage,
  attach,
}: DocumentsSessionOptions): DocumentsSession {
  let fragment = ''
  let timer: ReturnType<typeof setTimeout> | null = null
  let saved: DocumentsState | null = null
  let stop = () => {}

  function flush(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const state = store.read()
    if (state === saved) return
    const inHistory = saved?.rows === state.rows && saved.entry === state.entry
    saved = state
    const { entry, chosen, fields, files } = state
    storage()?.setItem(storageKey, JSON.stringify({ fragment, entry, chosen, fields, files }))
    // Without rows, what was read is still on its way from the history.
    if (state.entry === null || state.rows.length === 0 || inHistory) return
    const line = toEntry(state, state.entry)
    void history().then(kept => kept.save(line))
  }

  function openAttached(stored: HistoryEntry): DocumentsState {
    const opened = openEntry(stored)
    const rows = opened.rows.map(row => ({ ...row, file: attach([row.file])[0] ?? row.file }))
    return { ...opened, files: attach(opened.files), rows }
  }

  /** Ends what goes on and writes it, before something else is shown. */
  function leave(): void {
    store.stop()
    store.update(state => (state.rows.some(isGoing) ? { ...state, rows: state.rows.map(toStopped) } : state))
    flush()
  }

  const schedule = () => {
    const state = store.read()
    // A start and the end are written at once: the page may be gone at any time.
    if (state.entry !== saved?.entry || (state.rows !== saved.rows && !state.rows.some(isGoing)))
      return flush()
    timer ??= setTimeout(flush, saveEveryMs)
  }

  return {
    async start({ fragment: opened }) {
      fragment = opened
      stop = store.subscribe(schedule)
      const kept = toObject(readJson(storage()?.getItem(storageKey) ?? ''))
      // A link that is not the one these documents came from asks for others.
      if ((fragment !== '' && kept['fragment'] !== fragment) || !isObject(kept['fields'])) return
      const { id, createdAt } = toObject(kept['entry'])
      const entry = toText(id) === null ? null : { id: String(id), createdAt: toNumber(createdAt) ?? 0 }
      const files = attach(toList(kept['files']).flatMap(file => readDocumentFile(file) ?? []))
      saved = { ...store.read(), fields: kept['fields'], files, entry }
      store.open(saved)
      const stored = entry === null ? null : await (await history()).get(entry.id)
      const now = store.read()
      if (stored === null || now.entry?.id !== entry?.id || now.rows.length > 0) return
      const { rows } = openAttached(stored)
      const chosen = Math.min(toNumber(kept['chosen']) ?? 0, Math.max(0, rows.length - 1))
      saved = { ...now, rows, chosen, restored: true }
      store.open(saved)
    },
    openEntry(stored) {
      leave()
      saved = openAttached(stored)
      store.open(saved)
    },
    startNew() {
      leave()
      fragment = ''
      store.open(emptyDocuments)
    },
    flush,
    close() {
      stop()
      flush()
    },
  }
}

// The answer to the abort arrives when the run is no longer listened to.
function toStopped(row: DocumentRow): DocumentRow {
  const runs = Object.entries(row.runs).map(([mode, run]) => [
    mode,
    run.state === 'running' ? { ...run, state: 'stopped' as const } : run,
  ])
  return { ...row, runs: Object.fromEntries(runs) as DocumentRow['runs'], stage: null }
}
