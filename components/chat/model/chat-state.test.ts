import { expect, test } from 'vitest'
import {
  addColumn,
  columnsMax,
  continueColumn,
  createChat,
  readActive,
  removeColumn,
  updateColumn,
} from './chat-state.ts'

const createIds = () => {
  let count = 0
  return () => `id${(count += 1)}`
}

test('a new chat streams and requests token counts', () => {
  expect(readActive(createChat([], createIds())).params).toEqual({
    stream: true,
    stream_options: { include_usage: true },
  })
})

test('each model gets a column, four at most', () => {
  const state = createChat(['a', 'b', 'c', 'd', 'e'], createIds())

  expect(state.columns.map(({ params }) => params.model)).toEqual(['a', 'b', 'c', 'd'])
  expect(state.activeId).toBe('id1')
})

test('an added column copies the active one, appears next to it and becomes active', () => {
  const state = createChat(['a', 'b'], createIds())

  const more = addColumn(state, 'new')

  expect(more.columns.map(({ id }) => id)).toEqual(['id1', 'new', 'id2'])
  expect(readActive(more)).toMatchObject({ id: 'new', params: { model: 'a' } })
  expect(readActive(addColumn(state, 'other', 'c')).params.model).toBe('c')
  expect(state.columns.map(({ params }) => params.model)).toEqual(['a', 'b'])
})

test('there are never more than four columns or fewer than one', () => {
  const full = createChat(['a', 'b', 'c', 'd'], createIds())
  const single = createChat(['a'], createIds())

  expect(full.columns).toHaveLength(columnsMax)
  expect(addColumn(full, 'x')).toBe(full)
  expect(removeColumn(single, 'id1')).toBe(single)
})

test('removing the active column makes the first active, removing another changes nothing else', () => {
  const state = createChat(['a', 'b', 'c'], createIds())

  expect(removeColumn(state, 'id1').activeId).toBe('id2')
  expect(removeColumn(state, 'id3').activeId).toBe('id1')
})

test('changing a column leaves the others as they are', () => {
  const state = createChat(['a', 'b'], createIds())

  const changed = updateColumn(state, 'id2', column => ({ ...column, system: 'x' }))

  expect(changed.columns[0]).toBe(state.columns[0])
  expect(changed.columns[1]?.system).toBe('x')
})

test('continuing one column of a comparison starts a chat of its own', () => {
  const state = { ...createChat(['a', 'b'], createIds()), entry: { id: 'e1', createdAt: 0 } }

  const alone = continueColumn(state, 'id2')

  expect(alone.columns).toEqual([state.columns[1]])
  expect([alone.activeId, alone.entry]).toEqual(['id2', undefined])
})
