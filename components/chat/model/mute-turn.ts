import type { ChatState } from './chat-state.ts'
import { updateConversation } from './chat-state.ts'
import { readPath, updateTurn } from './conversation.ts'

/** Excludes a turn from later requests, or includes it again. The answers to its tool calls follow. */
export function muteTurn(state: ChatState, columnId: string, turnId: string, muted: boolean): ChatState {
  return updateConversation(state, columnId, conversation => {
    const turn = conversation.turns[turnId]
    const calls = turn?.message.role === 'assistant' ? (turn.message.tool_calls ?? []) : []
    const ids = new Set(calls.map(({ id }) => id))
    return readPath(conversation)
      .filter(
        ({ id, message }) => id === turnId || (message.role === 'tool' && ids.has(message.tool_call_id)),
      )
      .reduce((all, { id }) => updateTurn(all, id, { muted }), conversation)
  })
}
