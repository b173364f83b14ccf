import { expect, test } from 'vitest'
import type { EndedRequest } from './begun-request.ts'
import { readJournalLine, writeEnded } from './journal-line.ts'

const end: EndedRequest = {
  status: 200,
  errorCode: null,
  answeredBy: 'openai/a',
  listedModel: 'openai/a',
  provider: 'openai',
  attempts: 1,
  promptTokens: 9,
  completionTokens: 5,
  usageEstimated: false,
  costNanos: 1_500,
  costSource: 'catalog',
  priceRef: 'cat:2026-11-22:openai/a',
  firstMs: 40,
  totalMs: 220,
}

test('an ended request keeps the source of its cost and its price', () => {
  expect(readJournalLine(writeEnded('req_1', end))).toEqual({ kind: 'ended', id: 'req_1', end })
})

test('the line of a version that knew no source is still read', () => {
  const values = JSON.parse(writeEnded('req_1', end)) as unknown[]

  expect(readJournalLine(JSON.stringify(values.slice(0, -2)))).toEqual({
    kind: 'ended',
    id: 'req_1',
    end: { ...end, costSource: null, priceRef: null },
  })
})
