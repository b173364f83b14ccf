import { expect, test } from 'vitest'
import { toChatBody } from './chat-body.ts'
import { readActive } from '#components/chat/model/chat-state.ts'
import { readLast, readPath } from '#components/chat/model/conversation.ts'
import { openBodies } from './open-draft.ts'
import { answerToolCalls, countRounds, readOpenCalls } from './tool-answers.ts'

const call = (id: string) => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })
const asking = { role: 'assistant', content: null, tool_calls: [call('c1'), call('c2')] }
const createIds = () => {
  let count = 0
  return () => `id${(count += 1)}`
}

test('answers become tool messages with the ids of their calls, in the given order', () => {
  const newId = createIds()
  const state = openBodies([{ model: 'm', messages: [{ role: 'user', content: 'q' }, asking] }], newId)
  const turn = readLast(readActive(state).conversation)
  if (!turn) throw new Error('no turn')

  const answered = answerToolCalls(
    state,
    state.activeId,
    turn,
    [
      { callId: 'c1', content: '1' },
      { callId: 'c2', content: '2' },
    ],
    newId,
  )

  expect(toChatBody(answered.state, readActive(answered.state)).messages).toEqual([
    { role: 'user', content: 'q' },
    asking,
    { role: 'tool', tool_call_id: 'c1', content: '1' },
    { role: 'tool', tool_call_id: 'c2', content: '2' },
  ])
  expect(readLast(readActive(answered.state).conversation)?.id).toBe(answered.lastId)
  expect(readOpenCalls(readActive(state).conversation, turn)).toHaveLength(2)
  expect(readOpenCalls(readActive(answered.state).conversation, turn)).toEqual([])
})

test('rounds are counted from the last user message', () => {
  const tool = { role: 'tool', tool_call_id: 'c1', content: '1' }
  const messages = [
    { role: 'user', content: 'q' },
    asking,
    tool,
    { role: 'user', content: 'r' },
    asking,
    tool,
    asking,
  ]
  const path = readPath(readActive(openBodies([{ model: 'm', messages }], createIds())).conversation)

  expect(path.map(({ id }) => countRounds(path, id))).toEqual([0, 1, 1, 0, 1, 1, 2])
})
