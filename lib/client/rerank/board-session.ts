import { toNumber, toObject, toText } from '#lib/client/json-value.ts'
import { readJson } from '#lib/client/read-json.ts'
import type { Draft } from '#lib/client/draft.ts'
import type { HistoryEntry } from '#lib/client/history-entry.ts'
import type { History } from '#lib/client/history.ts'
import type { Run } from '#lib/client/run.ts'
import {
  applyDraft,
  emptyBoard,
  openDraft,
  rivalsMax,
  toBoardDraft,
  toSentDraft,
  type BoardState,
} from './board-state.ts'
import type { BoardStore } from './board-store.ts'
import { writeBoardView } from './board-view.ts'
import { readTexts } from './read-documents.ts'
import { truthAbout } from './truth.ts'
import { readKeptDraft } from './read-kept-draft.ts'

/** Keeps a board across reloads, and in the history once it ran. */
export interface BoardSession {
  /** Brings back what this tab last showed, or begins with the given models; from then on the board is kept. */
  readonly start: (address: {
    readonly models: readonly string[]
    readonly fragment: string
  }) => Promise<void>
  readonly openEntry: (entry: HistoryEntry) => void
  /** Puts what another playground sent in the place of what is here; returns how to come back to that. */
  readonly openSent: (draft: Draft) => () => void
  /** Starts over; the runs stay in the history. */
  readonly startNew: () => void
  /** Writes now: before the page goes away. */
  readonly flush: () => void
  readonly close: () => void
}

export interface BoardSessionOptions {
  readonly store: BoardStore
  readonly history: () => Promise<Pick<History, 'get' | 'save'>>
  /** Of this tab; null where the browser has none. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'> | null
}

const storageKey = 'sextant-rerank'
const saveEveryMs = 1000

export function createBoardSession({ store, history, storage }: BoardSessionOptions): BoardSession {
  let fragment = ''
  let timer: ReturnType<typeof setTimeout> | null = null
  let saved: BoardState | null = null
  let stop = () => {}

  function flush(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const board = store.read()
    if (board === saved) return
    const inHistory = saved !== null && isSameEntry(saved, board)
    saved = board
    keepInTab(board)
    // Without runs, its answers are still on their way from the history.
    if (board.entry !== null && board.runs.length > 0 && !inHistory) {
      const entry = toEntry(board, board.entry)
      void history().then(kept => kept.save(entry))
    }
  }

  function keepInTab(board: BoardState): void {
    const draft: Draft = toBoardDraft(board)
    try {
      storage()?.setItem(storageKey, JSON.stringify({ fragment, entry: board.entry, draft }))
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      // A thousand long documents are more than a tab may keep; what ran is in the history.
      storage()?.setItem(storageKey, JSON.stringify({ fragment, entry: board.entry }))
    }
  }

  /** Ends what goes on and writes it, before something else is shown. */
  function leave(): void {
    store.stop()
    store.update(board =>
      board.runs.some(isRunning) ? { ...board, runs: board.runs.map(toStopped) } : board,
    )
    flush()
  }

  /** Brings the answers back, unless something else was opened or started meanwhile. */
  async function restoreRuns(draftIsHere: boolean): Promise<void> {
    const { entry, runs } = store.read()
    if (entry === null || runs.length > 0) return
    const stored = await (await history()).get(entry.id)
    const now = store.read()
    if (stored === null || now.entry?.id !== entry.id || now.runs.length > 0) return
    const board = draftIsHere || 'documents' in now.body ? now : openEntryOf(stored)
    saved = { ...board, entry, runs: stored.runs, before: [], restored: true }
    store.open(saved)
  }

  const schedule = () => {
    // Started and ended runs are written at once: the page may be gone at any time.
    if (store.read().runs !== saved?.runs) return flush()
    timer ??= setTimeout(flush, saveEveryMs)
  }

  return {
    async start({ models: [model, ...rivals], fragment: opened }) {
      fragment = opened
      stop = store.subscribe(schedule)
      if (model !== undefined)
        return store.open({ ...emptyBoard, body: { model }, rivals: rivals.slice(0, rivalsMax) })
      const kept = toObject(readJson(storage()?.getItem(storageKey) ?? ''))
      // A link that is not the one this board came from is another board.
      if (fragment !== '' && kept['fragment'] !== fragment) return
      const draft = readKeptDraft(kept['draft'])
      const place = toObject(kept['entry'])
      const id = toText(place['id'])
      const entry = id === null ? null : { id, createdAt: toNumber(place['createdAt']) ?? 0 }
      saved = { ...(draft === null ? store.read() : applyDraft(store.read(), draft)), entry }
      store.open(saved)
      await restoreRuns(draft !== null)
    },
    openEntry(stored) {
      leave()
      const board = openEntryOf(stored)
      saved = board
      store.open(board)
      keepInTab(board)
    },
    openSent(draft) {
      leave()
      const former = store.read()
      store.open({ ...openDraft(draft), rivals: former.rivals })
      return () => {
        leave()
        store.open(former)
        void restoreRuns(true)
      }
    },
    startNew() {
      leave()
      const { body } = store.read()
      fragment = ''
      store.open({ ...emptyBoard, body: 'model' in body ? { model: body['model'] } : {} })
    },
    flush,
    close() {
      stop()
      flush()
    },
  }
}

function isRunning(run: Run): boolean {
  return run.state === 'running'
}

// The answer to the abort arrives when the run is no longer listened to.
function toStopped(run: Run): Run {
  return isRunning(run) ? { ...run, state: 'stopped' } : run
}

function openEntryOf({ id, createdAt, draft, runs, view }: HistoryEntry): BoardState {
  const opened = applyDraft(emptyBoard, view === undefined ? draft : { ...draft, view: toObject(view) })
  return { ...opened, entry: { id, createdAt }, runs, restored: true }
}

function toEntry(board: BoardState, entry: NonNullable<BoardState['entry']>): HistoryEntry {
  const { view: _, ...draft } = toSentDraft(board)
  const view = writeBoardView(board.view, truthAbout(board.truth, readTexts(draft.body)))
  return {
    ...entry,
    contract: 'rerank',
    name: null,
    pinned: false,
    draft,
    runs: board.runs,
    ...(view !== null && { view }),
  }
}

/** Whether the history has nothing to learn from it: the draft alone is no run. */
function isSameEntry(a: BoardState, b: BoardState): boolean {
  return a.entry === b.entry && a.runs === b.runs && a.view === b.view && a.truth === b.truth
}
