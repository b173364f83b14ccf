import { expect, test } from 'vitest'
import { readCheck } from './check-sentence.ts'

test('check scores are in the order of the passages, whatever the ranking order', () => {
  const results = [
    { index: 1, relevance_score: 0.9 },
    { index: 0, relevance_score: 0.2 },
    { index: 8, relevance_score: 1 },
  ]
  const response = { status: 200, headers: {}, body: JSON.stringify({ results }) }

  expect(readCheck({ response }, 3)).toEqual([0.2, 0.9, null])
})
