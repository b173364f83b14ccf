import { isObject, toList, toNumber } from '#lib/client/json-value.ts'
import { createKeptSession, type KeptSession, type KeptSessionOptions } from '#lib/client/kept-session.ts'
import { toStopped } from '#lib/client/to-stopped.ts'
import { type DocumentFile, readDocumentFile } from './document-file.ts'
import { type DocumentRow, isGoing } from './document-row.ts'
import { openEntry, toEntry } from './documents-entry.ts'
import { applyDraft, type DocumentsState, emptyDocuments } from './documents-state.ts'

export interface DocumentsSessionOptions extends KeptSessionOptions<DocumentsState> {
  /** Attaches the files whose bytes are at hand all the same. */
  readonly attach: (files: readonly DocumentFile[]) => readonly DocumentFile[]
}

/** Keeps the documents of a tab across reloads, without their bytes, and in the history once they were read. */
export function createDocumentsSession({ attach, ...options }: DocumentsSessionOptions): KeptSession {
  const open: typeof openEntry = stored => {
    const opened = openEntry(stored)
    const rows = opened.rows.map(row => ({ ...row, file: attach([row.file])[0] ?? row.file }))
    return { ...opened, files: attach(opened.files), rows }
  }
  return createKeptSession(options, {
    storageKey: 'sextant-documents',
    toKept: ({ chosen, fields, files }) => ({ whole: { chosen, fields, files }, least: { chosen } }),
    fromKept(state, kept) {
      const { fields } = kept
      const chosen = toNumber(kept['chosen']) ?? 0
      if (!isObject(fields)) return { state: { ...state, chosen }, draftIsHere: false }
      const files = attach(toList(kept['files']).flatMap(file => readDocumentFile(file) ?? []))
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
    // Between start and end a document of many that ended would write all the others again.
    isUrgent: (saved, { entry, rows }) =>
      entry !== saved?.entry || (rows !== saved.rows && !rows.some(isGoing)),
    toStopped: state => (state.rows.some(isGoing) ? { ...state, rows: state.rows.map(endRow) } : state),
    fromSent: draft => applyDraft(emptyDocuments, draft),
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
