import { expect, test } from 'vitest'
import { readRanking } from './read-ranking.ts'

test('hits, tokens and search units are read', () => {
  const body = JSON.stringify({
    results: [
      { index: 1, relevance_score: 0.9, document: { text: 'b' } },
      { index: 0, relevance_score: 0.1 },
    ],
    usage: { prompt_tokens: 12, total_tokens: 12, search_units: 1 },
  })

  expect(readRanking(body, 2)).toEqual({
    hits: [
      { index: 1, score: 0.9 },
      { index: 0, score: 0.1 },
    ],
    inputTokens: 12,
    searchUnits: 1,
  })
})

test("usage missing in another server's response stays unknown", () => {
  expect(readRanking('{"results":[]}', 3)).toEqual({ hits: [], inputTokens: null, searchUnits: null })
})

test('hits outside of the documents are dropped', () => {
  const results = [
    { index: 5, relevance_score: 1 },
    { index: 0, relevance_score: 'x' },
    { index: 1, relevance_score: 0.5 },
    { index: 1, relevance_score: 0.4 },
    { index: 0.5, relevance_score: 0.4 },
    null,
  ]

  expect(readRanking(JSON.stringify({ results }), 2)?.hits).toEqual([{ index: 1, score: 0.5 }])
})

test.each(['', '<html>', '[]', '{"data":[]}'])('%j is not a valid ranking', body => {
  expect(readRanking(body, 2)).toBeNull()
})
