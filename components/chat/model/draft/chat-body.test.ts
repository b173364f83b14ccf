import { expect, test } from 'vitest'
import { readChatVariables, toChatBody, fillVariables, readMissing, readVariables } from './chat-body.ts'
import { createChat, readActive, updateColumn } from '#components/chat/model/chat-state.ts'
import { openBodies } from './draft-file.ts'
import { readPath } from '#components/chat/model/conversation.ts'
import { muteTurn } from '#components/chat/model/mute-turn.ts'

const createIds = () => {
  let count = 0
  return () => `id${(count += 1)}`
}

test('model and messages stand first, what the user set follows', () => {
  const state = updateColumn(createChat([], createIds()), 'id1', column => ({
    ...column,
    params: { temperature: 0, model: 'm' },
  }))

  expect(Object.keys(toChatBody(state, readActive(state)))).toEqual(['model', 'messages', 'temperature'])
})

test('a system text is the first message, an empty one is still sent, none is not', () => {
  const state = createChat(['m'], createIds())
  const withSystem = (system: string | null) => {
    const changed = updateColumn(state, 'id1', column => ({ ...column, system }))
    return toChatBody(changed, readActive(changed)).messages
  }

  expect(withSystem('x')).toEqual([{ role: 'system', content: 'x' }])
  expect(withSystem('')).toEqual([{ role: 'system', content: '' }])
  expect(withSystem(null)).toEqual([])
})

test('variables are filled in system and user text, never in what a model or a tool said', () => {
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

test('missing variables are named, from the composer and every column', () => {
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

test('a muted turn is kept and not sent; with tool calls its answers go along', () => {
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

test('variables are found once each, in order, whatever the spaces', () => {
  expect(readVariables(['{{b}} and {{ a }}', '{{b}} {{größe}}'])).toEqual(['b', 'a', 'größe'])
})

test('what only looks like a variable is none', () => {
  expect(readVariables(['{a} {{}} {{ }} {{1}} {{a b}} {{#each}} {{{{'])).toEqual([])
})

test('values are put in literally, dollar signs and all', () => {
  expect(fillVariables('cost: {{x}}', { x: '$& $1 $$' })).toBe('cost: $& $1 $$')
})

test('a value that looks like a variable is not filled again', () => {
  expect(fillVariables('{{a}}', { a: '{{b}}', b: 'no' })).toBe('{{b}}')
})

test('a variable without a value stays as written', () => {
  expect(fillVariables('{{a}} {{toString}}', {})).toBe('{{a}} {{toString}}')
})

test('missing are those without a value and those that are empty', () => {
  expect(readMissing(['{{a}} {{b}} {{c}}'], { a: 'x', b: '' })).toEqual(['b', 'c'])
})
