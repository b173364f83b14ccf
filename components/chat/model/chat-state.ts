import type { HandoffOrigin } from '#components/playground/handoff/model/handoff.ts'
import type { EntryRef } from '#components/playground/run/model/create-playground.ts'
import type { SentFormat } from './api-format/api-formats.ts'
import type { Conversation } from './conversation.ts'
import { emptyConversation } from './conversation.ts'
import type { UserContent } from './message-text.ts'

/** One column of the comparison: a model with its own parameters, system text and answers. */
export interface Column {
  readonly id: string
  /** Every field of the request but `messages`. */
  readonly params: Readonly<Record<string, unknown>>
  /** The format that its requests are sent in; absent: chat completions. */
  readonly apiFormat?: SentFormat
  /** Null: no system message is sent. */
  readonly system: string | null
  readonly conversation: Conversation
}

/** The pending message; sending it adds a turn to every column. */
export type Pending = UserContent

/** The full state of the chat playground, as stored in the history and restored by a reload. */
export interface ChatState {
  /** One to four; one is a plain chat. */
  readonly columns: readonly Column[]
  /** The column that form, JSON view, HTTP and Code show. */
  readonly activeId: string
  readonly pending: Pending
  readonly variables: Readonly<Record<string, string>>
  /** Saved answers by tool name. */
  readonly mocks: Readonly<Record<string, string>>
  /** Answers being entered, by `toAnswerKey` of their call. */
  readonly toolAnswers: Readonly<Record<string, string>>
  /** Settings of the active column that an example replaced, for the next new chat. */
  readonly beforeExample?: Pick<Column, 'params' | 'system'>
  /** Origin of the first messages when another playground sent them. */
  readonly origin?: HandoffOrigin
  /** The history entry of this chat, from its session; stored next to the state. */
  readonly entry?: EntryRef | null
}

export const columnsMax = 4
export const emptyPending: Pending = { text: '', images: [] }

/** Defaults of a new chat: a stream, and the counts that the figures need. */
export const startParams = { stream: true, stream_options: { include_usage: true } } as const

/** A new chat with one column per model; without a model, one column with none selected. */
export function createChat(models: readonly string[], newId: () => string): ChatState {
  const columns = (models.length === 0 ? [null] : models.slice(0, columnsMax)).map(model => ({
    id: newId(),
    params: model === null ? startParams : { model, ...startParams },
    system: null,
    conversation: emptyConversation,
  }))
  return {
    columns,
    activeId: columns[0]?.id ?? '',
    pending: emptyPending,
    variables: {},
    mocks: {},
    toolAnswers: {},
  }
}

/** The active column. */
export function readActive(state: ChatState): Column {
  const column = state.columns.find(({ id }) => id === state.activeId) ?? state.columns[0]
  if (!column) throw new RangeError('A chat has at least one column.')
  return column
}

/** The same state with one column changed. */
export function updateColumn(state: ChatState, id: string, change: (column: Column) => Column): ChatState {
  return { ...state, columns: state.columns.map(column => (column.id === id ? change(column) : column)) }
}

/** The same state with the conversation of one column changed. */
export function updateConversation(
  state: ChatState,
  columnId: string,
  change: (conversation: Conversation) => Conversation,
): ChatState {
  return updateColumn(state, columnId, column => ({ ...column, conversation: change(column.conversation) }))
}

/**
 * Adds a copy of the active column next to it and activates the copy; no effect at four columns.
 * @param model the copy's model; null: the same one
 */
export function addColumn(state: ChatState, id: string, model: string | null = null): ChatState {
  if (state.columns.length >= columnsMax) return state
  const active = readActive(state)
  const params = model === null ? active.params : { ...active.params, model }
  return {
    ...state,
    columns: state.columns.flatMap(column =>
      column === active ? [column, { ...column, id, params }] : [column],
    ),
    activeId: id,
  }
}

/** Removes a column, except for the last one. */
export function removeColumn(state: ChatState, id: string): ChatState {
  if (state.columns.length === 1) return state
  const columns = state.columns.filter(column => column.id !== id)
  const activeId = state.activeId === id ? (columns[0]?.id ?? '') : state.activeId
  return { ...state, columns, activeId }
}

/** A chat of one column of a comparison, with its conversation; the pending message stays. */
export function continueColumn({ entry: _, ...state }: ChatState, id: string): ChatState {
  return { ...state, columns: state.columns.filter(column => column.id === id), activeId: id }
}

/** The selected model of a column; null without one. */
export function readModelId(column: Column): string | null {
  const { model } = column.params
  return typeof model === 'string' && model !== '' ? model : null
}
