import { expect, test } from 'vitest'
import type { Conversation, Turn } from './conversation.ts'
import {
  addTurn,
  emptyConversation,
  insertTurn,
  readBranch,
  readLast,
  readPath,
  removeTurn,
  switchBranch,
  updateTurn,
} from './conversation.ts'

const say = (id: string, parentId: string | null): Turn => ({
  id,
  parentId,
  message: { role: 'user', content: id },
  muted: false,
  answer: null,
})
const build = (...turns: [string, string | null][]): Conversation =>
  turns.reduce((all, [id, parentId]) => addTurn(all, say(id, parentId)), emptyConversation)
const ids = (conversation: Conversation) => readPath(conversation).map(({ id }) => id)

test('the path follows the newest turn of each level', () => {
  const conversation = build(['q', null], ['a', 'q'], ['q2', 'a'])

  expect(ids(conversation)).toEqual(['q', 'a', 'q2'])
  expect(readLast(conversation)?.id).toBe('q2')
  expect(readLast(emptyConversation)).toBeNull()
})

test('a second answer opens a visible branch, and the first can be selected again with all its replies', () => {
  const conversation = build(['q', null], ['a1', 'q'], ['q2', 'a1'], ['a2', 'q'])

  expect(ids(conversation)).toEqual(['q', 'a2'])
  expect(readBranch(conversation, 'a2')).toEqual({ index: 1, count: 2 })
  expect(ids(switchBranch(conversation, 'a2', -1))).toEqual(['q', 'a1', 'q2'])
})

test('switching past either end stays at the end', () => {
  const conversation = build(['q', null], ['a1', 'q'], ['a2', 'q'])

  expect(ids(switchBranch(conversation, 'a2', 5))).toEqual(['q', 'a2'])
  expect(ids(switchBranch(conversation, 'a2', -5))).toEqual(['q', 'a1'])
  expect(switchBranch(conversation, 'nobody', 1)).toBe(conversation)
})

test('removing a turn keeps its replies in its position', () => {
  const conversation = removeTurn(build(['q', null], ['a', 'q'], ['q2', 'a'], ['a2', 'q2']), 'a')

  expect(ids(conversation)).toEqual(['q', 'q2', 'a2'])
  expect(conversation.turns.q2?.parentId).toBe('q')
  expect(conversation.turns.a).toBeUndefined()
})

test('removing the first turn keeps the rest', () => {
  expect(ids(removeTurn(build(['q', null], ['a', 'q']), 'q'))).toEqual(['a'])
})

test('removing the last branch shows its neighbor', () => {
  const conversation = build(['q', null], ['a1', 'q'], ['a2', 'q'])

  expect(ids(removeTurn(conversation, 'a2'))).toEqual(['q', 'a1'])
  expect(ids(removeTurn(conversation, 'a1'))).toEqual(['q', 'a2'])
  expect(ids(removeTurn(removeTurn(conversation, 'a2'), 'a1'))).toEqual(['q'])
  expect(ids(removeTurn(build(['q', null]), 'q'))).toEqual([])
})

test('removing an unknown turn changes nothing', () => {
  const conversation = build(['q', null])

  expect(removeTurn(conversation, 'nobody')).toBe(conversation)
  expect(updateTurn(conversation, 'nobody', { muted: true })).toBe(conversation)
})

test('an inserted turn becomes the parent of every branch below', () => {
  const conversation = insertTurn(build(['q', null], ['a1', 'q'], ['a2', 'q']), say('tool', 'q'))

  expect(ids(conversation)).toEqual(['q', 'tool', 'a2'])
  expect(readBranch(conversation, 'a1')).toEqual({ index: 0, count: 2 })
  expect(ids(switchBranch(conversation, 'a2', -1))).toEqual(['q', 'tool', 'a1'])
})

test('no operation mutates its input conversation', () => {
  const conversation = build(['q', null], ['a', 'q'])
  const before = structuredClone(conversation)

  removeTurn(conversation, 'a')
  switchBranch(conversation, 'a', 1)
  insertTurn(conversation, say('x', 'q'))
  updateTurn(conversation, 'a', { muted: true })

  expect(conversation).toEqual(before)
})

test('an imported cyclic conversation still has a finite path', () => {
  const circle: Conversation = { ...build(['q', null], ['a', 'q']), chosen: { '': 'q', q: 'a', a: 'q' } }

  expect(ids(circle)).toEqual(['q', 'a'])
})
