import { expect, test } from 'vitest'
import { addPendingTurn } from './add-pending-turn.ts'
import { toChatBody } from './draft/chat-body.ts'
import { createChat } from './chat-state.ts'

let count = 0
const state = { ...createChat(['a', 'b'], () => `id${(count += 1)}`), pending: { text: 'Hi', images: [] } }

test('the pending message is added to every column and the composer is emptied', () => {
  const added = addPendingTurn(state, 'assistant', 'new')

  expect(added.columns.map(column => toChatBody(added, column).messages)).toEqual([
    [{ role: 'assistant', content: 'Hi' }],
    [{ role: 'assistant', content: 'Hi' }],
  ])
  expect(added.pending.text).toBe('')
})

test('an empty composer adds nothing', () => {
  const empty = { ...state, pending: { text: ' ', images: [] } }

  expect(addPendingTurn(empty, 'user', 'new')).toBe(empty)
})
