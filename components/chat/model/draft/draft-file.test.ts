import { expect, test } from 'vitest'
import type { ChatState } from '#components/chat/model/chat-state.ts'
import { toChatBody } from './chat-body.ts'
import { openBodies, readDraftFile, toDraftFile } from './draft-file.ts'

const createIds = () => {
  let count = 0
  return () => `id${(count += 1)}`
}
const bodies = [
  { model: 'a', messages: [{ role: 'user', content: 'Hi' }], temperature: 0.2 },
  {
    model: 'b',
    messages: [
      { role: 'system', content: 'x' },
      { role: 'user', content: 'Hi' },
    ],
  },
]
const bodiesOf = (state: ChatState | string) =>
  typeof state === 'string' ? state : state.columns.map(column => toChatBody(state, column))

test('a file brings every column back', () => {
  expect(bodiesOf(readDraftFile(toDraftFile(openBodies(bodies, createIds())), createIds()))).toEqual(bodies)
})

test('the bare body of a request opens as one column', () => {
  expect(bodiesOf(readDraftFile(JSON.stringify(bodies[0]), createIds()))).toEqual([bodies[0]])
})

test.each(['', '{', '[]', '{"contract":"rerank","version":1,"columns":[]}', '{"messages":5}'])(
  '%j is refused in words',
  text => {
    expect(typeof readDraftFile(text, createIds())).toBe('string')
  },
)

test('saved mocks and variables, which may be private, are not in the file', () => {
  const state = {
    ...openBodies(bodies, createIds()),
    mocks: { f: 'private-mock' },
    variables: { v: 'private-value' },
  }

  expect(toDraftFile(state)).not.toContain('private')
})
