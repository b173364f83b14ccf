import { toList, toNumber, toObject, toText } from '#lib/client/json-value.ts'
import {
  createPersistedSession,
  type PersistedSession,
  type PersistedSessionOptions,
} from '#components/playground/layout/model/persisted-session.ts'
import { toStopped } from '#components/playground/run/model/to-stopped.ts'
import { type DocumentFile, readDocumentFile } from './files/document-file.ts'
import { type DocumentRow, isGoing } from './document-row.ts'
import {
  applyDraft,
  type DocumentsState,
  emptyDocuments,
  runsOf,
  toDocumentsDraft,
} from './documents-state.ts'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import { isRecord, readJson } from '#lib/read-json.ts'
import type { Run } from '#lib/client/run.ts'
import { modeOf } from './extract-mode.ts'

export interface DocumentsSessionOptions extends PersistedSessionOptions<DocumentsState> {
  /** Attaches built-in example files. */
  readonly attach: (files: readonly DocumentFile[]) => readonly DocumentFile[]
}

/**
 * Persists the documents of a tab across reloads, without their bytes, and in the history after they were
 * read.
 */
export function createDocumentsSession({ attach, ...options }: DocumentsSessionOptions): PersistedSession {
  const open: typeof openEntry = stored => {
    const opened = openEntry(stored)
    const rows = opened.rows.map(row => ({ ...row, file: attach([row.file])[0] ?? row.file }))
    return { ...opened, files: attach(opened.files), rows }
  }
  return createPersistedSession(options, {
    storageKey: 'sextant-documents',
    toPersisted: ({ chosen, fields, files }) => ({ whole: { chosen, fields, files }, minimal: { chosen } }),
    fromPersisted(state, stored) {
      const { fields } = stored
      const chosen = toNumber(stored['chosen']) ?? 0
      if (!isRecord(fields)) return { state: { ...state, chosen }, draftIsHere: false }
      const files = attach(toList(stored['files']).flatMap(file => readDocumentFile(file) ?? []))
      return { state: { ...state, fields, files, chosen }, draftIsHere: true }
    },
    toEntry,
    fromEntry: open,
    withRuns(state, stored, draftIsHere) {
      const opened = open(stored)
      const { rows } = opened
      const chosen = Math.min(state.chosen, Math.max(0, rows.length - 1))
      return { ...(draftIsHere ? state : opened), rows, chosen, restored: true }
    },
    hasRuns: ({ rows }) => rows.length > 0,
    isSameEntry: (before, now) => before.entry === now.entry && before.rows === now.rows,
    // Saving after each document of many would rewrite all the others.
    isUrgent: (saved, { entry, rows }) =>
      entry !== saved?.entry || (rows !== saved.rows && !rows.some(isGoing)),
    toStopped: state => (state.rows.some(isGoing) ? { ...state, rows: state.rows.map(endRow) } : state),
    fromHandoff: draft => applyDraft(emptyDocuments, draft),
    startOver: () => emptyDocuments,
  })
}

function endRow(row: DocumentRow): DocumentRow {
  const runs = Object.entries(row.runs).map(([mode, run]) => [mode, toStopped(run)])
  return {
    ...row,
    runs: Object.fromEntries(runs) as DocumentRow['runs'],
    beside: row.beside && toStopped(row.beside),
    stage: null,
  }
}

/** The history entry of a batch: name, size and hash of its files, never the bytes. */
export function toEntry(state: DocumentsState, entry: NonNullable<DocumentsState['entry']>): HistoryEntry {
  const { rows, origin } = state
  const { file: _, ...fields } = toObject(readJson(rows[0]?.body ?? ''))
  return {
    ...entry,
    contract: 'upload',
    name: null,
    pinned: false,
    draft: toDocumentsDraft({ fields, files: rows.map(({ file }) => file), origin }),
    runs: runsOf(state),
    view: {
      rows: rows.map(({ file, body, runs, beside }) => ({
        file,
        body,
        runs: Object.values(runs).map(({ id }) => id),
        beside: beside?.id ?? null,
      })),
    },
  }
}

/** Opens a history entry: its files by name, and their results. */
export function openEntry({ id, createdAt, draft, runs, view }: HistoryEntry): DocumentsState {
  const byId = new Map(runs.map(run => [run.id, run]))
  const rows = toList(toObject(view)['rows']).flatMap(value => readRow(value, byId) ?? [])
  const state = applyDraft({ ...emptyDocuments, files: rows.map(({ file }) => file) }, draft)
  return { ...state, rows, entry: { id, createdAt }, restored: true }
}

function readRow(value: unknown, byId: ReadonlyMap<string, Run>): DocumentRow | null {
  if (!isRecord(value)) return null
  const file = readDocumentFile(value['file'])
  const body = toText(value['body'])
  if (file === null || body === null) return null
  const found = toList(value['runs']).flatMap(id => byId.get(String(id)) ?? [])
  const runs = Object.fromEntries(found.map(run => [modeOf(toObject(readJson(run.request.body))), run]))
  const mode = modeOf(toObject(readJson(body)))
  const beside = byId.get(toText(value['beside']) ?? '') ?? null
  // A request that never started must not start on its own now.
  return { file, body, mode, runs, beside, stage: null, cancelled: runs[mode] === undefined }
}
