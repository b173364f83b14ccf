import { type ChatState, columnsMax, createChat, readActive } from '#components/chat/model/chat-state.ts'
import { toChatBody } from './chat-body.ts'
import { reconcileBody } from './reconcile-body.ts'
import { toList, toObject } from '#lib/client/json-value.ts'
import { isRecord, readJson } from '#lib/read-json.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'

/** A chat from a file of its requests, or from a plain request body; a string is the reason it is neither. */
export function readDraftFile(text: string, newId: () => string): ChatState | string {
  const value = readJson(text)
  if (value === undefined) return 'The file is not valid JSON.'
  const { contract, version, columns, messages } = toObject(value)
  const bodies = toList(columns).filter(isRecord)
  if (contract === 'chat' && version === 1 && bodies.length > 0)
    return openBodies(bodies.slice(0, columnsMax), newId)
  if (Array.isArray(messages)) return openBodies([toObject(value)], newId)
  return 'The file contains neither a chat draft nor a request body with messages.'
}

/** A chat whose columns have the given request bodies. */
export function openBodies(
  bodies: readonly Readonly<Record<string, unknown>>[],
  newId: () => string,
): ChatState {
  const blank = createChat(
    bodies.map(() => ''),
    newId,
  )
  return blank.columns.reduce(
    (state, column, index) => reconcileBody(state, column.id, bodies[index] ?? {}, newId),
    blank,
  )
}

/**
 * A chat that starts with content from another playground, in every column, with its model and parameters.
 */
export function openHandoffDraft(state: ChatState, { body, origin }: Draft, newId: () => string): ChatState {
  const { messages } = body
  const opened = openBodies(
    state.columns.map(column => ({ ...toChatBody(state, column), messages })),
    newId,
  )
  return { ...opened, mocks: state.mocks, ...(origin && { origin }) }
}

/** An example in the active column. A new chat starts with the settings that it replaced. */
export function openExample(state: ChatState, body: Draft['body'], newId: () => string): ChatState {
  const { id, params, system } = readActive(state)
  const opened = withoutOrigin(reconcileBody(state, id, body, newId))
  return { ...opened, beforeExample: state.beforeExample ?? { params, system } }
}

/** For requests that no other playground sent. */
export function withoutOrigin(state: ChatState): ChatState {
  const { origin, ...rest } = state
  return origin === undefined ? state : rest
}
