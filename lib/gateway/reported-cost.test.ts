import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// The scripted upstream reports the cost of each call; only the model `priced` has a price.
const say = { messages: [{ role: 'user', content: 'hi' }], max_tokens: 3 }
const cent = 10_000_000
const patience = { timeout: 10_000 }

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({
    allowsUnpriced: true,
    policy: { retriesMax: 0 },
    timers: { connectMs: 60_000, firstEventMs: 60_000, idleMs: 60_000, plainMs: 60_000, keepAliveMs: 60_000 },
    models: [
      { id: 'dear', upstream: 'dear' },
      { id: 'dear-stream', upstream: 'dear-stream' },
      { id: 'cent', upstream: 'cent' },
      { id: 'burst', upstream: 'burst' },

      { id: 'first-unlimited', upstream: 'first-unlimited' },
      { id: 'first-listed', upstream: 'openai/gpt-5' },
      { id: 'then-dear', upstream: 'openai/gpt-4o' },
      { id: 'then-listed', upstream: 'openai/gpt-4.1' },
      { id: 'cut', upstream: 'cut' },
      { id: 'zero', upstream: 'zero' },
      { id: 'tokenless', upstream: 'tokenless' },
      { id: 'priced', upstream: 'dear', price: { input: 0, output: 1000 } },
      { id: 'silent', upstream: 'silent' },
      { id: 'vast', upstream: 'vast' },
      { id: 'vast-vectors', upstream: 'vast-vectors', kind: 'embeddings', price: { input: 1, output: 0 } },
      { id: 'vast-ranks', upstream: 'vast-ranks', kind: 'rerank', price: { searchUnit: 2 } },
      { id: 'vectors', upstream: 'vectors', kind: 'embeddings' },
      { id: 'ranks', upstream: 'ranks', kind: 'rerank' },
    ],
  })
  const { upstream } = gateway
  for (const model of ['dear', 'dear-stream']) upstream.on(model, { kind: 'answer', cost: 1.5 })
  for (const model of ['cent', 'burst']) upstream.on(model, { kind: 'answer', cost: 0.01 })
  for (const model of ['first-unlimited', 'openai/gpt-5']) upstream.on(model, { kind: 'answer', cost: 0.005 })
  upstream.on('zero', { kind: 'answer', cost: 0 })
  upstream.on('tokenless', { kind: 'answer', usage: 'none', extra: { usage: { cost: 0.01 } } })
  upstream.on('vectors', { kind: 'vectors', cost: 0.01 })
  upstream.on('ranks', { kind: 'scores', cost: 0.01 })
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

test.each([
  ['dear', false],
  ['dear-stream', true],
])(
  'a reported cost of $1.50 uses up a budget of $0.01: %s is rejected the second time',
  async (model, stream) => {
    const key = await makeKey(cent)
    const asked = gateway.upstream.requests.length

    const first = await gateway.chat({ ...say, model, stream }, key)
    await first.text()
    const second = await gateway.chat({ ...say, model, stream }, key)

    expect(first.status).toBe(200)
    expect(second.status).toBe(429)
    expect(second.headers.get('x-should-retry')).toBe('false')
    expect(await second.json()).toMatchObject({ error: { code: 'insufficient_quota' } })
    expect(gateway.upstream.requests).toHaveLength(asked + 1)
    await expect.poll(() => amounts(key), patience).toEqual({ spentNanos: 150 * cent, reservedNanos: 0 })
  },
)

test.each([false, true])('the reported cost is charged, streamed: %s', async stream => {
  const key = await makeKey(100 * cent)

  const response = await gateway.chat({ ...say, model: 'cent', stream }, key)
  await response.text()

  expect(await gateway.row(response.headers.get('x-request-id'))).toMatchObject({
    costNanos: cent,
    usageEstimated: false,
  })
  await expect.poll(() => amounts(key), patience).toEqual({ spentNanos: cent, reservedNanos: 0 })
})

test('many calls at once of a model whose cost is known from reports stay within the budget', async () => {
  await (await gateway.chat({ ...say, model: 'burst' }, await makeKey(100 * cent))).text()
  const key = await makeKey(20 * cent)

  const statuses = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const response = await gateway.chat({ ...say, model: 'burst', stream: index % 2 === 0 }, key)
      await response.text()
      return response.status
    }),
  )

  const answered = statuses.filter(status => status === 200).length
  expect(answered).toBeGreaterThanOrEqual(10)
  expect(answered).toBeLessThanOrEqual(20)
  expect(statuses.filter(status => status === 429)).toHaveLength(60 - answered)
  await expect.poll(() => amounts(key), patience).toEqual({ spentNanos: answered * cent, reservedNanos: 0 })
})

test.each([
  ['first-unlimited', { max_tokens: undefined }],
  ['first-listed', { max_tokens: 200 }],
])(
  '300 calls at once of %s, which never reported a cost, stay within a small budget',
  async (model, limit) => {
    await (await gateway.chat({ ...say, model: 'cent' })).text()
    const key = await makeKey(3 * cent)

    const statuses = await Promise.all(
      Array.from({ length: 300 }, async () => {
        const response = await gateway.chat({ ...say, model, ...limit }, key)
        await response.text()
        return response.status
      }),
    )

    const answered = statuses.filter(status => status === 200).length
    expect(answered).toBeGreaterThanOrEqual(1)
    expect(answered).toBeLessThanOrEqual(6)
    expect(statuses.filter(status => status === 429)).toHaveLength(300 - answered)
    await expect
      .poll(() => amounts(key), patience)
      .toEqual({ spentNanos: (answered * cent) / 2, reservedNanos: 0 })
  },
)

test('calls that cost far more than earlier ones stay within the budget, if the catalog knows the model', async () => {
  gateway.upstream.on('openai/gpt-4o', { kind: 'answer', cost: 0.00001 })
  await (await gateway.chat({ ...say, model: 'then-dear' })).text()
  // At $10 per million tokens.
  gateway.upstream.on('openai/gpt-4o', { kind: 'answer', cost: 0.01 })
  const key = await makeKey(3.1 * cent)

  const statuses = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const response = await gateway.chat({ ...say, model: 'then-dear', max_tokens: 1000 }, key)
      await response.text()
      return response.status
    }),
  )

  const answered = statuses.filter(status => status === 200).length
  expect(answered).toBeGreaterThanOrEqual(1)
  expect(answered).toBeLessThanOrEqual(3)
  expect(statuses.filter(status => status === 429)).toHaveLength(60 - answered)
  await expect.poll(() => amounts(key), patience).toEqual({ spentNanos: answered * cent, reservedNanos: 0 })
})

test('near the end of a budget an answer is limited to what is left by the price of the catalog', async () => {
  gateway.upstream.on('openai/gpt-4.1', { kind: 'answer', cost: 0.00001 })
  await (await gateway.chat({ ...say, model: 'then-listed' })).text()
  const key = await makeKey(cent)

  const response = await gateway.chat({ ...say, model: 'then-listed', max_tokens: undefined }, key)

  expect(response.status).toBe(200)
  const limit = Number(response.headers.get('sextant-max-tokens'))
  expect(limit).toBeGreaterThan(256)
  expect(limit).toBeLessThan(1300)
})

test('a model with a reported cost of zero still needs a remaining budget', async () => {
  await (await gateway.chat({ ...say, model: 'zero' })).text()
  const spent = await makeSpentKey()

  expect((await gateway.chat({ ...say, model: 'zero' }, spent)).status).toBe(429)
})

test('an untried model of a provider that reports costs is rejected when the budget is used up', async () => {
  await (await gateway.chat({ ...say, model: 'cent' })).text()
  const spent = await makeSpentKey()

  expect((await gateway.chat({ ...say, model: 'silent' }, spent)).status).toBe(429)
})

test('a model that reports no cost uses up no budget', async () => {
  await using quiet = await startTestGateway({ allowsUnpriced: true, models: [{ id: 'free' }] })
  const key = await quiet.makeKey({ budget: { limitNanos: 1, period: null } })

  for (let calls = 0; calls < 3; calls += 1) {
    const response = await quiet.chat({ ...say, model: 'free' }, key)
    expect(response.status).toBe(200)
    expect(await response.json()).not.toHaveProperty('usage.cost')
  }
})

test('a used-up budget rejects all models but free ones, also those that never reported a cost', async () => {
  await using quiet = await startTestGateway({
    allowsUnpriced: true,
    models: [
      { id: 'priced', price: { input: 0, output: 1000 } },
      { id: 'zero-price', price: { input: 0, output: 0 } },
      { id: 'unpriced' },
    ],
  })
  const key = await quiet.makeKey({ budget: { limitNanos: 3_000_000, period: null } })
  const status = async (model: string) => (await quiet.chat({ ...say, model }, key)).status

  expect(await status('priced')).toBe(200)
  await expect.poll(() => status('unpriced'), patience).toBe(429)
  expect(await status('zero-price')).toBe(200)
  await (await quiet.chat({ ...say, model: 'unpriced' })).text()
  const refused = await quiet.chat({ ...say, model: 'unpriced' }, key)
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({
    error: {
      code: 'insufficient_quota',
      message: expect.stringMatching(/budget is used up\. Only embedded models/),
    },
  })
})

test('a stream interrupted before its cost is reported is charged at the earlier cost per token', async () => {
  gateway.upstream.on('cut', { kind: 'answer', cost: 0.01 })
  await (await gateway.chat({ ...say, model: 'cut' })).text()
  gateway.upstream.on('cut', { kind: 'answer', text: 'one two three four', after: { events: 3, end: 'cut' } })
  const key = await makeKey(100 * cent)

  const response = await gateway.chat({ ...say, model: 'cut', stream: true }, key)
  await response.text()

  const row = await gateway.row(response.headers.get('x-request-id'))
  expect(row.usageEstimated).toBe(true)
  expect(row.costNanos).toBeGreaterThan(0)
  await expect.poll(() => amounts(key), patience).toEqual({ spentNanos: row.costNanos, reservedNanos: 0 })
})

test('a cost without token counts is charged', async () => {
  const key = await makeKey(100 * cent)

  await (await gateway.chat({ ...say, model: 'tokenless' }, key)).text()

  await expect.poll(() => amounts(key), patience).toEqual({ spentNanos: cent, reservedNanos: 0 })
})

test('a configured price takes precedence over a reported cost', async () => {
  const key = await makeKey(100 * cent)

  const response = await gateway.chat({ ...say, model: 'priced' }, key)
  await response.text()

  const { costNanos } = await gateway.row(response.headers.get('x-request-id'))
  expect(costNanos).toBeLessThan(cent)
})

test.each([
  ['/v1/embeddings', { model: 'vectors', input: 'a few words about llamas' }],
  ['/v1/rerank', { model: 'ranks', query: 'llamas', documents: ['a few words about llamas'] }],
])('%s charges the reported cost, and is rejected when the budget is used up', async (path, body) => {
  const key = await makeKey(cent)

  const first = await gateway.post(path, body, key)
  expect(first.status).toBe(200)
  await first.text()
  await expect.poll(() => amounts(key), patience).toEqual({ spentNanos: cent, reservedNanos: 0 })

  expect((await gateway.post(path, body, key)).status).toBe(429)
})

test('a cost and counts that cannot be true use up no budget: ours are charged', async () => {
  const key = await makeKey(100 * cent)
  const vector = { object: 'embedding', index: 0, embedding: [0.6, 0.8] }
  const usage = { prompt_tokens: 1e12, total_tokens: 1e12 }
  const score = { index: 0, relevance_score: 0.5 }
  const raw = (body: object) => ({ kind: 'raw', parts: [JSON.stringify(body)] }) as const
  gateway.upstream.on('vast', { kind: 'answer', cost: 1e300 })
  gateway.upstream.on('vast-vectors', raw({ object: 'list', data: [vector], usage }))
  gateway.upstream.on(
    'vast-ranks',
    raw({ results: [score], usage, meta: { billed_units: { search_units: 1e12 } } }),
  )

  const calls = [
    ['/v1/chat/completions', { ...say, model: 'vast' }],
    ['/v1/embeddings', { model: 'vast-vectors', input: 'a few words about llamas' }],
    ['/v1/rerank', { model: 'vast-ranks', query: 'llamas', documents: ['a few words about llamas'] }],
  ] as const
  for (const [path, body] of calls) {
    const response = await gateway.post(path, body, key)
    expect(response.status).toBe(200)
    const { usage: used } = (await response.json()) as { usage: { total_tokens: number; cost: number } }
    expect(used.total_tokens).toBeLessThan(100)
    expect(used.cost).toBeLessThan(0.03)
  }
})

async function makeKey(limitNanos: number): Promise<{ token: string; id: string }> {
  return gateway.makeKey({ budget: { limitNanos, period: null } })
}

/** A key whose budget is used up by one call of a priced model: three tokens at $1,000 per million. */
async function makeSpentKey(): Promise<{ token: string; id: string }> {
  const key = await makeKey(3_000_000)
  await (await gateway.chat({ ...say, model: 'priced' }, key)).text()
  await expect.poll(() => amounts(key), patience).toEqual({ spentNanos: 3_000_000, reservedNanos: 0 })
  return key
}

async function amounts({ id }: { id: string }) {
  const key = await gateway.store.keys.get(gateway.teamId, id)
  const { byId } = await gateway.store.budgets.list(gateway.teamId)
  const budget = byId.get(key?.budgetId ?? '')
  return { spentNanos: budget?.spentNanos ?? NaN, reservedNanos: budget?.reservedNanos ?? NaN }
}
