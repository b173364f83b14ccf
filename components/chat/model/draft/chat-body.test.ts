import { expect, test } from 'vitest'
import { readChatVariables, toChatBody, fillVariables, readMissing, readVariables } from './chat-body.ts'
import { createChat, readActive, updateColumn } from '#components/chat/model/chat-state.ts'
import { openBodies } from './open-draft.ts'
import { readPath } from '#components/chat/model/conversation.ts'
import { muteTurn } from '#components/chat/model/mute-turn.ts'

const createIds = () => {
  let count = 0
  return () => `id${(count += 1)}`
}

test('model and messages come first, then the fields the user set', () => {
  const state = updateColumn(createChat([], createIds()), 'id1', column => ({
    ...column,
    params: { temperature: 0, model: 'm' },
  }))

  expect(Object.keys(toChatBody(state, readActive(state)))).toEqual(['model', 'messages', 'temperature'])
})

test('a system text is the first message, an empty one is still sent, an unset one is not', () => {
  const state = createChat(['m'], createIds())
  const withSystem = (system: string | null) => {
    const changed = updateColumn(state, 'id1', column => ({ ...column, system }))
    return toChatBody(changed, readActive(changed)).messages
  }

  expect(withSystem('x')).toEqual([{ role: 'system', content: 'x' }])
  expect(withSystem('')).toEqual([{ role: 'system', content: '' }])
  expect(withSystem(null)).toEqual([])
})

test('variables are replaced in system and user text, never in model or tool output', () => {
  const body = {
    model: 'm',
    messages: [
      { role: 'system', content: 'In {{language}}.' },
      { role: 'user', content: 'Use {{x}}' },
      { role: 'assistant', content: '{{x}}' },
      { role: 'tool', tool_call_id: 'c', content: '{{x}}' },
    ],
  }
  const state = { ...openBodies([body], createIds()), variables: { language: 'Danish', x: '1' } }

  expect(toChatBody(state, readActive(state)).messages).toEqual([
    { role: 'system', content: 'In Danish.' },
    { role: 'user', content: 'Use 1' },
    { role: 'assistant', content: '{{x}}' },
    { role: 'tool', tool_call_id: 'c', content: '{{x}}' },
  ])
})

test('missing variables are reported from the composer and every column', () => {
  const state = openBodies(
    [
      { model: 'm', messages: [{ role: 'system', content: '{{a}}' }] },
      { model: 'n', messages: [{ role: 'user', content: '{{b}}' }] },
    ],
    createIds(),
  )
  const writing = { ...state, variables: { a: '1' }, pending: { text: '{{c}}', images: [] } }

  expect(readChatVariables(writing)).toEqual({ names: ['a', 'b', 'c'], missing: ['b', 'c'] })
})

test('a muted turn is stored and not sent, together with the answers to its tool calls', () => {
  const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
  const body = {
    model: 'm',
    messages: [
      { role: 'user', content: 'q' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c', content: '1' },
      { role: 'user', content: 'r' },
    ],
  }
  const state = openBodies([body], createIds())
  const asking = readPath(readActive(state).conversation)[1]

  const muted = muteTurn(state, state.activeId, asking?.id ?? '', true)

  expect(toChatBody(muted, readActive(muted)).messages).toEqual([body.messages[0], body.messages[3]])
  const heard = muteTurn(muted, state.activeId, asking?.id ?? '', false)
  expect(toChatBody(heard, readActive(heard))).toEqual(body)
})

test('variables are found once each, in order, with any spacing', () => {
  expect(readVariables(['{{b}} and {{ a }}', '{{b}} {{größe}}'])).toEqual(['b', 'a', 'größe'])
})

test('text that only resembles a variable is not one', () => {
  expect(readVariables(['{a} {{}} {{ }} {{1}} {{a b}} {{#each}} {{{{'])).toEqual([])
})

test('values are inserted literally, including dollar signs', () => {
  expect(fillVariables('cost: {{x}}', { x: '$& $1 $$' })).toBe('cost: $& $1 $$')
})

test('a value that looks like a variable is not replaced again', () => {
  expect(fillVariables('{{a}}', { a: '{{b}}', b: 'no' })).toBe('{{b}}')
})

test('a variable without a value stays as written', () => {
  expect(fillVariables('{{a}} {{toString}}', {})).toBe('{{a}} {{toString}}')
})

test('variables without a value or with an empty one are missing', () => {
  expect(readMissing(['{{a}} {{b}} {{c}}'], { a: 'x', b: '' })).toEqual(['b', 'c'])
})
