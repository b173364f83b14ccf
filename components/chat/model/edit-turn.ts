import type { ChatMessage } from '#lib/contracts/api/chat-message.ts'
import type { ChatState } from './chat-state.ts'
import { updateConversation } from './chat-state.ts'
import type { Conversation } from './conversation.ts'
import { addTurn, removeTurn, updateTurn } from './conversation.ts'

/** Changes a message in place; a question is changed in every column that has it. */
export function editTurn(
  state: ChatState,
  columnId: string,
  turnId: string,
  message: ChatMessage,
): ChatState {
  return inColumns(state, columnId, turnId, conversation =>
    updateTurn(conversation, turnId, { message, answer: null }),
  )
}

/** Deletes a message; a question is deleted in every column that has it. */
export function deleteTurn(state: ChatState, columnId: string, turnId: string): ChatState {
  return inColumns(state, columnId, turnId, conversation => removeTurn(conversation, turnId))
}

/** Opens a branch next to a message with a new text; replies to the original stay on its branch. */
export function branchTurn(
  state: ChatState,
  columnId: string,
  turnId: string,
  message: ChatMessage,
  id: string,
): ChatState {
  return inColumns(state, columnId, turnId, conversation => {
    const parentId = conversation.turns[turnId]?.parentId ?? null
    return addTurn(conversation, { id, parentId, message, muted: false, answer: null })
  })
}

/** The columns affected by a change to a turn: all that have the same question, otherwise only its own. */
export function readConcerned(state: ChatState, columnId: string, turnId: string): readonly string[] {
  const turn = state.columns.find(({ id }) => id === columnId)?.conversation.turns[turnId]
  if (turn?.message.role !== 'user') return [columnId]
  return state.columns.filter(({ conversation }) => conversation.turns[turnId]).map(({ id }) => id)
}

function inColumns(
  state: ChatState,
  columnId: string,
  turnId: string,
  change: (conversation: Conversation) => Conversation,
): ChatState {
  return readConcerned(state, columnId, turnId).reduce(
    (next, id) => updateConversation(next, id, change),
    state,
  )
}
