import { expect, test } from 'vitest'
import type { Run } from './run.ts'
import { priceUsage, readRunUsage } from './run-usage.ts'

const usage = {
  prompt_tokens: 31,
  completion_tokens: 148,
  total_tokens: 179,
  prompt_tokens_details: { cached_tokens: 8 },
  cost: 0.00021,
}
const run = (changes: Partial<Run>): Run => ({
  id: 'run_1',
  state: 'done',
  request: { method: 'POST', path: '/v1/x', body: '{}' },
  response: { status: 200, headers: {}, body: null },
  events: [],
  timing: { startedAt: 0, firstMs: 1, totalMs: 2 },
  failure: null,
  ...changes,
})
const event = (number: number, data: string) => ({
  number,
  atMs: number,
  bytes: data.length,
  kind: 'data' as const,
  data,
})

test('the usage of a plain answer is read', () => {
  const answered = run({ response: { status: 200, headers: {}, body: JSON.stringify({ usage }) } })

  expect(readRunUsage(answered)).toEqual({
    promptTokens: 31,
    completionTokens: 148,
    cachedTokens: 8,
    costUsd: 0.00021,
  })
})

test('the last usage of a stream counts, and [DONE] is no JSON', () => {
  const events = [event(1, '{"usage":null}'), event(2, JSON.stringify({ usage })), event(3, '[DONE]')]

  expect(readRunUsage(run({ events }))).toMatchObject({ promptTokens: 31, completionTokens: 148 })
})

test('what the API did not say stays unknown, not 0', () => {
  const none = { promptTokens: null, completionTokens: null, cachedTokens: null, costUsd: null }

  expect(readRunUsage(run({}))).toEqual(none)
  expect(readRunUsage(run({ events: [event(1, '{"usage": broken')] }))).toEqual(none)
})

test('a cost by price needs both counts and a price', () => {
  const counted = { promptTokens: 1_000, completionTokens: 2_000, cachedTokens: null, costUsd: null }

  expect(priceUsage(counted, { input: 0.5, output: 1.5 })).toBeCloseTo(0.0035)
  expect(priceUsage(counted, undefined)).toBeNull()
  expect(priceUsage({ ...counted, completionTokens: null }, { input: 0.5, output: 1.5 })).toBeNull()
})
