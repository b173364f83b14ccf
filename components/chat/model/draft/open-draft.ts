import { type ChatState, createChat, readActive } from '#components/chat/model/chat-state.ts'
import { toChatBody } from './chat-body.ts'
import { reconcileBody } from './reconcile-body.ts'
import type { Draft } from '#components/playground/form/model/draft.ts'

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
