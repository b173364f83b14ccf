import { pageLeft } from '#lib/client/page-left.ts'
import type { ChatMessage } from '#lib/contracts/api/chat-message.ts'
import type { AnswerRecord } from '#components/chat/model/answer.ts'
import { chosenChoice } from '#components/chat/model/answer.ts'
import type { ChatState } from '#components/chat/model/chat-state.ts'
import { updateColumn, updateConversation } from '#components/chat/model/chat-state.ts'
import { updateTurn } from '#components/chat/model/conversation.ts'

/** Writes the received content to its turn: at the end of a run, and when saving during one. */
export function settleRun(
  state: ChatState,
  columnId: string,
  turnId: string,
  record: AnswerRecord,
): ChatState {
  return updateConversation(state, columnId, conversation =>
    updateTurn(conversation, turnId, { answer: record, message: toAnswerMessage(record) }),
  )
}

/** Continues with another of the `n` choices of a response. */
export function chooseAnswer(state: ChatState, columnId: string, turnId: string, chosen: number): ChatState {
  const record = state.columns.find(({ id }) => id === columnId)?.conversation.turns[turnId]?.answer
  return record ? settleRun(state, columnId, turnId, { ...record, chosen }) : state
}

/**
 * The message for later requests. Reasoning as text is displayed but never sent back: most servers reject it. Signed
 * or encrypted reasoning goes back in requests of the API that it came from.
 */
export function toAnswerMessage(record: AnswerRecord): ChatMessage {
  const { content, toolCalls, refusal, thinkingBlocks = [] } = chosenChoice(record)
  return {
    role: 'assistant',
    content: content === '' && toolCalls.length > 0 ? null : content,
    ...(refusal === null ? {} : { refusal }),
    ...(toolCalls.length === 0 ? {} : { tool_calls: [...toolCalls] }),
    ...(thinkingBlocks.length === 0 ? {} : { thinking_blocks: thinkingBlocks }),
  }
}

/** A saved chat after a reload: active runs are marked as interrupted. */
export function interruptRuns(state: ChatState): ChatState {
  return state.columns.reduce(
    (next, { id, conversation }) =>
      updateColumn(next, id, column => ({
        ...column,
        conversation: Object.values(conversation.turns)
          .filter(turn => turn.answer?.state === 'running')
          .reduce(
            (all, turn) =>
              turn.answer
                ? updateTurn(all, turn.id, {
                    answer: { ...turn.answer, state: 'interrupted', failure: pageLeft },
                  })
                : all,
            column.conversation,
          ),
      })),
    state,
  )
}
