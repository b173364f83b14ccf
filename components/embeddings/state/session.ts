import { toText, toObject, toList, toNumber } from '#lib/client/json-value.ts'
import {
  createPersistedSession,
  type PersistedSession,
  type PersistedSessionOptions,
} from '#components/playground/layout/model/persisted-session.ts'
import type { EntryRef, PlaygroundStore } from '#components/playground/run/model/create-playground.ts'
import { toStopped } from '#components/playground/run/model/to-stopped.ts'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import { readStoredResults, readStoredSource, toAttachment } from './stored-result.ts'
import { readFileSource, rowsOf, sourceOfRows, type TextSource } from './text-source.ts'
import type { Viewer } from './viewer.ts'
import { type Shown, startView, type ViewerState } from './viewer-state.ts'
import { newId } from '#lib/client/new-id.ts'
import type { Run } from '#lib/client/run.ts'
import type { startRun } from '#lib/client/send.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import type { TextRow } from '#components/embeddings/model/text-row.ts'
import { readSavedDraft } from '#components/playground/layout/model/persisted-draft.ts'
import { emptyRequest, fromDraft, toDraft, type EmbeddingsRequest } from './request.ts'

export interface SessionOptions extends Omit<PersistedSessionOptions<ViewerState>, 'store'> {
  readonly viewer: Viewer
}

/** Persists the request across reloads, and in the history with its responses after its first run. */
export function createSession({ viewer, ...options }: SessionOptions): PersistedSession {
  const store: PlaygroundStore<ViewerState> = {
    ...viewer.store,
    stop: viewer.stop,
    open(state, stored) {
      viewer.store.update(() => state)
      if (stored) showStored(viewer, stored)
    },
  }
  return createPersistedSession<ViewerState>(
    { store, ...options },
    {
      storageKey: 'sextant-embeddings',
      // Texts too large for the tab are in the history after their run.
      toPersisted: ({ request, shown }) => ({
        whole: {
          request: fitsTab(request.source) || request !== shown?.request ? saveRequest(request) : null,
        },
        minimal: {},
      }),
      // Hovering over a point must not write a large set of texts again.
      isSameTab: (before, now) => before.request === now.request && before.entry?.id === now.entry?.id,
      fromPersisted(state, stored) {
        const request = readSavedRequest(stored['request'])
        return { state: request ? { ...state, request } : state, draftIsHere: request !== null }
      },
      toEntry,
      fromEntry(stored, former) {
        const request = readStoredRequest(stored)
        if (request === null) return former
        if (stored.runs.length === 0) return { ...former, request, shown: null, entry: null }
        return { ...former, request, entry: { id: stored.id, createdAt: stored.createdAt } }
      },
      withRuns(state, stored, draftIsHere) {
        const request = draftIsHere ? null : readStoredRequest(stored)
        return request ? { ...state, request } : state
      },
      hasRuns: ({ shown }) => shown !== null,
      // At the start and with each response, so that a run is not lost when its page closes.
      isSameEntry: ({ shown: before }, { shown: now }) =>
        now?.restored === true ||
        (before?.id === now?.id && before?.running === now?.running && answered(before) === answered(now)),
      isUrgent: (saved, { shown }) => saved?.shown?.running !== shown?.running,
      toStopped: state =>
        state.shown?.running ? { ...state, shown: { ...state.shown, ...endShown(state.shown) } } : state,
      fromHandoff: (draft, former) => ({
        ...former,
        request: { ...fromDraft(emptyRequest, draft), second: former.request.second },
        shown: null,
        entry: null,
      }),
      // A run of the sent texts stays.
      toUndone: (former, now) => ({
        ...now,
        request: former.request,
        ...(now.shown === null && { shown: former.shown, entry: former.entry }),
      }),
      fromModels: ([model, second = null], state) => ({
        ...state,
        request: { ...state.request, body: { ...state.request.body, model }, second },
      }),
      // The model stays: without one, nothing can run.
      startOver: former => ({ ...startView(former), request: newRequest(former.request) }),
    },
  )
}

/** Shows the run of a history entry; its stored responses stand in for the API. */
function showStored(viewer: Viewer, stored: HistoryEntry): void {
  const request = readStoredRequest(stored)
  if (request === null || stored.runs.length === 0) return
  const { id, createdAt, runs } = stored
  const { rows } = rowsOf(request.source)
  viewer.restore({ id, createdAt, request, rows, restored: true }, readStoredResults(stored) ?? replay(runs))
}

function toEntry({ shown, request }: ViewerState, entry: EntryRef): HistoryEntry {
  const { draft, ...view } = saveRequest(shown?.request ?? request)
  const runs = shown?.columns.flatMap(column => column.runs) ?? []
  const attachment = shown ? toAttachment(shown) : undefined
  return {
    ...entry,
    contract: 'embeddings',
    name: null,
    pinned: false,
    draft,
    runs,
    view,
    ...(attachment && { attachment }),
  }
}

/** A request without texts and parameters, to the same model. */
function newRequest({ body: { model } }: EmbeddingsRequest): EmbeddingsRequest {
  return model === undefined ? emptyRequest : { ...emptyRequest, body: { model } }
}

function endShown({ columns }: Shown): Pick<Shown, 'running' | 'columns'> {
  return {
    running: false,
    columns: columns.map(column => ({ ...column, runs: column.runs.map(toStopped) })),
  }
}

function answered(shown: Shown | null): number {
  const runs = shown?.columns.flatMap(column => column.runs) ?? []
  return runs.filter(run => run.state !== 'running').length
}

/** Serves requests from stored runs; a missing one counts as stopped, so that it can be requested again. */
export function replay(runs: readonly Run[]): typeof startRun {
  const left = [...runs]
  return ({ path, body }) => {
    // A repeated request was stopped or failed before: the last response counts.
    const index = left.findLastIndex(run => run.request.body === body)
    const [found] = index === -1 ? [] : left.splice(index, 1)
    const run = found === undefined || found.state === 'running' ? stopped(found, path, body) : found
    return { id: run.id, current: () => run, stop: () => {}, finished: Promise.resolve(run) }
  }
}

function stopped(known: Run | undefined, path: string, body: string): Run {
  return {
    id: known?.id ?? newId(),
    state: 'stopped',
    request: { method: 'POST', path, body },
    response: null,
    events: [],
    timing: known?.timing ?? { startedAt: Date.now(), firstMs: null, totalMs: null },
    failure: null,
  }
}

const storedRequests = new WeakMap<HistoryEntry, EmbeddingsRequest>()

/** The same request for the same entry: the form shows that it is the one of the run. */
function readStoredRequest(stored: HistoryEntry): EmbeddingsRequest | null {
  const before = storedRequests.get(stored)
  if (before) return before
  const request = readSavedRequest({ ...toObject(stored.view), draft: stored.draft })
  if (request === null) return null
  const source = readStoredSource(stored)
  const read = source ? { ...request, source } : request
  storedRequests.set(stored, read)
  return read
}

/** State stored next to a draft, which has only the first batch of the texts, and no groups. */
interface SavedRequest {
  readonly draft: Draft
  readonly groups: readonly (string | null)[] | null
  /** All texts, if there are more than in the draft and not too many to store. */
  readonly texts: readonly string[] | null
  readonly total: number
  readonly label: string
  /** The file with all its columns, if it is not too large to store. */
  readonly file?: object
}

const charactersKept = 1_000_000

/** Whether a saved request has all of its texts. */
function fitsTab(source: TextSource): boolean {
  return charactersOf(source) <= charactersKept
}

function charactersOf(source: TextSource): number {
  const texts =
    source.kind === 'file' ? source.table.cells.flat() : rowsOf(source).rows.map(({ text }) => text)
  return texts.reduce((sum, text) => sum + text.length, 0)
}

export function saveRequest(request: EmbeddingsRequest): SavedRequest {
  const { rows } = rowsOf(request.source)
  const draft = toDraft(request, 'embeddings')
  const inDraft = toList(draft.body['input']).length
  const characters = rows.reduce((sum, row) => sum + row.text.length, 0)
  const keepsAll = rows.length > inDraft && characters <= charactersKept
  const kept = keepsAll ? rows : rows.slice(0, inDraft)
  return {
    draft,
    groups: kept.some(row => row.group !== null) ? kept.map(row => row.group) : null,
    texts: keepsAll ? rows.map(row => row.text) : null,
    total: rows.length,
    label: labelOf(request.source),
    ...(request.source.kind === 'file' && fitsTab(request.source) && { file: toSavedFile(request.source) }),
  }
}

function toSavedFile({ name, table, choice }: Extract<TextSource, { kind: 'file' }>): object {
  return { name, table: { ...table, lines: [...table.lines] }, choice }
}

/** The restored request; null when the stored value is invalid. */
export function readSavedRequest(value: unknown): EmbeddingsRequest | null {
  const { draft, groups, texts, total, label, file } = toObject(value)
  const saved = readSavedDraft('embeddings', draft)
  if (saved === null) return null
  const request = fromDraft(emptyRequest, saved)
  const fromFile = readFileSource(file)
  if (fromFile) return { ...request, source: fromFile }
  if (request.source.kind === 'raw') return request
  const given = toList(texts).length > 0 ? toList(texts) : rowsOf(request.source).rows.map(row => row.text)
  const rows = given.map((text, index): TextRow => ({
    text: String(text),
    group: toText(toList(groups)[index]),
    line: index + 1,
  }))
  if (rows.length === 0) return request
  const missing = (toNumber(total) ?? 0) - rows.length
  const name = toText(label) ?? 'From the request'
  return {
    ...request,
    source: sourceOfRows(rows, missing > 0 ? `First of ${rows.length + missing} texts of ${name}` : name),
  }
}

function labelOf(source: TextSource): string {
  if (source.kind === 'file') return source.name
  return source.kind === 'list' ? source.label : 'From the request'
}
