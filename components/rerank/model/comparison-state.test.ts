import { expect, test } from 'vitest'
import { applyDraft, emptyComparison, openDraft, toComparisonDraft } from './comparison-state.ts'

const body = { model: 'a', query: 'q', documents: ['x'] }

test('a draft is the request alone until models are compared or documents judged', () => {
  expect(toComparisonDraft({ ...emptyComparison, body })).toEqual({ contract: 'rerank', body })
})

test('a comparison and its grades survive a round trip through a draft', () => {
  const comparison = {
    ...emptyComparison,
    body,
    comparedModels: ['b', null],
    judgments: { grades: { x: 2 as const }, order: null },
  }

  const draft = toComparisonDraft(comparison)

  expect(draft.others).toEqual([
    { ...body, model: 'b' },
    { ...body, model: null },
  ])
  expect(openDraft(draft)).toEqual(comparison)
})

test('editing the request keeps comparison and grades', () => {
  const comparison = {
    ...emptyComparison,
    body,
    comparedModels: ['b'],
    judgments: { grades: { x: 2 as const }, order: null },
  }

  expect(applyDraft(comparison, { contract: 'rerank', body: { query: 'other' } })).toEqual({
    ...comparison,
    body: { query: 'other' },
  })
})

test('at most two more models are opened', () => {
  const others = ['b', 'c', 'd'].map(model => ({ ...body, model }))

  expect(openDraft({ contract: 'rerank', body, others }).comparedModels).toEqual(['b', 'c'])
})
