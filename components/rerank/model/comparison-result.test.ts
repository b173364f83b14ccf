import { expect, test } from 'vitest'
import type { Run } from '#lib/client/run.ts'
import { readComparisonResult } from './comparison-result.ts'

function runOf(model: string, scores: readonly (readonly [number, number])[] | null, query = 'red fox'): Run {
  const results = scores?.map(([index, score]) => ({ index, relevance_score: score }))
  return {
    id: model,
    state: results ? 'done' : 'running',
    request: {
      method: 'POST',
      path: '/v1/rerank',
      body: JSON.stringify({ model, query, documents: ['cat', 'red fox', { text: 'a fox' }] }),
    },
    response: results ? { status: 200, headers: {}, body: JSON.stringify({ results }) } : null,
    events: [],
    timing: { startedAt: 0, firstMs: null, totalMs: null },
    failure: null,
  }
}

const best = runOf('best', [
  [1, 0.9],
  [2, 0.5],
])

test('each document has its rank and score; an unreturned one has none', () => {
  const result = readComparisonResult({ runs: [best], before: [], keywords: false })

  expect(result?.question).toEqual({
    query: 'red fox',
    documents: ['cat', 'red fox', 'a fox'],
    tokensPerDocumentMax: null,
    topN: null,
  })
  expect(result?.columns).toMatchObject([{ label: 'best', ranks: [null, 1, 2], scores: [null, 0.9, 0.5] }])
})

test('keywords rank next to the models when enabled', () => {
  const result = readComparisonResult({ runs: [best], before: [], keywords: true })

  expect(result?.columns[1]).toMatchObject({ id: 'keywords', run: null, ranks: [3, 1, 2] })
  expect(result?.columns[1]?.scores[0]).toBe(0)
})

test('during a run, the same documents keep their previous order', () => {
  const running = runOf('best', null)
  const other = { ...running, request: { ...running.request, body: '{"documents":["cat"]}' } }

  expect(readComparisonResult({ runs: [running], before: [best], keywords: false })?.columns).toMatchObject([
    { run: { state: 'running' }, ranks: [null, 1, 2] },
  ])
  expect(readComparisonResult({ runs: [other], before: [best], keywords: false })?.columns).toMatchObject([
    { ranks: [null] },
  ])
})

test('before the first run there is no result', () => {
  expect(readComparisonResult({ runs: [], before: [], keywords: false })).toBeNull()
})
