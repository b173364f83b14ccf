import type { History } from '#lib/client/history.ts'
import type { HistoryEntry } from '#lib/client/history-entry.ts'
import { toChatBody } from './chat-body.ts'
import type { ChatState } from './chat-state.ts'
import { createChat, emptyPending, readActive } from './chat-state.ts'
import type { ChatStore } from './chat-store.ts'
import { equalJson } from './equal-json.ts'
import { emptyConversation } from './conversation.ts'
import { openBodies } from './draft-file.ts'
import { toObject, toText } from '#lib/client/json-value.ts'
import { readChatState } from './read-chat-state.ts'
import { readJson } from '#lib/client/read-json.ts'
import { restoreRuns } from './restore-runs.ts'
import { interruptRuns } from './settle-run.ts'

/** Keeps a chat across reloads, and in the history once something was asked. */
export interface ChatSession {
  /** Brings back what this tab last showed, or opens the given models; from then on the chat is kept. */
  readonly start: (address: {
    readonly models: readonly string[]
    readonly fragment: string
  }) => Promise<void>
  readonly openEntry: (entry: HistoryEntry) => void
  /** Starts over with the same models, parameters and system texts. */
  readonly startNew: () => void
  /** Begins another chat with this state; returns how to come back to the one that was here. */
  readonly replace: (state: ChatState) => () => void
  /** Writes now: before the page goes away, and when a run has ended. */
  readonly flush: () => void
  readonly close: () => void
}

export interface ChatSessionOptions {
  readonly store: ChatStore
  readonly history: () => Promise<Pick<History, 'get' | 'save'>>
  /** Of this tab; null where the browser has none. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'> | null
  readonly newId: () => string
  readonly now?: () => number
}

const storageKey = 'sextant-chat'
// The page may be gone at any time: a partial answer is at most this old in the history.
const saveEveryMs = 1000

export function createChatSession({
  store,
  history,
  storage,
  newId,
  now = Date.now,
}: ChatSessionOptions): ChatSession {
  let entry = { id: newId(), createdAt: now() }
  let fragment = ''
  let timer: ReturnType<typeof setTimeout> | null = null
  let saved: ChatState | null = null

  function open(next: typeof entry, state: ChatState): void {
    entry = next
    store.runs.clear()
    saved = state
    store.update(() => state)
  }

  function flush(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const state = store.readWithPartials()
    if (state === saved) return
    saved = state
    keepInTab(state)
    if (isBegun(state)) void history().then(kept => kept.save(toEntry(state)))
  }

  function keepInTab(state: ChatState): void {
    try {
      storage()?.setItem(storageKey, JSON.stringify({ ...entry, fragment, state }))
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      // Pictures can be larger than what a tab may keep; the history has room for them.
      storage()?.setItem(storageKey, JSON.stringify({ ...entry, fragment }))
      void history().then(kept => kept.save(toEntry(state)))
    }
  }

  function toEntry(state: ChatState): HistoryEntry {
    const lives = state.columns.flatMap(({ id }) => store.runs.readColumn(id) ?? [])
    return {
      ...entry,
      contract: 'chat',
      name: null,
      pinned: false,
      // What was asked is what the entry is named after; the message being written is in the view.
      draft: {
        contract: 'chat',
        body: toChatBody({ ...state, pending: emptyPending }, readActive(state)),
        ...(state.origin && { origin: state.origin }),
      },
      runs: lives.map(({ run }) => run),
      view: { state, turns: lives.map(({ columnId, turnId }) => ({ columnId, turnId })) },
    }
  }

  const schedule = () => {
    timer ??= setTimeout(flush, saveEveryMs)
  }
  let stops: readonly (() => void)[] = []

  return {
    async start(address) {
      fragment = address.fragment
      stops = [store.subscribe(schedule), store.runs.subscribe(schedule)]
      if (address.models.length > 0) return open(entry, createChat(address.models, newId))
      const kept = toObject(readJson(storage()?.getItem(storageKey) ?? ''))
      const id = toText(kept['id'])
      // A link that is not the one this chat came from is another chat.
      if (id === null || (fragment !== '' && kept['fragment'] !== fragment)) return
      const place = { id, createdAt: Number(kept['createdAt']) || now() }
      const tab = readChatState(kept['state'])
      // What the tab kept is shown at once; the history is asked for the wire, and for what was too large for a tab.
      if (tab) open(place, interruptRuns(tab))
      const before = store.read()
      const stored = await (await history()).get(id)
      if (tab) {
        restoreRuns(store, stored)
        // The page may have gone away before the history had taken the last of it.
        if (!equalJson(toObject(stored?.view)['state'], kept['state'])) {
          saved = null
          schedule()
        }
        return
      }
      const state = readChatState(toObject(stored?.view)['state'])
      // Whatever was done meanwhile is newer than what is kept.
      if (state === null || store.read() !== before) return
      open(place, interruptRuns(state))
      restoreRuns(store, stored)
    },
    openEntry(stored) {
      store.runs.stopAll()
      flush()
      const state = readChatState(toObject(stored.view)['state']) ?? openBodies([stored.draft.body], newId)
      open({ id: stored.id, createdAt: stored.createdAt }, interruptRuns(state))
      restoreRuns(store, stored)
      keepInTab(store.read())
    },
    startNew() {
      store.runs.stopAll()
      flush()
      const { origin: _, ...state } = store.read()
      const columns = state.columns.map(column => ({ ...column, conversation: emptyConversation }))
      open({ id: newId(), createdAt: now() }, { ...state, columns, pending: emptyPending, toolAnswers: {} })
      keepInTab(store.read())
    },
    replace(state) {
      store.runs.stopAll()
      flush()
      const former = { entry, state: store.read() }
      open({ id: newId(), createdAt: now() }, state)
      keepInTab(state)
      return () => {
        store.runs.stopAll()
        flush()
        open(former.entry, former.state)
        keepInTab(former.state)
      }
    },
    flush,
    close() {
      flush()
      stops.forEach(stop => stop())
      if (timer !== null) clearTimeout(timer)
    },
  }
}

function isBegun(state: ChatState): boolean {
  return state.columns.some(({ conversation }) =>
    Object.values(conversation.turns).some(({ answer }) => answer),
  )
}
