import type { ChatState } from './chat-state.ts'
import { emptyPending } from './chat-state.ts'
import { isEmpty } from './draft/chat-body.ts'
import { addTurn, readLast } from './conversation.ts'
import { toUserMessage } from './message-text.ts'

/** Adds the pending message to the conversation of every column without sending it. */
export function addPendingTurn(state: ChatState, role: 'user' | 'assistant', id: string): ChatState {
  if (isEmpty(state.pending)) return state
  const message = role === 'user' ? toUserMessage(state.pending) : { role, content: state.pending.text }
  return {
    ...state,
    pending: emptyPending,
    columns: state.columns.map(column => ({
      ...column,
      conversation: addTurn(column.conversation, {
        id,
        parentId: readLast(column.conversation)?.id ?? null,
        message,
        muted: false,
        answer: null,
      }),
    })),
  }
}
