import type { Draft } from '#components/playground/form/model/draft.ts'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import type { History } from '#components/playground/history/model/history.ts'
import { type JsonObject, toNumber, toObject, toText } from '#lib/client/json-value.ts'
import { readJson } from '#lib/read-json.ts'
import type { StateStore } from '#lib/client/state-store.ts'

/** Persists a playground across reloads, and in the history once it has run. */
export interface PersistedSession {
  /** Restores what this tab last showed, or starts with the given models; persisted from then on. */
  readonly start: (address: {
    readonly models?: readonly string[]
    readonly fragment: string
  }) => Promise<void>
  readonly openEntry: (entry: HistoryEntry) => void
  /** Opens a handoff; returns an undo function. */
  readonly openSent: (draft: Draft) => () => void
  /** Starts over; finished runs stay in the history. */
  readonly startNew: () => void
  /** Writes immediately, before the page closes. */
  readonly flush: () => void
  readonly close: () => void
}

export interface PersistedState {
  /** The history entry of its runs; null before the first. */
  readonly entry: { readonly id: string; readonly createdAt: number } | null
}

export interface PersistedSessionOptions<State> {
  readonly store: StateStore<State> & {
    readonly stop: () => void
    readonly open: (state: State) => void
  }
  readonly history: () => Promise<Pick<History, 'get' | 'save'>>
  /** Session storage of this tab; null when the browser has none. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'> | null
}

/** The playground-specific operations on its state. */
export interface PersistedSessionRules<State extends PersistedState> {
  readonly storageKey: string
  /** `whole` may exceed the tab's storage; then `least` is stored: finished runs are in the history. */
  readonly toPersisted: (state: State) => { readonly whole: object; readonly least: object }
  /** @returns the restored state, and whether it includes a draft */
  readonly fromPersisted: (
    state: State,
    kept: JsonObject,
  ) => { readonly state: State; readonly draftIsHere: boolean }
  readonly toEntry: (state: State, entry: NonNullable<State['entry']>) => HistoryEntry
  readonly fromEntry: (entry: HistoryEntry) => State
  /**
   * The same with its runs restored from the history; without a current draft, also with the draft of that
   * entry.
   */
  readonly withRuns: (state: State, stored: HistoryEntry, draftIsHere: boolean) => State
  readonly hasRuns: (state: State) => boolean
  /** Whether a change is irrelevant to the history. */
  readonly isSameEntry: (before: State, now: State) => boolean
  /** Whether to write immediately: the page may close at any time. */
  readonly isUrgent: (saved: State | null, now: State) => boolean
  /** Stops running requests; returns the same state when there are none. */
  readonly toStopped: (state: State) => State
  readonly fromSent: (draft: Draft, former: State) => State
  readonly fromModels?: (models: readonly string[]) => State
  readonly startOver: (former: State) => State
}

const saveEveryMs = 1000

export function createPersistedSession<State extends PersistedState>(
  { store, history, storage }: PersistedSessionOptions<State>,
  rules: PersistedSessionRules<State>,
): PersistedSession {
  let fragment = ''
  let timer: ReturnType<typeof setTimeout> | null = null
  let saved: State | null = null
  let stop = () => {}

  function flush(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const state = store.read()
    if (state === saved) return
    const inHistory = saved !== null && rules.isSameEntry(saved, state)
    saved = state
    saveInTab(state)
    // Without runs, its responses are still loading from the history.
    if (state.entry === null || !rules.hasRuns(state) || inHistory) return
    const entry = rules.toEntry(state, state.entry)
    void history().then(kept => kept.save(entry))
  }

  function saveInTab(state: State): void {
    const { entry } = state
    const { whole, least } = rules.toPersisted(state)
    try {
      storage()?.setItem(rules.storageKey, JSON.stringify({ fragment, entry, ...whole }))
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      storage()?.setItem(rules.storageKey, JSON.stringify({ fragment, entry, ...least }))
    }
  }

  /** Stops running requests and saves them, before another state is opened. */
  function leave(): void {
    store.stop()
    store.update(rules.toStopped)
    flush()
  }

  /** Restores the responses, unless another state was opened or started meanwhile. */
  async function restoreRuns(draftIsHere: boolean): Promise<void> {
    const before = store.read()
    const { entry } = before
    if (entry === null || rules.hasRuns(before)) return
    const stored = await (await history()).get(entry.id)
    const now = store.read()
    if (stored === null || now.entry?.id !== entry.id || rules.hasRuns(now)) return
    saved = { ...rules.withRuns(now, stored, draftIsHere), entry }
    store.open(saved)
  }

  const schedule = () => {
    if (rules.isUrgent(saved, store.read())) return flush()
    timer ??= setTimeout(flush, saveEveryMs)
  }

  return {
    async start({ models = [], fragment: opened }) {
      fragment = opened
      stop = store.subscribe(schedule)
      if (rules.fromModels && models.length > 0) return store.open(rules.fromModels(models))
      const kept = toObject(readJson(storage()?.getItem(rules.storageKey) ?? ''))
      // A link other than the one this session came from opens a new one.
      if (fragment !== '' && kept['fragment'] !== fragment) return
      const place = toObject(kept['entry'])
      const id = toText(place['id'])
      const entry = id === null ? null : { id, createdAt: toNumber(place['createdAt']) ?? 0 }
      const { state, draftIsHere } = rules.fromPersisted(store.read(), kept)
      saved = { ...state, entry }
      store.open(saved)
      await restoreRuns(draftIsHere)
    },
    openEntry(stored) {
      leave()
      saved = rules.fromEntry(stored)
      store.open(saved)
      saveInTab(saved)
    },
    openSent(draft) {
      leave()
      const former = store.read()
      store.open(rules.fromSent(draft, former))
      return () => {
        leave()
        store.open(former)
        void restoreRuns(true)
      }
    },
    startNew() {
      leave()
      fragment = ''
      store.open(rules.startOver(store.read()))
    },
    flush,
    close() {
      stop()
      flush()
    },
  }
}
