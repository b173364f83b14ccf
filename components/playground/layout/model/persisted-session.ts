import type { Draft } from '#components/playground/form/model/draft.ts'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import type { History } from '#components/playground/history/model/history.ts'
import type { EntryRef, PlaygroundStore } from '#components/playground/run/model/create-playground.ts'
import { type JsonObject, toNumber, toObject, toText } from '#lib/client/json-value.ts'
import { readJson } from '#lib/read-json.ts'

/** Persists a playground across reloads, and in the history once it has run. */
export interface PersistedSession {
  /** Restores what this tab last showed, or starts with the given models; persisted from then on. */
  readonly start: (address: {
    readonly models?: readonly string[]
    readonly fragment: string
  }) => Promise<void>
  readonly openEntry: (entry: HistoryEntry) => void
  /** Opens a handoff; returns an undo function. */
  readonly openHandoff: (draft: Draft) => () => void
  /** Starts over; finished runs stay in the history. */
  readonly startNew: () => void
  /** Writes immediately, before the page closes. */
  readonly flush: () => void
  readonly close: () => void
}

/** A session for a page that also opens states of its own. */
export interface ReplaceableSession<State> extends PersistedSession {
  /** Opens another state; returns an undo function. */
  readonly replace: (state: State) => () => void
}

export interface PersistedState {
  /** The history entry of its runs; null before the first. */
  readonly entry?: EntryRef | null
}

export interface PersistedSessionOptions<State> {
  readonly store: PlaygroundStore<State>
  readonly history: () => Promise<Pick<History, 'get' | 'save'>>
  /** Session storage of this tab; null when the browser has none. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'> | null
  /** The history refused a run, for example because the browser's storage is full; once until it accepts one. */
  readonly onUnsaved?: () => void
}

/**
 * The playground-specific operations on its state. At start: `newEntry`, and `fromModels` for a link with models,
 * otherwise `fromPersisted`. To save, every second or at once if `isUrgent`: in the tab `toPersisted` unless
 * `isSameTab`, and in the history `toEntry` if `hasRuns` and unless `isSameEntry`. To restore the runs of an entry,
 * unless `isLoaded`: `isStored`, which may save again, and `withRuns`. To open something else: `toStopped` first,
 * then `fromEntry`, `fromHandoff` or `startOver`; `toUndone` goes back.
 */
export interface PersistedSessionRules<State extends PersistedState> {
  readonly storageKey: string
  /** `whole` may exceed the tab's storage; then `minimal` is stored: finished runs are in the history. */
  readonly toPersisted: (state: State) => { readonly whole: object; readonly minimal: object }
  /** Whether a change is irrelevant to the tab's copy; default: never. */
  readonly isSameTab?: (before: State, now: State) => boolean
  /** Set if a state that exceeds the tab's storage is saved in the history even before its first run. */
  readonly savesDraftInHistory?: true
  /** @returns the restored state, and whether it includes a draft */
  readonly fromPersisted: (
    state: State,
    stored: JsonObject,
  ) => { readonly state: State; readonly draftIsHere: boolean }
  /** The entry of a state before its first run; default: none until the run. */
  readonly newEntry?: () => EntryRef
  readonly toEntry: (state: State, entry: EntryRef) => HistoryEntry
  readonly fromEntry: (entry: HistoryEntry, former: State) => State
  /**
   * The same with its runs restored from the history; without a current draft, also with the draft of that
   * entry. The same state if all of its runs are outside of it.
   * @param isChanged whether the state changed while the history was loading
   */
  readonly withRuns: (state: State, stored: HistoryEntry, draftIsHere: boolean, isChanged: boolean) => State
  /** Whether the state belongs in the history. */
  readonly hasRuns: (state: State) => boolean
  /** Whether its runs are shown, so that the history has nothing to restore; default: `hasRuns`. */
  readonly isLoaded?: (state: State) => boolean
  /** Whether a change is irrelevant to the history. */
  readonly isSameEntry: (before: State, now: State) => boolean
  /** Whether the history has this restored state, or has missed its last change; default: it has. */
  readonly isStored?: (state: State, stored: HistoryEntry | null) => boolean
  /** Whether to write immediately: the page may close at any time. Default: never. */
  readonly isUrgent?: (saved: State | null, now: State) => boolean
  /** Marks running requests as stopped; returns the same state when there are none. Default: unchanged. */
  readonly toStopped?: (state: State) => State
  readonly fromHandoff: (draft: Draft, former: State) => State
  /** The state that undo opens after a replacement; default: the former state. */
  readonly toUndone?: (former: State, now: State) => State
  readonly fromModels?: (models: readonly string[], former: State) => State
  readonly startOver: (former: State) => State
}

const saveEveryMs = 1000

export function createPersistedSession<State extends PersistedState>(
  { store, history, storage, onUnsaved }: PersistedSessionOptions<State>,
  rules: PersistedSessionRules<State>,
): ReplaceableSession<State> {
  const isLoaded = rules.isLoaded ?? rules.hasRuns
  let fragment = ''
  let timer: ReturnType<typeof setTimeout> | null = null
  let saved: State | null = null
  let isUnsaved = false
  // A state that a link has opened and nothing has changed since.
  let linked: State | null = null
  // The entry that this page continues, as it was read.
  let read: Pick<HistoryEntry, 'id' | 'revision'> | null = null
  let stop = () => {}

  function flush(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const state = store.read()
    if (state === saved) return
    const before = saved
    saved = state
    if (before === null || !rules.isSameTab?.(before, state)) saveInTab(state)
    // Without runs, its responses are still loading from the history.
    if (!rules.hasRuns(state) || (before !== null && rules.isSameEntry(before, state))) return
    saveInHistory(state)
  }

  function saveInHistory(state: State): void {
    if (!state.entry) return
    void writeHistory(rules.toEntry(state, state.entry))
  }

  async function writeHistory(entry: HistoryEntry): Promise<void> {
    try {
      const revision = read?.id === entry.id ? read.revision : undefined
      const saved = await (await history()).save({ ...entry, ...(revision !== undefined && { revision }) })
      isUnsaved = false
      if (saved.id !== entry.id) moveTo(saved, entry.id)
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      if (!isUnsaved) onUnsaved?.()
      isUnsaved = true
    }
  }

  /** Another tab has changed the entry: this one continues in a copy. */
  function moveTo(entry: EntryRef, formerId: string): void {
    store.update(state => (state.entry?.id === formerId ? { ...state, entry } : state))
  }

  function saveInTab(state: State): void {
    const { entry } = state
    const { whole, minimal } = rules.toPersisted(state)
    if (writeTab({ fragment, entry, ...whole })) return
    // If the tab's storage is full of other pages' data, even this fails; the history still has the runs.
    writeTab({ fragment, entry, ...minimal })
    if (rules.savesDraftInHistory) saveInHistory(state)
  }

  /** @returns false if the tab's storage is full */
  function writeTab(stored: object): boolean {
    try {
      storage()?.setItem(rules.storageKey, JSON.stringify(stored))
      return true
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      return false
    }
  }

  /** Stops running requests and saves them, before another state is opened. */
  function leave(): void {
    store.stop()
    if (rules.toStopped) store.update(rules.toStopped)
    flush()
  }

  /** Opens a state that the history has already, or that has not run yet. */
  function show(state: State, stored?: HistoryEntry): void {
    saved = withEntry(state)
    if (stored) read = stored
    store.open(saved, stored)
    saveInTab(saved)
  }

  function withEntry(state: State): State {
    return state.entry || !rules.newEntry ? state : { ...state, entry: rules.newEntry() }
  }

  /** Restores the responses, unless another state was opened or started meanwhile. */
  async function restoreRuns(id: string, draftIsHere: boolean): Promise<void> {
    const before = store.read()
    if (isLoaded(before)) return
    const stored = await (await history()).get(id)
    const now = store.read()
    if (now.entry?.id !== before.entry?.id || isLoaded(now)) return
    const isStored = !draftIsHere || rules.isStored?.(before, stored) !== false
    if (isStored) read = stored
    else {
      saved = null
      schedule()
    }
    if (stored === null) return
    const next = rules.withRuns(now, stored, draftIsHere, now !== before)
    if (next !== now) saved = next
    store.open(next, stored)
  }

  function schedule(): void {
    if (rules.isUrgent?.(saved, store.read())) return flush()
    timer ??= setTimeout(flush, saveEveryMs)
  }

  function replace(state: State): () => void {
    leave()
    const former = store.read()
    show(state)
    return () => {
      leave()
      show(rules.toUndone?.(former, store.read()) ?? former)
      if (former.entry) void restoreRuns(former.entry.id, true)
    }
  }

  return {
    async start({ models = [], fragment: opened }) {
      fragment = opened
      store.update(withEntry)
      stop = store.subscribe(schedule)
      if (rules.fromModels && models.length > 0) {
        const next = withEntry(rules.fromModels(models, store.read()))
        // A state with its own entry is a new one, not the draft of the tab: it replaces that with its first change.
        if (rules.newEntry) saved = linked = next
        return store.open(next)
      }
      const stored = toObject(readJson(storage()?.getItem(rules.storageKey) ?? ''))
      // A link other than the one this session came from opens a new one.
      if (fragment !== '' && stored['fragment'] !== fragment) return
      const entry = readEntryRef(stored)
      const { state, draftIsHere } = rules.fromPersisted(store.read(), stored)
      saved = { ...state, entry: state.entry ?? entry }
      store.open(saved)
      if (entry !== null) await restoreRuns(entry.id, draftIsHere)
    },
    openEntry(stored) {
      leave()
      show(rules.fromEntry(stored, store.read()), stored)
    },
    openHandoff: draft => replace(rules.fromHandoff(draft, store.read())),
    replace,
    startNew() {
      leave()
      fragment = ''
      show(rules.startOver(store.read()))
    },
    flush() {
      // A reload no longer has the models in its URL.
      if (linked !== null && store.read() === linked) saved = null
      flush()
    },
    close() {
      stop()
      flush()
    },
  }
}

function readEntryRef(stored: JsonObject): EntryRef | null {
  // The chat stores its entry inline.
  const { id: storedId, createdAt } = toObject(stored['entry'] ?? stored)
  const id = toText(storedId)
  return id === null ? null : { id, createdAt: toNumber(createdAt) ?? 0 }
}
