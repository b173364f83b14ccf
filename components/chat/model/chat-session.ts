import {
  createPersistedSession,
  type PersistedSessionOptions,
  type ReplaceableSession,
} from '#components/playground/layout/model/persisted-session.ts'
import type { EntryRef, PlaygroundStore } from '#components/playground/run/model/create-playground.ts'
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
import { readApiFormat } from './api-format/api-formats.ts'
import { openDraft, openHandoffDraft, toDraftFormats } from './draft/open-draft.ts'
import { toObject, toText, toList, type JsonObject } from '#lib/client/json-value.ts'
import { isRecord } from '#lib/read-json.ts'
import type { LiveRuns } from './run/live-runs.ts'
import { interruptRuns } from './run/settle-run.ts'
import type { Run } from '#lib/client/run.ts'
import type { AnswerRecord } from './answer.ts'
import { readOrigin } from '#components/playground/handoff/model/handoff-origin.ts'
import type { AttachedFile } from './attached-files.ts'
import type { ImagePart } from './message-text.ts'
import { equalJson } from './draft/reconcile-body.ts'

export type ChatSession = ReplaceableSession<ChatState>

export interface ChatSessionOptions extends Omit<PersistedSessionOptions<ChatState>, 'store'> {
  readonly store: ChatStore
  readonly newId: () => string
  readonly now?: () => number
}

/** Persists a chat across reloads, and in the history after its first run. */
export function createChatSession({
  store,
  newId,
  now = Date.now,
  ...options
}: ChatSessionOptions): ChatSession {
  const { runs } = store
  const persisted: PlaygroundStore<ChatState> = {
    // The page may close at any time: running answers are saved, too.
    read: store.readWithPartials,
    subscribe(listener) {
      const stops = [store.subscribe(listener), runs.subscribe(listener)]
      return () => stops.forEach(stop => stop())
    },
    update: store.update,
    stop: runs.endAll,
    open(state, stored) {
      runs.clear()
      store.clearUploads()
      store.tools.clear()
      store.update(() => state)
      if (stored) restoreRuns(store, stored)
    },
  }
  return createPersistedSession<ChatState>(
    { store: persisted, ...options },
    {
      storageKey: 'sextant-chat',
      toPersisted({ entry, ...state }) {
        // Inline instead of nested.
        const place = { ...entry, entry: undefined }
        return { whole: { ...place, state }, minimal: place }
      },
      // Images can exceed tab storage; the history has space for them.
      savesDraftInHistory: true,
      fromPersisted(state, stored) {
        const tab = readChatState(stored['state'])
        // Without a copy in the tab, this stays a new chat until the history has loaded the previous one.
        return tab ? { state: interruptRuns(tab), draftIsHere: true } : { state, draftIsHere: false }
      },
      newEntry: () => ({ id: newId(), createdAt: now() }),
      toEntry: (state, entry) => toEntry(state, entry, runs),
      fromEntry: stored => ({
        ...(readStored(stored) ?? openDraft(stored.draft, newId)),
        entry: { id: stored.id, createdAt: stored.createdAt },
      }),
      withRuns(state, stored, draftIsHere, isChanged) {
        // Any change made in the meantime is newer than the stored state.
        const opened = draftIsHere || isChanged ? null : readStored(stored)
        return opened ? { ...opened, entry: { id: stored.id, createdAt: stored.createdAt } } : state
      },
      hasRuns: isBegun,
      isLoaded: ({ columns }) => columns.some(({ id }) => runs.readColumn(id) !== null),
      isSameEntry: () => false,
      // The page may have closed before the history stored the last change.
      isStored: ({ entry: _, ...state }, stored) => equalJson(stored && readStored(stored), state),
      fromHandoff: (draft, former) => openHandoffDraft(former, draft, newId),
      fromModels: models => createChat(models, newId),
      startOver({ origin: _, entry: __, beforeExample, ...former }) {
        const active = readActive(former)
        const settings = beforeExample && withModelOf(active, beforeExample)
        const columns = former.columns.map(column => ({
          ...column,
          ...(column === active && settings),
          conversation: emptyConversation,
        }))
        return { ...former, columns, pending: emptyPending, toolAnswers: {} }
      },
    },
  )
}

/** The settings with the model that is selected now. */
function withModelOf({ params: { model } }: Column, settings: NonNullable<ChatState['beforeExample']>) {
  return model === undefined ? settings : { ...settings, params: { ...settings.params, model } }
}

function toEntry({ entry: _, ...state }: ChatState, entry: EntryRef, runs: LiveRuns): HistoryEntry {
  const lives = state.columns.flatMap(({ id }) => runs.readColumn(id) ?? [])
  return {
    ...entry,
    contract: 'chat',
    name: null,
    pinned: false,
    // The entry is titled after the question; the pending message is in the view.
    draft: {
      contract: 'chat',
      body: toChatBody({ ...state, pending: emptyPending }, readActive(state)),
      ...toDraftFormats([readActive(state)]),
      ...(state.origin && { origin: state.origin }),
    },
    runs: lives.map(({ run }) => run),
    view: { state, turns: lives.map(({ columnId, turnId }) => ({ columnId, turnId })) },
  }
}

function isBegun(state: ChatState): boolean {
  return state.columns.some(({ conversation }) =>
    Object.values(conversation.turns).some(({ answer }) => answer),
  )
}

/** Shows the runs of a stored chat in HTTP and footer again, each in its column. */
function restoreRuns(store: ChatStore, entry: HistoryEntry): void {
  const places = toList(toObject(entry.view)['turns']).map(toObject)
  places.forEach((place, index) => {
    const columnId = toText(place['columnId'])
    const turnId = toText(place['turnId'])
    const run = entry.runs[index]
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

/** The chat of a history entry, without its runs; null when invalid. */
function readStored({ view }: HistoryEntry): ChatState | null {
  const state = readChatState(toObject(view)['state'])
  return state && interruptRuns(state)
}

/** A saved chat; null when invalid. History can be imported from a file, so everything is validated. */
export function readChatState(value: unknown): ChatState | null {
  const { columns, activeId, pending, variables, mocks, toolAnswers, origin, beforeExample } = toObject(value)
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
    ...(isRecord(beforeExample) && { beforeExample: readSettings(beforeExample) }),
  }
}

function readSettings({ params, system }: JsonObject): Pick<Column, 'params' | 'system'> {
  return { params: toObject(params), system: toText(system) }
}

function readColumn(value: unknown): Column | null {
  const { id, params, apiFormat, system, conversation } = toObject(value)
  const { turns, children, chosen } = toObject(conversation)
  if (typeof id !== 'string' || !isRecord(params) || !isRecord(turns)) return null
  if (!Object.entries(turns).every(([key, turn]) => isTurn(key, turn))) return null
  const lists = Object.entries(toObject(children)).every(([, ids]) => toList(ids).every(isKnown(turns)))
  if (!lists || !Object.values(toObject(chosen)).every(isKnown(turns))) return null
  return {
    id,
    params,
    ...(apiFormat !== undefined && { apiFormat: readApiFormat(apiFormat) }),
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
    (answer === null || isAnswerRecord(answer))
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

function isAnswerRecord(value: unknown): boolean {
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
  const { text, images, files } = toObject(value)
  if (typeof text !== 'string') return emptyPending
  const attached = toList(files).filter(isFile)
  return {
    text,
    images: toList(images).filter((image): image is ImagePart => isPart(image)),
    ...(attached.length > 0 && { files: attached }),
  }
}

function isFile(value: unknown): value is AttachedFile {
  const { name, text } = toObject(value)
  return typeof name === 'string' && typeof text === 'string'
}

function readTexts(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(toObject(value)).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])),
  )
}
