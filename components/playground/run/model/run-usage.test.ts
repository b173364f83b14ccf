import { expect, test, vi } from 'vitest'
import type { Run } from '#lib/client/run.ts'
import { priceUsage, readRunUsage, unknownUsage } from './run-usage.ts'

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

test('the usage of a plain response is read', () => {
  const answered = run({ response: { status: 200, headers: {}, body: JSON.stringify({ usage }) } })

  expect(readRunUsage(answered)).toEqual({
    promptTokens: 31,
    completionTokens: 148,
    cachedTokens: 8,
    searchUnits: null,
    costUsd: 0.00021,
  })
})

test('the last usage of a stream counts, and [DONE] is not parsed as JSON', () => {
  const events = [event(1, '{"usage":null}'), event(2, JSON.stringify({ usage })), event(3, '[DONE]')]

  expect(readRunUsage(run({ events }))).toMatchObject({ promptTokens: 31, completionTokens: 148 })
})

test('usage missing in the response is unknown, not 0', () => {
  expect(readRunUsage(run({}))).toEqual(unknownUsage)
  expect(readRunUsage(run({ events: [event(1, '{"usage": broken')] }))).toEqual(unknownUsage)
})

test('an estimated cost needs both counts and a price', () => {
  const counted = { promptTokens: 1_000, completionTokens: 2_000, cachedTokens: null, costUsd: null }

  expect(priceUsage(counted, { input: 0.5, output: 1.5 })).toBeCloseTo(0.0035)
  expect(priceUsage(counted, undefined)).toBeNull()
  expect(priceUsage({ ...counted, completionTokens: null }, { input: 0.5, output: 1.5 })).toBeNull()
})

const vectors = {
  object: 'list',
  data: [{ embedding: Array.from({ length: 30_000 }, (_, index) => index / 7) }],
}
const large = (end: object) =>
  run({ response: { status: 200, headers: {}, body: JSON.stringify({ ...vectors, ...end }) } })

test('megabytes of vectors are not parsed to get the usage after them', () => {
  const answered = large({ model: 'm "usage":{"prompt_tokens":9}', usage: { ...usage, search_units: 2 } })
  const parsed = vi.spyOn(JSON, 'parse')

  const read = readRunUsage(answered)

  expect(read).toMatchObject({ promptTokens: 31, cachedTokens: 8, searchUnits: 2 })
  expect(Math.max(...parsed.mock.calls.map(([text]) => text.length))).toBeLessThan(500)
  parsed.mockRestore()
})

test.each([
  ['before the vectors', { usage, ...vectors }, 31],
  ['with more behind it', { ...vectors, usage, model: 'm' }, 31],
  ['within another object', { ...vectors, last: { usage } }, null],
])('a usage %s is read correctly', (_place, body, promptTokens) => {
  const answered = run({ response: { status: 200, headers: {}, body: JSON.stringify(body) } })

  expect(readRunUsage(answered).promptTokens).toBe(promptTokens)
})

test('a run truncated by the history keeps its usage', () => {
  const kept = { ...unknownUsage, promptTokens: 9 }

  expect(readRunUsage(run({ cut: true, usage: kept }))).toBe(kept)
})

const start = { type: 'message_start', message: { usage: { input_tokens: 20, output_tokens: 1 } } }
const end = { type: 'message_delta', usage: { output_tokens: 148, cache_read_input_tokens: 8 } }

test('cached tokens of a Messages stream count as part of its prompt', () => {
  const whole = { ...end, usage: { ...end.usage, input_tokens: 23 } }
  const counted = { ...unknownUsage, promptTokens: 31, completionTokens: 148, cachedTokens: 8 }

  expect(
    readRunUsage(run({ events: [event(1, JSON.stringify(start)), event(2, JSON.stringify(whole))] })),
  ).toEqual(counted)
  expect(readRunUsage(run({ response: { status: 200, headers: {}, body: JSON.stringify(whole) } }))).toEqual(
    counted,
  )
})

test('input that the last event of a Messages stream leaves out is that of its first', () => {
  const events = [event(1, JSON.stringify(start)), event(2, JSON.stringify(end))]

  expect(readRunUsage(run({ events }))).toMatchObject({ promptTokens: 28, completionTokens: 148 })
})

test('the estimate at the start of a Messages stream is not shown as a count', () => {
  expect(readRunUsage(run({ events: [event(1, JSON.stringify(start))] }))).toEqual(unknownUsage)
})

test('the usage of the Responses API is read from its last event and from a plain response', () => {
  const counted = {
    input_tokens: 31,
    input_tokens_details: { cached_tokens: 8 },
    output_tokens: 148,
    output_tokens_details: { reasoning_tokens: 3 },
    total_tokens: 179,
  }
  const response = { object: 'response', status: 'completed', usage: counted }
  const events = [
    event(1, '{"type":"response.created","response":{"usage":null}}'),
    event(2, JSON.stringify({ type: 'response.completed', response })),
    event(3, '[DONE]'),
  ]
  const expected = { promptTokens: 31, completionTokens: 148, cachedTokens: 8, costUsd: null }

  expect(readRunUsage(run({ events }))).toMatchObject(expected)
  const plain = { status: 200, headers: {}, body: JSON.stringify(response) }
  expect(readRunUsage(run({ response: plain }))).toMatchObject(expected)
})
