import type { ChatState } from './chat-state.ts'
import { updateConversation } from './chat-state.ts'
import { readPath, updateTurn } from './conversation.ts'

/** Keeps a turn out of later requests, or takes it back in. The answers to its tool calls go with it. */
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
