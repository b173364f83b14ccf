import { expect, test } from 'vitest'
import type { AnswerRecord, Choice } from '#components/chat/model/answer.ts'
import { emptyAnswer, emptyChoice } from '#components/chat/model/answer.ts'
import { beginRun } from './begin-run.ts'
import { createChat, readActive } from '#components/chat/model/chat-state.ts'
import { readLast } from '#components/chat/model/conversation.ts'
import { chooseAnswer, interruptRuns, settleRun, toAnswerMessage } from './settle-run.ts'

const record = (...choices: Partial<Choice>[]): AnswerRecord => ({
  state: 'done',
  model: 'm',
  answer: { ...emptyAnswer, choices: choices.map((choice, index) => ({ ...emptyChoice, index, ...choice })) },
  chosen: 0,
  startedAt: 0,
  firstMs: null,
  totalMs: null,
  failure: null,
  requestId: null,
  serverTiming: null,
  sentBytes: 0,
  schema: null,
})
const call = { id: 'c', type: 'function' as const, function: { name: 'f', arguments: '{"broken":' } }
const begin = () => {
  let count = 0
  const newId = () => `id${(count += 1)}`
  return beginRun({ ...createChat(['m'], newId), pending: { text: 'Hi', images: [] } }, ['id1'], newId, 0)
}

test('an answer becomes a message of later requests', () => {
  const { state, starts } = begin()
  const settled = settleRun(state, 'id1', starts[0]?.turnId ?? '', record({ content: 'Hello' }))

  expect(readLast(readActive(settled).conversation)).toMatchObject({
    message: { role: 'assistant', content: 'Hello' },
    answer: { state: 'done' },
  })
})

test('tool calls keep their ids and their arguments as the model wrote them, with null content', () => {
  expect(toAnswerMessage(record({ toolCalls: [call] }))).toEqual({
    role: 'assistant',
    content: null,
    tool_calls: [call],
  })
})

test('reasoning is not sent back', () => {
  expect(toAnswerMessage(record({ content: 'x', reasoning: 'secret' }))).toEqual({
    role: 'assistant',
    content: 'x',
  })
})

test('the conversation can continue with another choice', () => {
  const { state, starts } = begin()
  const turnId = starts[0]?.turnId ?? ''
  const settled = settleRun(state, 'id1', turnId, record({ content: 'A' }, { content: 'B' }))

  const chosen = chooseAnswer(settled, 'id1', turnId, 1)

  expect(readLast(readActive(chosen).conversation)?.message.content).toBe('B')
  expect(chooseAnswer(settled, 'id1', 'nobody', 1)).toBe(settled)
})

test('a run that was active when the page closed is marked as interrupted', () => {
  const { state } = begin()

  expect(readLast(readActive(interruptRuns(state)).conversation)?.answer).toMatchObject({
    state: 'interrupted',
    failure: { kind: 'interrupted', code: 'page_left' },
  })
})
