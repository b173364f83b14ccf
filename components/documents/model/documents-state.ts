import type { Draft } from '#components/playground/form/model/draft.ts'
import { isObject, toList } from '#lib/client/json-value.ts'
import type { ParcelOrigin } from '#components/playground/handoff/model/parcel.ts'
import type { Run } from '#lib/client/run.ts'
import { type DocumentFile, type FileName, readFileName, toFileName } from './files/document-file.ts'
import { type DocumentRow, mainRun, runsOfRow } from './document-row.ts'
import type { ViewName } from './views/document-views.ts'
import { filesMax } from './files/files-max.ts'

/** The documents playground of one page. */
export interface DocumentsState {
  /** What every file is read with: only what is set, without the file. */
  readonly fields: Draft['body']
  /** The files that the next press of Run reads. */
  readonly files: readonly DocumentFile[]
  /** Of the last press of Run, in the order of its files. */
  readonly rows: readonly DocumentRow[]
  readonly chosen: number
  /** The form in which documents are looked at; null: the first that is there. */
  readonly view: ViewName | null
  readonly entry: { readonly id: string; readonly createdAt: number } | null
  /** The rows are from the history: they are shown, and nothing is said of them. */
  readonly restored: boolean
  readonly origin: ParcelOrigin | null
}

export const emptyDocuments: DocumentsState = {
  // Without them a page could not be shown beside its text.
  fields: { details: 'true' },
  files: [],
  rows: [],
  chosen: 0,
  view: null,
  entry: null,
  restored: false,
  origin: null,
}

/** The request for one file: its name, then what is set. */
export function bodyFor(fields: Draft['body'], file: FileName | undefined): Draft['body'] {
  return file === undefined ? fields : { file, ...fields }
}

/** The request as every part of the bench knows it: the first file, and each further one beside it. */
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
 * Takes over a draft that was edited, or came with a link, an example or the history. Files that are here stay; of
 * others there is the name alone.
 */
export function applyDraft(state: DocumentsState, { body, others, origin }: Draft): DocumentsState {
  const names = [body, ...toList(others).filter(isObject)]
    .flatMap(each => readFileName(each['file']) ?? [])
    .slice(0, filesMax)
  const left = [...state.files]
  const files = names.map((name, place) => {
    const at = left.findIndex(file => file.name === name.name && file.sizeBytes === name.size)
    return left.splice(at === -1 ? left.length : at, 1)[0] ?? toMissing(name, place)
  })
  const { file: _, ...fields } = body
  // A command that was pasted names no file: it is read with those that are here.
  const same =
    names.length === 0 ||
    (files.length === state.files.length && files.every((file, at) => file === state.files[at]))
  return { ...state, fields, files: same ? state.files : files, origin: origin ?? null }
}

/** Every run of a state: those of the press, then those of further shapes and options, and last what still goes on. */
export function runsOf({ rows }: Pick<DocumentsState, 'rows'>): readonly Run[] {
  const main = rows.flatMap(row => mainRun(row) ?? [])
  const others = rows.flatMap(row => runsOfRow(row).filter(run => run !== mainRun(row)))
  const runs = [...main, ...others]
  return [...runs.filter(run => run.state !== 'running'), ...runs.filter(run => run.state === 'running')]
}

function toMissing({ name, type, size }: FileName, place: number): DocumentFile {
  const id = `${place}-${name}-${size}`
  return { id, name, path: name, type, sizeBytes: size, sha256: null, attached: false }
}
