import { expect, test } from 'vitest'
import { ReportedCosts } from '#lib/capabilities/reported-costs.ts'
import { operatorPrice } from '#lib/prices/operator-price.ts'
import type { AnyTarget } from '#lib/providers/registry/target.ts'
import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import type { ChatTarget } from '#lib/providers/openai-compatible/chat-target.ts'
import { answerBoundsOf } from './chat-request.ts'
import { measureUsage, withCost } from './chat-usage.ts'

test("DeepSeek's cache hits cost what a cache read costs", () => {
  const raw = {
    prompt_tokens: 563,
    prompt_cache_hit_tokens: 512,
    prompt_cache_miss_tokens: 51,
    completion_tokens: 116,
  }
  const price = operatorPrice('a', { input: 0.15, cacheRead: 0.003, output: 0.6 }).at(0)
  const target: AnyTarget = {
    publicId: 'a',
    providerId: 'p',
    model: { modelId: 'a' },
    price,
    fallbacks: [],
  }
  const end = { raw, written: () => '', whole: true }
  const { usage } = withCost(raw, end, target, new ReportedCosts())
  expect(usage).toMatchObject({ cost: 0.000_078_786, prompt_tokens_details: { cached_tokens: 512 } })
})

const target: ChatTarget = {
  publicId: 'a',
  providerId: 'p',
  model: { modelId: 'a' } as ChatTarget['model'],
  price: operatorPrice('a', { input: 1, output: 1 }).at(0),
  fallbacks: [],
}
const written = 'Llamas hum.'
const hundred = { prompt_tokens: 9, completion_tokens: 100, total_tokens: 109 }

test.each<[string, object, Partial<ChatTarget>, object, ReportedOutput]>([
  ['without a limit, all that a context window has', {}, {}, hundred, { tokens: 100 }],
  ['within the limit, thinking that is not shown', { max_tokens: 100 }, {}, hundred, { tokens: 100 }],
  ['a few tokens that no text shows', { max_tokens: 40 }, {}, hundred, { tokens: 100 }],
  ['the limit of each answer', { max_tokens: 50, n: 2 }, {}, hundred, { tokens: 100 }],
  [
    'of a server that may ignore the limit: noted, and charged',
    { max_tokens: 4 },
    {},
    { ...hundred, completion_tokens: 700, total_tokens: 709 },
    { tokens: 700, mismatch: true },
  ],
  [
    'more than ten times what is possible: our own count',
    { max_tokens: 10 },
    {},
    { ...hundred, completion_tokens: 100_000, total_tokens: 100_009 },
    { tokens: 5, mismatch: true, estimated: true },
  ],
  [
    'the same in the total alone',
    { max_tokens: 10 },
    {},
    { ...hundred, completion_tokens: 5, total_tokens: 100_009 },
    { tokens: 5, mismatch: true, estimated: true },
  ],
  [
    'the same as reasoning',
    { max_tokens: 10 },
    {},
    {
      ...hundred,
      completion_tokens: 100_000,
      total_tokens: 100_009,
      completion_tokens_details: { reasoning_tokens: 99_995 },
    },
    { tokens: 5, mismatch: true, estimated: true },
  ],
  [
    'of a vendor whose thinking is no part of the completion',
    { max_tokens: 10 },
    { hidesThinking: true },
    { ...hundred, total_tokens: 100_009 },
    { tokens: 100_000 },
  ],
  [
    'more than any model writes',
    {},
    {},
    { ...hundred, completion_tokens: 1e9, total_tokens: 1e9 + 9 },
    { tokens: 5, mismatch: true, estimated: true },
  ],
])('output that a provider reports: %s', async (_, members, differences, raw, expected) => {
  const request: ChatRequest = { model: 'a', messages: [{ role: 'user', content: 'Hi' }], ...members }
  const { charge, estimated } = await measureUsage(
    request,
    { raw, written: () => written, whole: true },
    { ...target, ...differences },
    new ReportedCosts(),
    answerBoundsOf(request),
  )

  const { output = 0, reasoning = 0, input } = charge.counts ?? {}
  expect(output + reasoning).toBe(expected.tokens)
  expect(input).toBe(9)
  expect(charge.mismatch ?? false).toBe(expected.mismatch ?? false)
  expect(estimated).toBe(expected.estimated ?? false)
})

interface ReportedOutput {
  readonly tokens: number
  readonly mismatch?: true
  readonly estimated?: true
}

test.each([
  ['a few tokens more are not charged', 43, {}],
  ['more is noted, so that it is reserved from then on', 300, { mismatch: true, exceedsLimit: true }],
])('under a budget, no more output is charged than was reserved: %s', async (_, completion, noted) => {
  const request: ChatRequest = { model: 'a', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 40 }
  const raw = { prompt_tokens: 9, completion_tokens: completion, total_tokens: 9 + completion }

  const { charge, exceedsLimit } = await measureUsage(
    request,
    { raw, written: () => written, whole: true },
    target,
    new ReportedCosts(),
    { ...answerBoundsOf(request), excessTokens: 0 },
  )

  expect(charge.counts?.output).toBe(40)
  const { mismatch } = charge
  expect({ ...(mismatch && { mismatch }), ...(exceedsLimit && { exceedsLimit }) }).toEqual(noted)
})

test('our own count of an answer without usage says nothing about the limit, which another vendor counts', async () => {
  const request: ChatRequest = { model: 'a', messages: [{ role: 'user', content: 'Hi' }], max_tokens: 40 }

  const { charge, exceedsLimit, estimated } = await measureUsage(
    request,
    { raw: null, written: () => written.repeat(30), whole: true },
    target,
    new ReportedCosts(),
    { ...answerBoundsOf(request), excessTokens: 0 },
  )

  expect(charge.counts?.output).toBe(40)
  expect({ exceedsLimit, mismatch: charge.mismatch, estimated }).toEqual({ estimated: true })
})

test('an answer without a count of the prompt is charged by our own count of it, and by the reported output', async () => {
  const request: ChatRequest = { model: 'a', messages: [{ role: 'user', content: 'Hi' }] }
  const raw = { prompt_tokens: 0, completion_tokens: 700, total_tokens: 700 }

  const { charge, estimated } = await measureUsage(
    request,
    { raw, written: () => written, whole: true },
    target,
    new ReportedCosts(),
    answerBoundsOf(request),
  )

  expect(estimated).toBe(true)
  expect(charge.counts?.output).toBe(700)
  expect(charge.counts?.input).toBeGreaterThan(0)
})

test('a prompt that no model reads is counted, and its answer is as reported', async () => {
  const request: ChatRequest = { model: 'a', messages: [{ role: 'user', content: 'Hi' }] }
  const raw = { prompt_tokens: 1e9, completion_tokens: 7, total_tokens: 1e9 + 7 }

  const { charge } = await measureUsage(
    request,
    { raw, written: () => written, whole: true },
    target,
    new ReportedCosts(),
    answerBoundsOf(request),
  )

  expect(charge).toMatchObject({ mismatch: true, counts: { output: 7 } })
  expect(charge.counts?.input).toBeLessThan(20)
})
