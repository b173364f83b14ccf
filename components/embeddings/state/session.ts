import { toNumber, toObject, toText, isObject, toList } from '#lib/client/json-value.ts'
import { readJson } from '#lib/read-json.ts'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import type { History } from '#components/playground/history/model/history.ts'
import { rowsOf, sourceOfRows, type TextSource } from './text-source.ts'
import type { Viewer } from './viewer.ts'
import { initialState, type Shown } from './viewer-state.ts'
import { newId } from '#lib/client/new-id.ts'
import type { Run } from '#lib/client/run.ts'
import type { startRun } from '#lib/client/send.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'
import type { TextRow } from '#components/embeddings/model/text-row.ts'
import { readOrigin } from '#components/playground/handoff/model/handoff-origin.ts'
import { emptyRequest, fromDraft, toDraft, type EmbeddingsRequest } from './request.ts'

/** Persists the request across reloads, and in the history with its responses after its first run. */
export interface ViewerSession {
  /** Restores what this tab last showed, or opens the given models; persisted from then on. */
  readonly start: (address: {
    readonly fragment: string
    readonly models: readonly string[]
  }) => Promise<void>
  readonly openEntry: (entry: HistoryEntry) => void
  /** Closes the run; it stays in the history. */
  readonly startNew: () => void
  /** Writes immediately, before the page closes. */
  readonly flush: () => void
  readonly close: () => void
}

export interface SessionOptions {
  readonly viewer: Viewer
  readonly history: () => Promise<Pick<History, 'get' | 'save'>>
  /** Session storage of this tab; null when the browser has none. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'> | null
}

const storageKey = 'sextant-embeddings'
const saveEveryMs = 1000

export function createSession({ viewer, history, storage }: SessionOptions): ViewerSession {
  const { store } = viewer
  let fragment = ''
  let timer: ReturnType<typeof setTimeout> | null = null
  let kept = initialState
  let stop = () => {}

  function flush(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const state = store.read()
    const before = kept
    kept = state
    if (state.request !== before.request || state.shown?.id !== before.shown?.id) saveInTab()
    // At the start and with each response, so that a run is not lost when its page closes.
    const { shown } = state
    const changed = shown?.id !== before.shown?.id || shown?.running !== before.shown?.running
    if (shown && !shown.restored && (changed || answered(shown) !== answered(before.shown))) {
      const entry = toEntry(shown)
      void history().then(open => open.save(entry))
    }
  }

  function saveInTab(): void {
    const { request, shown } = store.read()
    const entry = shown && { id: shown.id, createdAt: shown.createdAt }
    try {
      storage()?.setItem(storageKey, JSON.stringify({ fragment, entry, request: saveRequest(request) }))
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      // A large file exceeds tab storage; finished runs are in the history.
      storage()?.setItem(storageKey, JSON.stringify({ fragment, entry }))
    }
  }

  function toEntry({ id, createdAt, request, columns }: Shown): HistoryEntry {
    const { draft, ...view } = saveRequest(request)
    const runs = columns.flatMap(column => column.runs)
    return { id, createdAt, contract: 'embeddings', name: null, pinned: false, draft, runs, view }
  }

  function restore({ id, createdAt, draft, view, runs }: HistoryEntry, keepsRequest: boolean): void {
    const request = readSavedRequest({ ...toObject(view), draft })
    if (request === null) return
    if (!keepsRequest) store.update(state => ({ ...state, request }))
    if (runs.length === 0) return
    const { rows } = rowsOf(request.source)
    viewer.restore({ id, createdAt, request, rows, restored: true }, replay(runs))
  }

  const schedule = () => {
    const { shown } = store.read()
    if (shown?.running !== kept.shown?.running) return flush()
    timer ??= setTimeout(flush, saveEveryMs)
  }

  return {
    async start({ fragment: opened, models }) {
      fragment = opened
      stop = store.subscribe(schedule)
      const [model, second = null] = models
      if (model !== undefined)
        return store.update(state => ({
          ...state,
          request: { ...state.request, body: { ...state.request.body, model }, second },
        }))
      const tab = toObject(readJson(storage()?.getItem(storageKey) ?? ''))
      // A link other than the one these texts came from opens another set.
      if (fragment !== '' && tab['fragment'] !== fragment) return
      const request = readSavedRequest(tab['request'])
      if (request) store.update(state => ({ ...state, request }))
      const id = toText(toObject(tab['entry'])['id'])
      const stored = id === null ? null : await (await history()).get(id)
      // A run started in the meantime is newer than the stored one.
      if (stored === null || store.read().shown !== null) return
      const createdAt = toNumber(toObject(tab['entry'])['createdAt']) ?? stored.createdAt
      restore({ ...stored, createdAt }, request !== null)
    },
    openEntry(entry) {
      viewer.stop()
      flush()
      restore(entry, false)
      if (entry.runs.length === 0) store.update(state => ({ ...state, shown: null }))
      fragment = ''
      saveInTab()
    },
    startNew() {
      viewer.stop()
      flush()
      fragment = ''
      store.update(state => ({ ...state, shown: null }))
    },
    flush,
    close() {
      stop()
      flush()
      if (timer !== null) clearTimeout(timer)
    },
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

/** State stored next to a draft, which has only the first batch of the texts, and no groups. */
interface SavedRequest {
  readonly draft: Draft
  readonly groups: readonly (string | null)[] | null
  /** All texts, if there are more than in the draft and not too many to store. */
  readonly texts: readonly string[] | null
  readonly total: number
  readonly label: string
}

const charactersKept = 1_000_000

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
  }
}

/** The restored request; null when the stored value is invalid. */
export function readSavedRequest(value: unknown): EmbeddingsRequest | null {
  const { draft, groups, texts, total, label } = toObject(value)
  if (!isObject(draft) || !isObject(draft['body'])) return null
  const others = toList(draft['others']).filter(isObject)
  const origin = readOrigin(draft['origin'])
  const request = fromDraft(emptyRequest, {
    contract: 'embeddings',
    body: draft['body'],
    ...(others.length > 0 && { others }),
    ...(origin !== null && { origin }),
  })
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
