import type { ChatMessage } from '#lib/contracts/api/chat-message.ts'
import {
  type ChatState,
  type Column,
  type Pending,
  emptyPending,
  updateColumn,
} from '#components/chat/model/chat-state.ts'
import { isEmpty, readSendable, fillVariables } from './chat-body.ts'
import { isRecord } from '#lib/read-json.ts'
import { mapText, readContent, toUserMessage } from '#components/chat/model/message-text.ts'
import {
  type Conversation,
  type Turn,
  addTurn,
  insertTurn,
  removeTurn,
  updateTurn,
} from '#components/chat/model/conversation.ts'

/**
 * Applies a body that was edited as JSON, pasted or opened from a link; unchanged messages keep their turns.
 */
export function reconcileBody(
  state: ChatState,
  columnId: string,
  body: Readonly<Record<string, unknown>>,
  newId: () => string,
): ChatState {
  const column = state.columns.find(({ id }) => id === columnId)
  if (!column) return state
  const { messages: given, ...params } = body
  // The JSON view may hold a body that violates the contract: it is kept, so that the API can report the
  // error.
  if (!isConversation(given))
    return updateColumn(state, columnId, () => ({ ...column, params: { ...params, ...extra(given) } }))
  const messages = given as readonly ChatMessage[]
  const { system, rest } = splitSystem(messages, column, state)
  const { pending, turns } = splitPending(rest, state)
  const conversation = reconcileTurns(
    column.conversation,
    readSendable(column, state.pending),
    turns,
    message => mapText(message, text => fillVariables(text, state.variables)),
    newId,
  )
  return { ...updateColumn(state, columnId, () => ({ ...column, params, system, conversation })), pending }
}

function isConversation(given: unknown): boolean {
  return (
    Array.isArray(given) && given.every(message => isRecord(message) && typeof message['role'] === 'string')
  )
}

function extra(given: unknown): Record<string, unknown> {
  return given === undefined ? {} : { messages: given }
}

function splitSystem(messages: readonly ChatMessage[], column: Column, state: ChatState) {
  const [first, ...rest] = messages
  if (first?.role !== 'system' || typeof first.content !== 'string' || Object.keys(first).length !== 2)
    return { system: null, rest: messages }
  const unchanged = column.system !== null && fillVariables(column.system, state.variables) === first.content
  return { system: unchanged ? column.system : first.content, rest }
}

function splitPending(
  messages: readonly ChatMessage[],
  state: ChatState,
): { pending: Pending; turns: readonly ChatMessage[] } {
  if (isEmpty(state.pending)) return { pending: state.pending, turns: messages }
  const last = messages.at(-1)
  if (last?.role !== 'user') return { pending: emptyPending, turns: messages }
  const written = mapText(toUserMessage(state.pending), text => fillVariables(text, state.variables))
  const pending = equalJson(written, last) ? state.pending : readContent(last)
  return { pending, turns: messages.slice(0, -1) }
}

/**
 * Updates the sent turns to match `messages`. Equal messages at both ends keep their branches and figures;
 * between them, messages of the same role are changed in place, the rest is removed or added.
 */
function reconcileTurns(
  conversation: Conversation,
  sent: readonly Turn[],
  messages: readonly ChatMessage[],
  toSent: (message: ChatMessage) => ChatMessage,
  newId: () => string,
): Conversation {
  const same = (turn: Turn | undefined, message: ChatMessage | undefined) =>
    turn !== undefined && message !== undefined && equalJson(toSent(turn.message), message)
  const shorter = Math.min(sent.length, messages.length)
  let head = 0
  while (head < shorter && same(sent[head], messages[head])) head += 1
  let tail = 0
  while (tail < shorter - head && same(sent.at(-1 - tail), messages.at(-1 - tail))) tail += 1

  const before = sent.slice(head, sent.length - tail)
  const after = messages.slice(head, messages.length - tail)
  const paired = before.findIndex((turn, index) => turn.message.role !== after[index]?.role)
  const kept = paired === -1 ? before.length : paired
  const edited = before
    .slice(0, kept)
    .reduce((all, turn, index) => writeTurn(all, turn, after[index]), conversation)
  const shortened = before.slice(kept).reduce((all, turn) => removeTurn(all, turn.id), edited)

  const start = { all: shortened, parentId: sent[head + kept - 1]?.id ?? null }
  return after.slice(kept).reduce(({ all, parentId }, message) => {
    const turn: Turn = { id: newId(), parentId, message, muted: false, answer: null }
    // At the end it becomes a branch next to an answered one; in the middle the rest moves below it.
    return { all: tail > 0 ? insertTurn(all, turn) : addTurn(all, turn), parentId: turn.id }
  }, start).all
}

function writeTurn(conversation: Conversation, turn: Turn, message: ChatMessage | undefined): Conversation {
  return message ? updateTurn(conversation, turn.id, { message, answer: null }) : conversation
}

/** Whether two JSON values are equal; the order of keys and `undefined` values do not count. */
export function equalJson(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const left = definedEntries(a)
  const right = new Map(definedEntries(b))
  return (
    left.length === right.size &&
    left.every(([key, value]) => right.has(key) && equalJson(value, right.get(key)))
  )
}

function definedEntries(value: object): [string, unknown][] {
  return Object.entries(value).filter(([, entry]) => entry !== undefined)
}
