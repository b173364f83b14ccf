import type { Draft } from '#components/playground/form/model/draft.ts'
import { toList } from '#lib/client/json-value.ts'
import { isRecord } from '#lib/read-json.ts'
import type { HandoffOrigin } from '#components/playground/handoff/model/handoff.ts'
import type { Run } from '#lib/client/run.ts'
import { type DocumentFile, type FileName, readFileName, toFileName } from './files/document-file.ts'
import { type DocumentRow, mainRun, runsOfRow } from './document-row.ts'
import type { ViewName } from './views/document-views.ts'
import { filesMax } from './files/files-max.ts'

/** State of the documents playground of one page. */
export interface DocumentsState {
  /** Options for every file: only what is set, without the file. */
  readonly fields: Draft['body']
  /** The files of the next batch. */
  readonly files: readonly DocumentFile[]
  /** Of the last batch, in the order of its files. */
  readonly rows: readonly DocumentRow[]
  readonly chosen: number
  /** The selected view; null: the first available. */
  readonly view: ViewName | null
  readonly entry: { readonly id: string; readonly createdAt: number } | null
  /** The rows are from the history: displayed, but not announced. */
  readonly restored: boolean
  readonly origin: HandoffOrigin | null
}

export const emptyDocuments: DocumentsState = {
  // Required to show a page image next to its text.
  fields: { details: 'true' },
  files: [],
  rows: [],
  chosen: 0,
  view: null,
  entry: null,
  restored: false,
  origin: null,
}

/** The request for one file: its name, then the options. */
export function bodyFor(fields: Draft['body'], file: FileName | undefined): Draft['body'] {
  return file === undefined ? fields : { file, ...fields }
}

/** The request in the playground's shared draft format: the first file, and each further one next to it. */
export function toDocumentsDraft({
  fields,
  files,
  origin,
}: Pick<DocumentsState, 'fields' | 'files' | 'origin'>): Draft {
  const [first, ...others] = files.map(toFileName)
  return {
    contract: 'upload',
    body: bodyFor(fields, first),
    ...(others.length > 0 && { others: others.map(file => bodyFor(fields, file)) }),
    ...(origin !== null && { origin }),
  }
}

/**
 * Applies a draft that was edited, or opened from a link, an example or the history. Attached files stay;
 * others are names only.
 */
export function applyDraft(state: DocumentsState, { body, others, origin }: Draft): DocumentsState {
  const names = [body, ...toList(others).filter(isRecord)]
    .flatMap(each => readFileName(each['file']) ?? [])
    .slice(0, filesMax)
  const left = [...state.files]
  const files = names.map((name, index) => {
    const at = left.findIndex(file => file.name === name.name && file.sizeBytes === name.size)
    return left.splice(at === -1 ? left.length : at, 1)[0] ?? toMissing(name, index)
  })
  const { file: _, ...fields } = body
  // A pasted command names no file: it applies to the attached ones.
  const same =
    names.length === 0 ||
    (files.length === state.files.length && files.every((file, at) => file === state.files[at]))
  return { ...state, fields, files: same ? state.files : files, origin: origin ?? null }
}

/** Every run of a state: those of the batch, then other modes and options, active ones last. */
export function runsOf({ rows }: Pick<DocumentsState, 'rows'>): readonly Run[] {
  const main = rows.flatMap(row => mainRun(row) ?? [])
  const others = rows.flatMap(row => runsOfRow(row).filter(run => run !== mainRun(row)))
  const runs = [...main, ...others]
  return [...runs.filter(run => run.state !== 'running'), ...runs.filter(run => run.state === 'running')]
}

function toMissing({ name, type, size }: FileName, index: number): DocumentFile {
  const id = `${index}-${name}-${size}`
  return { id, name, path: name, type, sizeBytes: size, sha256: null, attached: false }
}
