import { expect, test } from 'vitest'
import { applyDraft, emptyBoard, openDraft, toBoardDraft } from './board-state.ts'

const body = { model: 'a', query: 'q', documents: ['x'] }

test('a draft is the request alone until models are compared or documents judged', () => {
  expect(toBoardDraft({ ...emptyBoard, body })).toEqual({ contract: 'rerank', body })
})

test('a comparison and its grades survive a round trip through a draft', () => {
  const board = {
    ...emptyBoard,
    body,
    rivals: ['b', null],
    truth: { grades: { x: 2 as const }, order: null },
  }

  const draft = toBoardDraft(board)

  expect(draft.others).toEqual([
    { ...body, model: 'b' },
    { ...body, model: null },
  ])
  expect(openDraft(draft)).toEqual(board)
})

test('editing the request keeps comparison and grades', () => {
  const board = { ...emptyBoard, body, rivals: ['b'], truth: { grades: { x: 2 as const }, order: null } }

  expect(applyDraft(board, { contract: 'rerank', body: { query: 'other' } })).toEqual({
    ...board,
    body: { query: 'other' },
  })
})

test('at most two more models are opened', () => {
  const others = ['b', 'c', 'd'].map(model => ({ ...body, model }))

  expect(openDraft({ contract: 'rerank', body, others }).rivals).toEqual(['b', 'c'])
})
