import type { HistoryEntry } from '#lib/client/history-entry.ts'
import { isObject, toList, toObject, toText } from '#lib/client/json-value.ts'
import { readJson } from '#lib/client/read-json.ts'
import type { Run } from '#lib/client/run.ts'
import { readDocumentFile } from './document-file.ts'
import type { DocumentRow } from './document-row.ts'
import {
  applyDraft,
  type DocumentsState,
  emptyDocuments,
  runsOf,
  toDocumentsDraft,
} from './documents-state.ts'
import { modeOf } from './extract-mode.ts'

/** The line of history for what was read: of its files the name, size and hash, never the bytes. */
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

/** Opens a line of history: its files by name, and what each of them brought. */
export function openEntry({ id, createdAt, draft, runs, view }: HistoryEntry): DocumentsState {
  const byId = new Map(runs.map(run => [run.id, run]))
  const rows = toList(toObject(view)['rows']).flatMap(value => readRow(value, byId) ?? [])
  const state = applyDraft({ ...emptyDocuments, files: rows.map(({ file }) => file) }, draft)
  return { ...state, rows, entry: { id, createdAt }, restored: true }
}

function readRow(value: unknown, byId: ReadonlyMap<string, Run>): DocumentRow | null {
  if (!isObject(value)) return null
  const file = readDocumentFile(value['file'])
  const body = toText(value['body'])
  if (file === null || body === null) return null
  const found = toList(value['runs']).flatMap(id => byId.get(String(id)) ?? [])
  const runs = Object.fromEntries(found.map(run => [modeOf(toObject(readJson(run.request.body))), run]))
  const mode = modeOf(toObject(readJson(body)))
  const beside = byId.get(toText(value['beside']) ?? '') ?? null
  // What never began does not begin by itself now.
  return { file, body, mode, runs, beside, stage: null, cancelled: runs[mode] === undefined }
}
