import type { ToolCall } from '#lib/contracts/api/chat-message.ts'
import type { ChatState } from '#components/chat/model/chat-state.ts'
import { updateConversation } from '#components/chat/model/chat-state.ts'
import type { Conversation, Turn } from '#components/chat/model/conversation.ts'
import { addTurn, readPath } from '#components/chat/model/conversation.ts'

/** An answer to one tool call, entered by hand or from a saved mock. The console never runs a tool. */
export interface ToolAnswer {
  readonly callId: string
  readonly content: string
}

/** Storage key of an answer being entered; by index, as some models give two calls the same id. */
export function toAnswerKey(turnId: string, index: number): string {
  return `${turnId}:${index}`
}

/** Adds the `tool` messages below the calling turn, in the order of its calls. */
export function answerToolCalls(
  state: ChatState,
  columnId: string,
  turn: Turn,
  answers: readonly ToolAnswer[],
  newId: () => string,
): { state: ChatState; lastId: string } {
  const turns = answers.reduce<readonly Turn[]>(
    (added, { callId, content }) => [
      ...added,
      {
        id: newId(),
        parentId: added.at(-1)?.id ?? turn.id,
        message: { role: 'tool', tool_call_id: callId, content },
        muted: false,
        answer: null,
      },
    ],
    [],
  )
  return {
    state: updateConversation(state, columnId, conversation => turns.reduce(addTurn, conversation)),
    lastId: turns.at(-1)?.id ?? turn.id,
  }
}

/** The calls of a turn without a later `tool` message. */
export function readOpenCalls(conversation: Conversation, turn: Turn): readonly ToolCall[] {
  const calls = turn.message.role === 'assistant' ? (turn.message.tool_calls ?? []) : []
  const path = readPath(conversation)
  const later = path.slice(path.findIndex(({ id }) => id === turn.id) + 1)
  const answered = new Set(
    later.map(({ message }) => (message.role === 'tool' ? message.tool_call_id : null)),
  )
  return calls.filter(call => !answered.has(call.id))
}

/** The round of tool calls of a turn, counted from the last user message: 1 for the first. */
export function countRounds(path: readonly Turn[], turnId: string): number {
  const until = path.slice(0, path.findIndex(({ id }) => id === turnId) + 1)
  const asked = until.findLastIndex(({ message }) => message.role === 'user')
  return until
    .slice(asked + 1)
    .filter(({ message }) => message.role === 'assistant' && message.tool_calls?.length).length
}
