import { expect, test } from 'vitest'
import type { AnswerRecord } from '#components/chat/model/answer.ts'
import { emptyAnswer, emptyChoice } from '#components/chat/model/answer.ts'
import { beginRun, beginRunAfter } from './begin-run.ts'
import type { ChatState } from '#components/chat/model/chat-state.ts'
import { addColumn, createChat, readActive } from '#components/chat/model/chat-state.ts'
import { toChatBody } from '#components/chat/model/draft/chat-body.ts'
import { readBranch, readPath } from '#components/chat/model/conversation.ts'
import { settleRun } from './settle-run.ts'

const createIds = () => {
  let count = 0
  return () => `id${(count += 1)}`
}
const answered = (content: string): AnswerRecord => ({
  state: 'done',
  model: 'm',
  answer: { ...emptyAnswer, choices: [{ ...emptyChoice, content }] },
  chosen: 0,
  startedAt: 0,
  firstMs: 1,
  totalMs: 2,
  failure: null,
  requestId: null,
  serverTiming: null,
  sentBytes: 0,
  schema: null,
})
const write = (state: ChatState, text: string): ChatState => ({ ...state, pending: { text, images: [] } })
const send = (state: ChatState, newId: () => string, reply: string) => {
  const begun = beginRun(
    state,
    state.columns.map(({ id }) => id),
    newId,
    5,
  )
  const after = begun.starts.reduce(
    (next, { columnId, turnId }) => settleRun(next, columnId, turnId, answered(reply)),
    begun.state,
  )
  return { ...begun, after }
}
const texts = (state: ChatState) =>
  readPath(readActive(state).conversation).map(({ message }) => message.content)

test('Run sends the displayed draft', () => {
  const newId = createIds()
  const state = write(createChat(['m'], newId), 'Hi')
  const shown = toChatBody(state, readActive(state))

  const { starts, after } = send(state, newId, 'Hello')

  expect(starts[0]?.body).toEqual(shown)
  expect(shown).toEqual({
    model: 'm',
    messages: [{ role: 'user', content: 'Hi' }],
    stream: true,
    stream_options: { include_usage: true },
  })
  expect(texts(after)).toEqual(['Hi', 'Hello'])
  expect(after.pending.text).toBe('')
})

test('after an answer the draft still matches the sent request, so it is not stale', () => {
  const newId = createIds()
  const { starts, after } = send(write(createChat(['m'], newId), 'Hi'), newId, 'Hello')

  expect(toChatBody(after, readActive(after))).toEqual(starts[0]?.body)
})

test('the next message is sent with the previous answers', () => {
  const newId = createIds()
  const { after } = send(write(createChat(['m'], newId), 'Hi'), newId, 'Hello')

  const next = send(write(after, 'More'), newId, 'Yes')

  expect(next.starts[0]?.body.messages).toEqual([
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
    { role: 'user', content: 'More' },
  ])
})

test('Run with an empty composer regenerates the answer in a branch', () => {
  const newId = createIds()
  const first = send(write(createChat(['m'], newId), 'Hi'), newId, 'One')

  const again = send(first.after, newId, 'Two')

  expect(again.starts[0]?.body).toEqual(first.starts[0]?.body)
  expect(texts(again.after)).toEqual(['Hi', 'Two'])
  expect(readBranch(readActive(again.after).conversation, again.starts[0]?.turnId ?? '')).toEqual({
    index: 1,
    count: 2,
  })
})

test('an answer in the middle is regenerated with only the messages before it', () => {
  const newId = createIds()
  const first = send(write(createChat(['m'], newId), 'Hi'), newId, 'One')
  const second = send(write(first.after, 'More'), newId, 'Two')
  const question = readPath(readActive(second.after).conversation)[0]

  const again = beginRunAfter(second.after, second.after.activeId, question?.id ?? null, newId, 9)

  expect(again.starts[0]?.body.messages).toEqual([{ role: 'user', content: 'Hi' }])
  expect(texts(again.state)).toEqual(['Hi', ''])
})

test('an answer that never started is not sent, a stopped one is', () => {
  const newId = createIds()
  const begun = beginRun(write(createChat(['m'], newId), 'Hi'), ['id1'], newId, 5)
  const turnId = begun.starts[0]?.turnId ?? ''
  const failed = settleRun(begun.state, 'id1', turnId, { ...answered(''), state: 'failed' })
  const stopped = settleRun(begun.state, 'id1', turnId, { ...answered('Half'), state: 'stopped' })

  const roles = (state: ChatState) =>
    toChatBody(write(state, 'Next'), readActive(state)).messages as { role: string }[]

  expect(roles(failed).map(({ role }) => role)).toEqual(['user', 'user'])
  expect(roles(stopped).map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
})

test('one prompt goes to every column, each with its own model and system text', () => {
  const newId = createIds()
  const two = createChat(['a', 'b'], newId)
  const state = write(
    {
      ...two,
      columns: two.columns.map((column, index) =>
        index === 1 ? { ...column, system: 'Be brief.' } : column,
      ),
    },
    'Hi',
  )

  const { starts, state: running } = beginRun(
    state,
    two.columns.map(({ id }) => id),
    newId,
    5,
  )

  expect(starts.map(({ body }) => body.model)).toEqual(['a', 'b'])
  expect(starts.map(({ body }) => (body.messages as unknown[]).length)).toEqual([1, 2])
  const questions = running.columns.map(column => readPath(column.conversation)[0]?.id)
  expect(new Set(questions).size).toBe(1)
})

test('a copied column continues independently', () => {
  const newId = createIds()
  const first = send(write(createChat(['m'], newId), 'Hi'), newId, 'One')
  const two = addColumn(first.after, 'copy')

  const again = beginRun(two, ['copy'], newId, 5)

  expect(again.starts).toHaveLength(1)
  expect(
    readPath(again.state.columns[0]?.conversation ?? readActive(two).conversation).at(-1)?.message.content,
  ).toBe('One')
})
