import { expect, test } from 'vitest'
import type { ChatState } from './chat-state.ts'
import { addColumn, createChat, readActive } from './chat-state.ts'
import { beginRun } from './run/begin-run.ts'
import { readBranch, readPath } from './conversation.ts'
import { branchTurn, deleteTurn, editTurn } from './edit-turn.ts'

const begin = () => {
  let count = 0
  const newId = () => `id${(count += 1)}`
  const state = { ...createChat(['a', 'b'], newId), pending: { text: 'Hi', images: [] } }
  return beginRun(state, ['id1', 'id2'], newId, 0).state
}
const first = (state: ChatState) =>
  state.columns.map(({ conversation }) => readPath(conversation)[0]?.message.content)
const questionOf = (state: ChatState) => readPath(readActive(state).conversation)[0]?.id ?? ''
const answerOf = (state: ChatState) => readPath(readActive(state).conversation)[1]?.id ?? ''

test('an edited question is edited in every column', () => {
  const state = begin()

  expect(first(editTurn(state, 'id1', questionOf(state), { role: 'user', content: 'Bye' }))).toEqual([
    'Bye',
    'Bye',
  ])
})

test('an edited answer is edited in its own column only, even if a copy has the same turn', () => {
  const state = addColumn(begin(), 'copy')
  const edited = editTurn(state, 'copy', answerOf(state), { role: 'assistant', content: 'Mine' })

  const answers = edited.columns.map(({ conversation }) => readPath(conversation)[1]?.message.content)
  expect(answers).toEqual(['', 'Mine', ''])
})

test('a branch leaves the original message and its replies unchanged', () => {
  const state = begin()
  const branched = branchTurn(state, 'id1', questionOf(state), { role: 'user', content: 'Else' }, 'new')

  expect(first(branched)).toEqual(['Else', 'Else'])
  expect(readPath(readActive(branched).conversation)).toHaveLength(1)
  expect(readBranch(readActive(branched).conversation, 'new')).toEqual({ index: 1, count: 2 })
})

test('a deleted question is deleted in every column, and its answers move up', () => {
  const state = begin()
  const deleted = deleteTurn(state, 'id2', questionOf(state))

  expect(deleted.columns.map(({ conversation }) => readPath(conversation).length)).toEqual([1, 1])
})
