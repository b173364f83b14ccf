import { expect, test } from 'vitest'
import type { ChatState } from '#components/chat/model/chat-state.ts'
import { toChatBody } from './chat-body.ts'
import { readDraftFile, toDraftFile } from './draft-file.ts'
import { openBodies, openHandoffDraft } from './open-draft.ts'

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

test('a file restores every column', () => {
  expect(bodiesOf(readDraftFile(toDraftFile(openBodies(bodies, createIds())).text, createIds()))).toEqual(
    bodies,
  )
})

test('a file restores the API format of every column, and a file of an older version has none', () => {
  const state = openBodies(bodies, createIds(), ['messages', 'chat'])
  const { apiFormats: _, ...older } = JSON.parse(toDraftFile(state).text) as Record<string, unknown>
  const formatsOf = (text: string) => {
    const read = readDraftFile(text, createIds())
    return typeof read === 'string' ? read : read.columns.map(({ apiFormat = 'chat' }) => apiFormat)
  }

  expect(formatsOf(toDraftFile(state).text)).toEqual(['messages', 'chat'])
  expect(formatsOf(JSON.stringify(older))).toEqual(['chat', 'chat'])
})

test('a plain request body opens as one column', () => {
  expect(bodiesOf(readDraftFile(JSON.stringify(bodies[0]), createIds()))).toEqual([bodies[0]])
})

test.each(['', '{', '[]', '{"contract":"rerank","version":1,"columns":[]}', '{"messages":5}'])(
  '%j is rejected with a reason',
  text => {
    expect(typeof readDraftFile(text, createIds())).toBe('string')
  },
)

test('a file contains no saved mocks or variables, which may be private', () => {
  const state = {
    ...openBodies(bodies, createIds()),
    mocks: { f: 'private-mock' },
    variables: { v: 'private-value' },
  }

  expect(toDraftFile(state).text).not.toContain('private')
})

test('every column keeps its model and parameters and gets the same messages', () => {
  let count = 0
  const newId = () => `id${(count += 1)}`
  const before = openBodies(
    [
      { model: 'a', messages: [{ role: 'user', content: 'old' }], temperature: 0.2 },
      { model: 'b', messages: [] },
    ],
    newId,
  )
  const messages = [
    { role: 'system', content: 'Cite.' },
    { role: 'user', content: '[1] Sent' },
  ]
  const origin = { contract: 'rerank', runId: null, label: '1 document from Rerank' }

  const opened = openHandoffDraft(
    { ...before, mocks: { f: '1' } },
    { contract: 'chat', body: { messages }, origin },
    newId,
  )

  expect(opened.columns.map(column => toChatBody(opened, column))).toEqual([
    { model: 'a', messages, temperature: 0.2 },
    { model: 'b', messages },
  ])
  expect(opened).toMatchObject({ origin, mocks: { f: '1' } })
})
