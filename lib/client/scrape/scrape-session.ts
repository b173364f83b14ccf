import type { Draft } from '#lib/client/draft.ts'
import type { HistoryEntry } from '#lib/client/history-entry.ts'
import type { History } from '#lib/client/history.ts'
import { toNumber, toObject, toText } from '#lib/client/json-value.ts'
import { readJson } from '#lib/client/read-json.ts'
import type { Run } from '#lib/client/run.ts'
import { openEntry, toEntry } from './scrape-entry.ts'
import { isGoing } from './scrape-row.ts'
import { applyDraft, emptyScrape, toScrapeDraft, type ScrapeState } from './scrape-state.ts'
import type { ScrapeStore } from './scrape-store.ts'
import { readKeptDraft } from './read-kept-draft.ts'

/** Keeps the pages of a tab across reloads, and in the history once they were read. */
export interface ScrapeSession {
  /** Brings back what this tab last showed; from then on it is kept. */
  readonly start: (address: { readonly fragment: string }) => Promise<void>
  readonly openEntry: (entry: HistoryEntry) => void
  /** Puts what another playground sent in the place of what is here; returns how to come back to that. */
  readonly openSent: (draft: Draft) => () => void
  /** Starts over; what was read stays in the history. */
  readonly startNew: () => void
  /** Writes now: before the page goes away. */
  readonly flush: () => void
  readonly close: () => void
}

export interface ScrapeSessionOptions {
  readonly store: ScrapeStore
  readonly history: () => Promise<Pick<History, 'get' | 'save'>>
  /** Of this tab; null where the browser has none. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'> | null
}

const storageKey = 'sextant-scrape'
const saveEveryMs = 1000

export function createScrapeSession({ store, history, storage }: ScrapeSessionOptions): ScrapeSession {
  let fragment = ''
  let timer: ReturnType<typeof setTimeout> | null = null
  let saved: ScrapeState | null = null
  let stop = () => {}

  function flush(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const state = store.read()
    if (state === saved) return
    const inHistory = saved?.rows === state.rows && saved.entry === state.entry
    saved = state
    keepInTab(state)
    // Without rows, its pages are still on their way from the history.
    if (state.entry !== null && state.rows.length > 0 && !inHistory) {
      const entry = toEntry(state, state.entry)
      void history().then(kept => kept.save(entry))
    }
  }

  function keepInTab(state: ScrapeState): void {
    const { entry, chosen, text } = state
    const kept = JSON.stringify({ fragment, entry, chosen, text, draft: toScrapeDraft(state) })
    try {
      storage()?.setItem(storageKey, kept)
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      // More than a tab may keep; what was read is in the history.
      storage()?.setItem(storageKey, JSON.stringify({ fragment, entry, chosen }))
    }
  }

  /** Ends what goes on and writes it, before something else is shown. */
  function leave(): void {
    store.stop()
    store.update(state => (state.rows.some(isGoing) ? { ...state, rows: state.rows.map(toStopped) } : state))
    flush()
  }

  /** Brings the pages back, unless something else was opened or started meanwhile. */
  async function restoreRows(chosen: number): Promise<void> {
    const { entry, rows } = store.read()
    if (entry === null || rows.length > 0) return
    const stored = await (await history()).get(entry.id)
    const now = store.read()
    if (stored === null || now.entry?.id !== entry.id || now.rows.length > 0) return
    const opened = openEntry(stored)
    const draft = now.addresses.length > 0 ? now : opened
    saved = {
      ...draft,
      entry,
      rows: opened.rows,
      chosen: chosen < opened.rows.length ? chosen : 0,
      restored: true,
    }
    store.open(saved)
  }

  const schedule = () => {
    const state = store.read()
    // A start and the end are written at once: the page may be gone at any time. Between them a page of many that
    // ended would write all the others again.
    if (state.entry !== saved?.entry || (state.rows !== saved.rows && !state.rows.some(isGoing)))
      return flush()
    timer ??= setTimeout(flush, saveEveryMs)
  }

  return {
    async start({ fragment: opened }) {
      fragment = opened
      stop = store.subscribe(schedule)
      const kept = toObject(readJson(storage()?.getItem(storageKey) ?? ''))
      // A link that is not the one these pages came from asks for others.
      if (fragment !== '' && kept['fragment'] !== fragment) return
      const draft = readKeptDraft(kept['draft'])
      const place = toObject(kept['entry'])
      const id = toText(place['id'])
      const entry = id === null ? null : { id, createdAt: toNumber(place['createdAt']) ?? 0 }
      const before = store.read()
      const filled = draft === null ? before : applyDraft(before, draft)
      saved = { ...filled, text: toText(kept['text']) ?? filled.text, entry }
      store.open(saved)
      await restoreRows(toNumber(kept['chosen']) ?? 0)
    },
    openEntry(stored) {
      leave()
      saved = openEntry(stored)
      store.open(saved)
      keepInTab(saved)
    },
    openSent(draft) {
      leave()
      const former = store.read()
      store.open(applyDraft(emptyScrape, draft))
      return () => {
        leave()
        store.open(former)
        void restoreRows(former.chosen)
      }
    },
    startNew() {
      leave()
      fragment = ''
      store.open(emptyScrape)
    },
    flush,
    close() {
      stop()
      flush()
    },
  }
}

// The answer to the abort arrives when the run is no longer listened to.
function toStopped(row: ScrapeState['rows'][number]): ScrapeState['rows'][number] {
  return { ...row, run: row.run && endRun(row.run), whole: row.whole && endRun(row.whole) }
}

function endRun(run: Run): Run {
  return run.state === 'running' ? { ...run, state: 'stopped' } : run
}
