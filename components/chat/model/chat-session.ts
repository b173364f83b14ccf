import type { History } from '#components/playground/history/model/history.ts'
import type { HistoryEntry } from '#components/playground/history/model/history-entry.ts'
import { toChatBody } from './draft/chat-body.ts'
import {
  type ChatState,
  createChat,
  emptyPending,
  readActive,
  type Column,
  type Pending,
  columnsMax,
} from './chat-state.ts'
import type { ChatStore } from './chat-store.ts'
import { emptyConversation, type Conversation } from './conversation.ts'
import { openBodies } from './draft/draft-file.ts'
import { toObject, toText, toList, isObject, type JsonObject } from '#lib/client/json-value.ts'
import { readJson } from '#lib/read-json.ts'
import { interruptRuns } from './run/settle-run.ts'
import type { Run } from '#lib/client/run.ts'
import type { AnswerRecord } from './answer.ts'
import { readOrigin } from '#components/playground/handoff/model/handoff-origin.ts'
import type { ImagePart } from './message-text.ts'
import { equalJson } from './draft/reconcile-body.ts'

/** Persists a chat across reloads, and in the history after its first run. */
export interface ChatSession {
  /** Restores what this tab last showed, or opens the given models; persisted from then on. */
  readonly start: (address: {
    readonly models: readonly string[]
    readonly fragment: string
  }) => Promise<void>
  readonly openEntry: (entry: HistoryEntry) => void
  /** Starts over with the same models, parameters and system texts. */
  readonly startNew: () => void
  /** Opens another chat with this state; returns an undo function. */
  readonly replace: (state: ChatState) => () => void
  /** Writes immediately: before the page closes, and when a run has ended. */
  readonly flush: () => void
  readonly close: () => void
}

export interface ChatSessionOptions {
  readonly store: ChatStore
  readonly history: () => Promise<Pick<History, 'get' | 'save'>>
  /** Session storage of this tab; null when the browser has none. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'> | null
  readonly newId: () => string
  readonly now?: () => number
}

const storageKey = 'sextant-chat'
// The page may close at any time: a partial answer in the history is at most this old.
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
    saveInTab(state)
    if (isBegun(state)) void history().then(kept => kept.save(toEntry(state)))
  }

  function saveInTab(state: ChatState): void {
    try {
      storage()?.setItem(storageKey, JSON.stringify({ ...entry, fragment, state }))
    } catch (error) {
      if (!(error instanceof DOMException)) throw error
      // Images can exceed tab storage; the history has space for them.
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
      // The entry is titled after the question; the pending message is in the view.
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
      // A link other than the one this chat came from opens another chat.
      if (id === null || (fragment !== '' && kept['fragment'] !== fragment)) return
      const place = { id, createdAt: Number(kept['createdAt']) || now() }
      const tab = readChatState(kept['state'])
      // The tab's copy is shown immediately; the history provides HTTP data and anything too large for the
      // tab.
      if (tab) open(place, interruptRuns(tab))
      const before = store.read()
      const stored = await (await history()).get(id)
      if (tab) {
        restoreRuns(store, stored)
        // The page may have closed before the history stored the last change.
        if (!equalJson(toObject(stored?.view)['state'], kept['state'])) {
          saved = null
          schedule()
        }
        return
      }
      const state = readChatState(toObject(stored?.view)['state'])
      // Any change made in the meantime is newer than the stored state.
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
      saveInTab(store.read())
    },
    startNew() {
      store.runs.stopAll()
      flush()
      const { origin: _, ...state } = store.read()
      const columns = state.columns.map(column => ({ ...column, conversation: emptyConversation }))
      open({ id: newId(), createdAt: now() }, { ...state, columns, pending: emptyPending, toolAnswers: {} })
      saveInTab(store.read())
    },
    replace(state) {
      store.runs.stopAll()
      flush()
      const former = { entry, state: store.read() }
      open({ id: newId(), createdAt: now() }, state)
      saveInTab(state)
      return () => {
        store.runs.stopAll()
        flush()
        open(former.entry, former.state)
        saveInTab(former.state)
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

/** Shows the runs of a stored chat in HTTP and footer again, each in its column. */
function restoreRuns(store: ChatStore, entry: HistoryEntry | null): void {
  const places = toList(toObject(entry?.view)['turns']).map(toObject)
  places.forEach((place, index) => {
    const columnId = toText(place['columnId'])
    const turnId = toText(place['turnId'])
    const run = entry?.runs[index]
    const column = store.read().columns.find(({ id }) => id === columnId)
    const answer = turnId === null ? null : column?.conversation.turns[turnId]?.answer
    if (run && columnId !== null && turnId !== null && answer)
      store.runs.restore(columnId, turnId, toAnswered(run, answer), answer)
  })
}

/** The tab may have stored more of the end than the history: both then use the tab's state. */
function toAnswered(run: Run, { state, startedAt, firstMs, totalMs, failure }: AnswerRecord): Run {
  return { ...run, state, failure, timing: { startedAt, firstMs, totalMs } }
}

/** A saved chat; null when invalid. History can be imported from a file, so everything is validated. */
export function readChatState(value: unknown): ChatState | null {
  const { columns, activeId, pending, variables, mocks, toolAnswers, origin } = toObject(value)
  const read = toList(columns).map(readColumn)
  const known = read.filter(column => column !== null)
  if (read.length === 0 || read.length > columnsMax || known.length < read.length) return null
  const active = known.find(({ id }) => id === activeId) ?? known[0]
  const sentBy = readOrigin(origin)
  return {
    columns: known,
    activeId: active?.id ?? '',
    pending: readPending(pending),
    variables: readTexts(variables),
    mocks: readTexts(mocks),
    toolAnswers: readTexts(toolAnswers),
    ...(sentBy && { origin: sentBy }),
  }
}

function readColumn(value: unknown): Column | null {
  const { id, params, system, conversation } = toObject(value)
  const { turns, children, chosen } = toObject(conversation)
  if (typeof id !== 'string' || !isObject(params) || !isObject(turns)) return null
  if (!Object.entries(turns).every(([key, turn]) => isTurn(key, turn))) return null
  const lists = Object.entries(toObject(children)).every(([, ids]) => toList(ids).every(isKnown(turns)))
  if (!lists || !Object.values(toObject(chosen)).every(isKnown(turns))) return null
  return {
    id,
    params,
    system: toText(system),
    conversation: {
      turns,
      children: toObject(children),
      chosen: toObject(chosen),
    } as unknown as Conversation,
  }
}

function isKnown(turns: JsonObject) {
  return (id: unknown) => typeof id === 'string' && Object.hasOwn(turns, id)
}

const roles = ['system', 'developer', 'user', 'assistant', 'tool', 'function']

function isTurn(key: string, value: unknown): boolean {
  const { id, parentId, message, muted, answer } = toObject(value)
  return (
    id === key &&
    (parentId === null || typeof parentId === 'string') &&
    typeof muted === 'boolean' &&
    isMessage(message) &&
    (answer === null || isRecord(answer))
  )
}

function isMessage(value: unknown): boolean {
  const { role, content, tool_calls: calls } = toObject(value)
  if (!roles.includes(toText(role) ?? '')) return false
  const parts = toList(content)
  const spoken = content === null || content === undefined || typeof content === 'string'
  if (!spoken && !(Array.isArray(content) && parts.every(isPart))) return false
  return calls === null || calls === undefined || (Array.isArray(calls) && calls.every(isToolCall))
}

function isPart(value: unknown): boolean {
  const { type, text, image_url: image } = toObject(value)
  if (type === 'image_url') return typeof toObject(image)['url'] === 'string'
  return type !== 'text' || typeof text === 'string'
}

function isToolCall(value: unknown): boolean {
  const { id, function: called } = toObject(value)
  const { name, arguments: given } = toObject(called)
  return [id, name, given].every(text => typeof text === 'string')
}

function isRecord(value: unknown): boolean {
  const { state, model, answer, startedAt } = toObject(value)
  const choices = toObject(answer)['choices']
  return (
    typeof state === 'string' &&
    typeof model === 'string' &&
    typeof startedAt === 'number' &&
    Array.isArray(choices) &&
    choices.every(choice => {
      const { content, reasoning, toolCalls } = toObject(choice)
      return (
        typeof content === 'string' && typeof reasoning === 'string' && toList(toolCalls).every(isToolCall)
      )
    })
  )
}

function readPending(value: unknown): Pending {
  const { text, images } = toObject(value)
  if (typeof text !== 'string') return emptyPending
  return { text, images: toList(images).filter((image): image is ImagePart => isPart(image)) }
}

function readTexts(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(toObject(value)).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])),
  )
}
