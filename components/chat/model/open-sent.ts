import type { Draft } from '#components/playground/form/model/draft.ts'
import { toChatBody } from './draft/chat-body.ts'
import type { ChatState } from './chat-state.ts'
import { openBodies } from './draft/draft-file.ts'

/**
 * A chat that starts with content from another playground, in every column, with its model and parameters.
 */
export function openSent(state: ChatState, { body, origin }: Draft, newId: () => string): ChatState {
  const { messages } = body
  const opened = openBodies(
    state.columns.map(column => ({ ...toChatBody(state, column), messages })),
    newId,
  )
  return { ...opened, mocks: state.mocks, ...(origin && { origin }) }
}
