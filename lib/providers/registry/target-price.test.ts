import { expect, test } from 'vitest'
import { keyed, registryOf, teamChat, vllm } from '#lib/providers/transport/__fixtures__/test-registry.ts'
import { describePrice, targetPrice } from './target-price.ts'

const openai = { vendor: 'openai', free: false }
const ownServer = { vendor: 'vllm', free: true }
const model = { publicId: 'a', upstreamId: 'gpt-6-sol', provider: openai }
const now = Date.parse('2026-11-23T12:00:00Z')

test('a price of the catalog says where it comes from', () => {
  expect(targetPrice(model, now).price?.origin).toEqual({
    source: 'catalog',
    ref: 'cat:2026-11-23:openai/gpt-6-sol',
    date: '2026-11-23',
    url: 'https://developers.openai.com/api/docs/pricing',
    disputed: false,
  })
})

test('lists of models say the rates of a price, their source and their date', () => {
  const named = (upstreamId: string) => describePrice({ ...model, upstreamId }, now)

  expect(describePrice(model, now)).toMatchObject({
    source: 'catalog',
    rates: { input: 2, output: 10 },
    date: '2026-11-23',
    url: 'https://developers.openai.com/api/docs/pricing',
  })
  expect(named('whisper-1').rates).toEqual({ audio: 0.36 })
  expect(named('gpt-of-our-own')).toEqual({ source: 'unpriced' })
  expect(describePrice({ ...model, provider: ownServer }, now)).toEqual({ source: 'free' })
  const reporter = { vendor: 'openrouter', reportsCosts: true }
  expect(describePrice({ ...model, provider: reporter }, now).source).toBe('reported')
  const always = { input: 1, output: 1, always: true }
  expect(describePrice({ ...model, provider: reporter, price: always }, now).source).toBe('operator')
})

test('a request of an earlier day has the price of that day', () => {
  const sol = { ...model, upstreamId: 'gpt-5.6-sol' }
  expect(targetPrice(sol, Date.parse('2026-08-20T12:00:00Z')).price?.listed).toEqual({ input: 5, output: 30 })
  expect(targetPrice(sol, now).price?.listed).toEqual({ input: 4, output: 20 })
})

test('the price of the operator takes precedence over the catalog, and is compiled once', () => {
  const price = { input: 1, output: 2 }
  const { price: found } = targetPrice({ ...model, price }, now)
  expect(found?.origin.source).toBe('operator')
  expect(targetPrice({ ...model, price }, now).price).toBe(found)
})

test('an hour of the cache of Anthropic costs twice the input where the operator sets no rate', () => {
  const claude = { ...model, provider: { vendor: 'anthropic', free: false } }
  const costOf = (price: object) =>
    targetPrice({ ...claude, price: { input: 3, output: 15, ...price } }, now).price?.costNanos({
      cacheWrite1h: 1000,
    })
  expect(costOf({})).toBe(6_000_000)
  expect(costOf({ cacheWrite5m: 3.75 })).toBe(6_000_000)
  expect(costOf({ cacheWrite1h: 5 })).toBe(5_000_000)
})

test('a server of the operator’s own is free, unless it is given a price', () => {
  const own = { ...model, provider: ownServer }
  expect(targetPrice(own, now)).toEqual({ free: true })
  expect(targetPrice({ ...own, price: { input: 1, output: 1 } }, now).free).toBeUndefined()
  expect(targetPrice({ ...own, priceOf: 'openai/gpt-6-sol' }, now).price?.listed).toEqual({
    input: 2,
    output: 10,
  })
})

test('a server that nobody knows has no price', () => {
  expect(targetPrice({ ...model, provider: { free: false } }, now)).toEqual({})
})

test('the price of a Gemini model is found by the name in its list', () => {
  const gemini = { ...model, provider: { vendor: 'gemini' }, upstreamId: 'models/gemini-2.5-pro' }
  expect(targetPrice(gemini, now).price?.listed).toEqual({ input: 1.25, output: 10 })
})

test.each([
  [{ priceOf: 'openai/gpt-99' }, /"openai\/gpt-99" for the model "team-chat"/],
  [{ price: 'catalog' }, /"vllm\/qwen3-32b" for the model "team-chat"/],
] as const)('a configuration that names an unknown price is rejected: %j', (setting, message) => {
  const { price: _price, ...entry } = teamChat
  expect(() => registryOf([vllm], [{ ...entry, ...setting }])).toThrow(message)
})

test('a configured model may ask for the price of the catalog', () => {
  const { price: _price, ...entry } = teamChat
  const sol = { ...entry, provider: 'openai', upstream: 'gpt-6-sol', price: 'catalog' } as const
  const { registry } = registryOf([keyed('openai')], [sol])
  expect(registry.resolve('team-chat').price?.listed).toEqual({ input: 2, output: 10 })
})
