import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { usageSchema } from '#lib/contracts/api/usage.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// The upstream stands for servers of vendors: the prices are those of the shipped catalog or of these entries.
const usage = { prompt_tokens: 1000, completion_tokens: 1000, total_tokens: 2000 }
const answerSchema = z.object({ usage: usageSchema })
const reported = { ...usage, cost: 0.5 }

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({
    providers: [
      { id: 'vendor', server: 'openai' },
      { id: 'router', server: 'openrouter' },
      { id: 'own', server: 'vllm' },
    ],
    models: [
      { id: 'cheaper', provider: 'vendor', upstream: 'gpt-4o', price: { input: 1, output: 1 } },
      { id: 'given', provider: 'vendor', upstream: 'gpt-4o', price: 'free' },
      { id: 'renamed', upstream: 'team-deployment', priceOf: 'openai/gpt-4o' },
      {
        id: 'redirected',
        price: { input: 1, output: 1 },
        deployments: [
          { provider: 'vendor', upstream: 'gpt-4o', weight: 1, tier: 0, priceOf: 'openai/gpt-4o' },
        ],
      },
      { id: 'cached', upstream: 'cached', price: { input: 2, output: 0, cacheRead: '0.2' } },
      { id: 'old', upstream: 'old', price: { input: 2, output: 0 } },
      { id: 'bought', provider: 'router', upstream: 'bought', price: { input: 1000, output: 1000 } },
      {
        id: 'agreed',
        provider: 'router',
        upstream: 'agreed',
        price: { input: 1000, output: 0, always: true },
      },
      { id: 'absurd', provider: 'router', upstream: 'absurd', price: { input: 1, output: 1 } },
      { id: 'told', upstream: 'told', price: { input: 1000, output: 0 } },
      { id: 'ranked', kind: 'rerank', upstream: 'ranked', price: { searchUnit: 2 } },
    ],
  })
  const { upstream } = gateway
  for (const model of ['gpt-4o', 'gpt-4o-of-our-own', 'team-deployment', 'qwen3-32b'])
    upstream.on(model, { kind: 'answer', usage: 'none', extra: { usage } })
  for (const model of ['bought', 'agreed', 'told'])
    upstream.on(model, { kind: 'answer', usage: 'none', extra: { usage: reported } })
  upstream.on('absurd', { kind: 'answer', usage: 'none', extra: { usage: { ...reported, cost: 10.1 } } })
  const cached = { ...usage, prompt_tokens_details: { cached_tokens: 900 } }
  for (const model of ['cached', 'old'])
    upstream.on(model, { kind: 'answer', usage: 'none', extra: { usage: cached } })
  upstream.on('ranked', { kind: 'scores' })
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

test.each([
  ['a model of a vendor has the price of the catalog', 'vendor/gpt-4o', 0.0125],
  ['a name that only resembles one of the catalog has no price', 'vendor/gpt-4o-of-our-own', undefined],
  ['the operator’s price takes precedence', 'cheaper', 0.002],
  ['a name of the operator’s own has the price of another model', 'renamed', 0.0125],
  ['a deployment has the price that it names instead of that of its model', 'redirected', 0.0125],
  ['a model that the operator calls free costs nothing', 'given', 0],
  ['a model on a server of the operator’s own costs nothing', 'own/qwen3-32b', 0],
  ['cached tokens have their own rate', 'cached', 0.00038],
  ['without one they cost as much as other input', 'old', 0.002],
  ['a report of a provider that always reports takes precedence over the price', 'bought', 0.5],
  ['except for a price that is to apply always', 'agreed', 1],
  ['and for a report of more than $10 and a hundred times the price', 'absurd', 0.002],
  ['a report of any other server does not replace a price', 'told', 1],
])('%s', async (_name, model, cost) => {
  const response = await gateway.chat({ model, messages: [{ role: 'user', content: 'hi' }] })

  expect(response.status).toBe(200)
  expect(answerSchema.parse(await response.json()).usage.cost).toBe(cost)
})

test('hidden thinking is billed as output', async () => {
  const hidden = { prompt_tokens: 687, completion_tokens: 1, total_tokens: 817 }
  gateway.upstream.on('gpt-4o', { kind: 'answer', usage: 'none', extra: { usage: hidden } })
  const response = await gateway.chat({ model: 'vendor/gpt-4o', messages: [{ role: 'user', content: 'hi' }] })

  // 687 × $2.50 and 130 × $10 per million tokens.
  expect(await response.json()).toMatchObject({ usage: { total_tokens: 817, cost: 0.0030175 } })
})

test('rerank is billed by search units where the price counts them', async () => {
  const documents = Array.from({ length: 101 }, (_, at) => `document ${at}`)
  const response = await gateway.post('/v1/rerank', { model: 'ranked', query: 'one', documents })

  expect(await response.json()).toMatchObject({ usage: { cost: 0.004 } })
})

test('the list of models tells the price of the catalog', async () => {
  const response = await fetch(`${gateway.url}/v1/models`, {
    headers: { authorization: `Bearer ${gateway.token}` },
  })

  expect(await response.json()).toMatchObject({
    data: expect.arrayContaining([
      expect.objectContaining({ id: 'renamed', price: { input: 2.5, output: 10 } }),
      expect.objectContaining({ id: 'cheaper', price: { input: 1, output: 1 } }),
    ]),
  })
})

test('a response says what it cost, by which price, and of which parts', async () => {
  const response = await gateway.chat({ model: 'cached', messages: [{ role: 'user', content: 'hi' }] })
  const { usage: said } = answerSchema.parse(await response.json())

  expect(said.cost_details).toEqual({
    source: 'operator',
    price: expect.stringMatching(/^op:cached:[0-9a-f]{8}$/),
    input: 0.0002,
    cache_read: 0.00018,
    cache_write: 0,
    output: 0,
    other: 0,
  })
  expect(response.headers.get('sextant-cost')).toBe('0.00038')
  expect(response.headers.get('sextant-cost-source')).toBe('operator')
  expect(await gateway.row(response.headers.get('x-request-id'))).toMatchObject({
    costNanos: 380_000,
    costSource: 'operator',
    priceRef: said.cost_details?.price,
    units: { input: 100, cacheRead: 900, output: 1000, request: 1 },
    usageMismatch: false,
  })
})

test.each([
  ['vendor/gpt-4o-of-our-own', 'unpriced', null],
  ['own/qwen3-32b', 'free', '0'],
  ['bought', 'reported', '0.5'],
])('the source of the cost of %s is %s', async (model, source, cost) => {
  const response = await gateway.chat({ model, messages: [{ role: 'user', content: 'hi' }] })

  expect(response.headers.get('sextant-cost')).toBe(cost)
  expect(response.headers.get('sextant-cost-source')).toBe(source)
  expect(await gateway.row(response.headers.get('x-request-id'))).toMatchObject({ costSource: source })
})

test('the last event of a stream has the cost and its source', async () => {
  const response = await gateway.chat({
    model: 'cheaper',
    messages: [{ role: 'user', content: 'hi' }],
    stream: true,
    stream_options: { include_usage: true },
  })

  expect(response.headers.get('sextant-cost-source')).toBeNull()
  expect(await response.text()).toMatch(
    /"cost":0\.\d+,"cost_details":\{"source":"operator","price":"op:cheaper:[0-9a-f]{8}"/,
  )
})

test('the price of an operator is saved before the row that names it, once', async () => {
  const kept: string[] = []
  await using keeping = await startTestGateway({
    models: [{ id: 'given', price: { input: 1, output: 2 } }],
    store: store => ({
      ...store,
      operatorPrices: {
        ...store.operatorPrices,
        save: async prices => {
          kept.push(...prices.map(({ ref }) => ref))
          await store.operatorPrices.save(prices)
        },
      },
    }),
  })
  const call = async () => {
    const response = await keeping.chat({ model: 'given', messages: [{ role: 'user', content: 'hi' }] })
    await response.text()
    return (await keeping.row(response.headers.get('x-request-id'))).priceRef
  }

  const [first, second] = [await call(), await call()]

  expect(second).toBe(first)
  expect(kept).toEqual([first])
  expect(await keeping.store.operatorPrices.find(first ?? '')).toContain('"input":"1.000000000"')
})
