import { toNumber, toObject, toText } from '#lib/client/json-value.ts'
import { readJson } from '#lib/client/read-json.ts'
import type { Draft } from '#lib/client/draft.ts'
import type { HistoryEntry } from '#lib/client/history-entry.ts'
import type { History } from '#lib/client/history.ts'
import { openMapEntry, toMapEntry } from './map-entry.ts'
import { applyDraft, emptyMap, type MapState, toMapDraft } from './map-state.ts'
import type { MapStore } from './map-store.ts'
import { readKeptDraft } from './read-kept-draft.ts'

/** Keeps a map across reloads, and in the history once it ran. */
export interface MapSession {
  /** Brings back what this tab last showed; from then on the map is kept. */
  readonly start: (address: { readonly fragment: string }) => Promise<void>
  readonly openEntry: (entry: HistoryEntry) => void
  /** Puts what another playground sent in the place of what is here; returns how to come back to that. */
  readonly openSent: (draft: Draft) => () => void
  /** Starts over; the map stays in the history. */
  readonly startNew: () => void
  /** Writes now: before the page goes away. */
  readonly flush: () => void
  readonly close: () => void
}

export interface MapSessionOptions {
  readonly store: MapStore
  readonly history: () => Promise<Pick<History, 'get' | 'save'>>
  /** Of this tab; null where the browser has none. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'> | null
}

const storageKey = 'sextant-map'
const saveEveryMs = 1000

export function createMapSession({ store, history, storage }: MapSessionOptions): MapSession {
  let fragment = ''
  let timer: ReturnType<typeof setTimeout> | null = null
  let saved: MapState | null = null
  let stop = () => {}

  function flush(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const state = store.read()
    if (state === saved) return
    const inHistory = saved?.entry === state.entry && saved?.run === state.run
    saved = state
    keepInTab(state)
    // Without its run, the answer is still on its way from the history.
    if (state.entry === null || state.run === null || inHistory) return
    const entry = toMapEntry(state, state.entry)
    void history().then(kept => kept.save(entry))
  }

  function keepInTab(state: MapState): void {
    const { entry } = state
    try {
      storage()?.setItem(storageKey, JSON.stringify({ fragment, entry, draft: toMapDraft(state) }))
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      // A body with fields of megabytes is more than a tab may keep; what ran is in the history.
      storage()?.setItem(storageKey, JSON.stringify({ fragment, entry }))
    }
  }

  /** Ends what goes on and writes it, before something else is shown. */
  function leave(): void {
    store.stop()
    store.update(toStopped)
    flush()
  }

  /** Brings the answer back, unless something else was opened or started meanwhile. */
  async function restoreRun(draftIsHere: boolean): Promise<void> {
    const { entry, run } = store.read()
    if (entry === null || run !== null) return
    const stored = await (await history()).get(entry.id)
    const now = store.read()
    if (stored === null || now.entry?.id !== entry.id || now.run !== null) return
    const opened = openMapEntry(stored)
    saved = draftIsHere ? { ...opened, body: now.body, origin: now.origin, entry } : { ...opened, entry }
    store.open(saved)
  }

  const schedule = () => {
    const { run } = store.read()
    // Its start and its end are written at once: the page may be gone at any time.
    if (run?.id !== saved?.run?.id || run?.state !== saved?.run?.state) return flush()
    timer ??= setTimeout(flush, saveEveryMs)
  }

  return {
    async start({ fragment: opened }) {
      fragment = opened
      stop = store.subscribe(schedule)
      const kept = toObject(readJson(storage()?.getItem(storageKey) ?? ''))
      // A link that is not the one this map came from is another map.
      if (fragment !== '' && kept['fragment'] !== fragment) return
      const draft = readKeptDraft(kept['draft'])
      const place = toObject(kept['entry'])
      const id = toText(place['id'])
      const entry = id === null ? null : { id, createdAt: toNumber(place['createdAt']) ?? 0 }
      if (draft === null && entry === null) return
      saved = { ...(draft === null ? store.read() : applyDraft(store.read(), draft)), entry }
      store.open(saved)
      await restoreRun(draft !== null)
    },
    openEntry(stored) {
      leave()
      saved = openMapEntry(stored)
      store.open(saved)
      keepInTab(saved)
    },
    openSent(draft) {
      leave()
      const former = store.read()
      store.open(applyDraft(emptyMap(), draft))
      return () => {
        leave()
        store.open(former)
        void restoreRun(true)
      }
    },
    startNew() {
      leave()
      fragment = ''
      store.open(emptyMap())
    },
    flush,
    close() {
      stop()
      flush()
    },
  }
}

// The answer to the abort arrives when the run is no longer listened to.
function toStopped(state: MapState): MapState {
  return state.run?.state === 'running' ? { ...state, run: { ...state.run, state: 'stopped' } } : state
}
