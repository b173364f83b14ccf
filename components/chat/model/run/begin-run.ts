import type { AnswerRecord } from '#components/chat/model/answer.ts'
import { readAnswerSchema } from '#components/chat/model/draft/answer-schema.ts'
import { emptyAnswer } from '#components/chat/model/answer.ts'
import type { ChatState, Column } from '#components/chat/model/chat-state.ts'
import { emptyPending, updateColumn } from '#components/chat/model/chat-state.ts'
import { isEmpty, isSendable, readSendable, toBodyFrom } from '#components/chat/model/draft/chat-body.ts'
import type { SentFormat } from '#components/chat/model/api-format/api-formats.ts'
import type { Turn } from '#components/chat/model/conversation.ts'
import { addTurn, readPath } from '#components/chat/model/conversation.ts'
import { toUserMessage } from '#components/chat/model/message-text.ts'

/** A run to send: the answer goes to `turnId`, which is in the returned state already. */
export interface Start {
  readonly columnId: string
  readonly turnId: string
  readonly model: string
  /** The chat request, whatever the format it is sent in. */
  readonly body: Readonly<Record<string, unknown>>
  readonly apiFormat: SentFormat
}

export interface Begun {
  readonly state: ChatState
  readonly starts: readonly Start[]
}

/** Sends the pending message in the given columns, or regenerates the last answer without one. */
export function beginRun(
  state: ChatState,
  columnIds: readonly string[],
  newId: () => string,
  now: number,
): Begun {
  const columns = state.columns.filter(column => columnIds.includes(column.id))
  // The same question has the same id in every column, so that one edit reaches all of them.
  const questionId = newId()
  const begun = columns.map(column => {
    const sendable = readSendable(column, state.pending)
    const body = toBodyFrom(state, column, sendable, state.pending)
    const path = readPath(column.conversation)
    if (isEmpty(state.pending)) {
      const parent = path.at(-1)?.answer ? (path.at(-2) ?? null) : (path.at(-1) ?? null)
      return openAnswer(column, parent?.id ?? null, body, newId, now)
    }
    const question: Turn = {
      id: questionId,
      parentId: path.at(-1)?.id ?? null,
      message: toUserMessage(state.pending),
      muted: false,
      answer: null,
    }
    const asked = { ...column, conversation: addTurn(column.conversation, question) }
    return openAnswer(asked, question.id, body, newId, now)
  })
  return {
    state: begun.reduce((next, { column }) => updateColumn(next, column.id, () => column), {
      ...state,
      pending: emptyPending,
    }),
    starts: begun.map(({ start }) => start),
  }
}

/** Requests an answer below a turn of the visible path; next to an older answer it opens a branch. */
export function beginRunAfter(
  state: ChatState,
  columnId: string,
  parentId: string | null,
  newId: () => string,
  now: number,
): Begun {
  const column = state.columns.find(({ id }) => id === columnId)
  if (!column) return { state, starts: [] }
  const path = readPath(column.conversation)
  const end = parentId === null ? 0 : path.findIndex(turn => turn.id === parentId) + 1
  const body = toBodyFrom(state, column, path.slice(0, end).filter(isSendable), null)
  const begun = openAnswer(column, parentId, body, newId, now)
  return { state: updateColumn(state, columnId, () => begun.column), starts: [begun.start] }
}

function openAnswer(
  column: Column,
  parentId: string | null,
  body: Readonly<Record<string, unknown>>,
  newId: () => string,
  now: number,
): { column: Column; start: Start } {
  const model = typeof column.params.model === 'string' ? column.params.model : ''
  const turnId = newId()
  const answer: Turn = {
    id: turnId,
    parentId,
    message: { role: 'assistant', content: '' },
    muted: false,
    answer: openRecord(model, readAnswerSchema(body), now),
  }
  return {
    column: { ...column, conversation: addTurn(column.conversation, answer) },
    start: { columnId: column.id, turnId, model, body, apiFormat: column.apiFormat ?? 'chat' },
  }
}

function openRecord(model: string, schema: AnswerRecord['schema'], startedAt: number): AnswerRecord {
  return {
    state: 'running',
    model,
    answer: emptyAnswer,
    chosen: 0,
    startedAt,
    firstMs: null,
    totalMs: null,
    failure: null,
    requestId: null,
    serverTiming: null,
    sentBytes: 0,
    schema,
  }
}
