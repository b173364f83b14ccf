import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BudgetTerms } from '#lib/store/budgets/write-budget.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// `You said: hi` is three tokens of the scripted upstream, and prompts are free, so the maximum cost of a
// request equals its cost.
const say = { messages: [{ role: 'user', content: 'hi' }], max_tokens: 3 }
const callNanos = 3_000_000
const price = { input: 0, output: 1000 }
const promptPrice = { input: 1000, output: 0 }

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({
    policy: { retriesMax: 0 },
    allowsUnpriced: true,
    // Long deadlines for busy machines: a request that times out would free budget for others.
    timers: { connectMs: 60_000, firstEventMs: 60_000, idleMs: 60_000, plainMs: 60_000, keepAliveMs: 60_000 },
    defaults: { chat: 'priced' },
    models: [
      { id: 'priced', price },
      { id: 'free' },
      { id: 'long', upstream: 'long', price },
      { id: 'narrow', upstream: 'narrow', price },
      { id: 'wordy', price: promptPrice },
      { id: 'dense', upstream: 'dense', price: promptPrice },
      { id: 'cheap', upstream: 'error-503', price: { input: 0, output: 1 }, fallbacks: ['priced'] },
      { id: 'failing', upstream: 'error-503', price },
      { id: 'paid-first', upstream: 'error-503', price, fallbacks: ['unpaid'] },
      { id: 'unpaid', price: promptPrice },
      { id: 'refusing', upstream: 'error-400', price },
      { id: 'hanging', upstream: 'hang-first', price },
      { id: 'breaking', upstream: 'cut-2', price },
      { id: 'vectors', upstream: 'embed', kind: 'embeddings', price: promptPrice },
      { id: 'ranks', upstream: 'rank', kind: 'rerank', price: promptPrice },
    ],
  })
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

test('of 600 concurrent requests on a budget for 500, 500 are answered and charged, and nothing stays reserved', async () => {
  const key = await makeKey({ limitNanos: 500 * callNanos, period: 'month' })
  const asked = gateway.upstream.requests.length

  const statuses = await Promise.all(
    Array.from({ length: 600 }, async (_, index) => {
      const response = await gateway.chat({ ...say, model: 'priced', stream: index % 2 === 0 }, key)
      await response.text()
      return response.status
    }),
  )

  expect(statuses.filter(status => status === 200)).toHaveLength(500)
  expect(statuses.filter(status => status === 429)).toHaveLength(100)
  expect(gateway.upstream.requests).toHaveLength(asked + 500)
  await expect.poll(() => amounts(key), patience).toEqual({ spentNanos: 500 * callNanos, reservedNanos: 0 })
  expect(await sumOfRows(key)).toBe(500 * callNanos)
}, 60_000)

test('a client that waits for each answer is never refused while money is left', async () => {
  const tokenNanos = callNanos / 3
  const key = await makeKey({ limitNanos: 300 * tokenNanos + 9 * callNanos, period: null })
  const ask = async (at: number) => {
    const response = await gateway.chat(
      { ...say, max_tokens: 300, model: 'priced', stream: at % 2 === 0 },
      key,
    )
    await response.text()
    return response.status
  }

  const statuses: number[] = []
  for (let call = 0; call < 11; call++) statuses.push(await ask(call))

  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  await expect.poll(() => amounts(key), patience).toEqual({ spentNanos: 10 * callNanos, reservedNanos: 0 })
})

// Of 300 digits and symbols some models make as many tokens.
const dense = { model: 'dense', messages: [{ role: 'user', content: '7#3~'.repeat(75) }], max_tokens: 1 }
const denseTokens = 320

test('a burst of prompts with as many tokens as bytes does not overrun a budget', async () => {
  const usage = { prompt_tokens: denseTokens, completion_tokens: 1, total_tokens: denseTokens + 1 }
  gateway.upstream.on('dense', { kind: 'answer', usage: 'none', extra: { usage } })
  const limitNanos = 10 * denseTokens * 1_000_000
  const key = await makeKey({ limitNanos, period: null })

  const statuses = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const response = await gateway.chat(dense, key)
      await response.text()
      return response.status
    }),
  )

  await expect.poll(async () => (await amounts(key)).reservedNanos, patience).toBe(0)
  expect(statuses).toContain(200)
  expect(statuses).toContain(429)
  expect((await amounts(key)).spentNanos).toBeLessThanOrEqual(limitNanos)
})

const denseUsage = { prompt_tokens: 300, total_tokens: 300 }
const vectorAnswer = { data: [{ index: 0, embedding: [0.6, 0.8] }], usage: denseUsage }
const scoreAnswer = { results: [{ index: 0, relevance_score: 0.5 }], usage: denseUsage }

test.each([
  ['/v1/embeddings', { model: 'vectors', input: '7#3~'.repeat(75) }, vectorAnswer],
  ['/v1/rerank', { model: 'ranks', query: '7#3~', documents: ['7#3~'.repeat(74)] }, scoreAnswer],
  // Which our vocabularies put into 100 tokens.
  ['/v1/embeddings', { model: 'vectors', input: '7391'.repeat(75) }, vectorAnswer],
  ['/v1/rerank', { model: 'ranks', query: '7391', documents: ['7391'.repeat(74)] }, scoreAnswer],
])('a burst of %s with as many tokens as bytes does not overrun a budget', async (path, body, answer) => {
  const headers = { 'content-type': 'application/json' }
  const script = { kind: 'raw', headers, parts: [JSON.stringify(answer)] } as const
  gateway.upstream.next(...Array.from({ length: 60 }, () => script))
  const limitNanos = 2900 * 1_000_000
  const key = await makeKey({ limitNanos, period: null })

  const statuses = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const response = await gateway.post(path, body, key)
      await response.text()
      return response.status
    }),
  )

  gateway.upstream.reset()
  await expect.poll(async () => (await amounts(key)).reservedNanos, patience).toBe(0)
  expect(statuses).toContain(200)
  expect((await amounts(key)).spentNanos).toBeGreaterThanOrEqual(300_000_000)
  expect((await amounts(key)).spentNanos).toBeLessThanOrEqual(limitNanos)
})

test('a prompt that is counted instead of bounded still fits into the rest of a budget', async () => {
  const messages = [{ role: 'user', content: 'The llamas graze on the meadow beside the river. '.repeat(40) }]
  // 1,960 bytes, and about 400 tokens, or 520 by another vocabulary.
  const key = await makeKey({ limitNanos: 700 * 1_000_000, period: null })
  const tooLittle = await makeKey({ limitNanos: 300 * 1_000_000, period: null })

  const ask = async (token: { token: string }) =>
    (await gateway.chat({ model: 'wordy', messages, max_tokens: 1 }, token)).status

  expect(await ask(key)).toBe(200)
  expect(await ask(tooLittle)).toBe(429)
})

test('a budget error tells clients not to retry, and no upstream is called', async () => {
  const key = await makeKey({ limitNanos: callNanos - 1, period: 'day' })
  const asked = gateway.upstream.requests.length

  const response = await gateway.chat({ ...say, model: 'priced' }, key)

  expect(response.status).toBe(429)
  expect(response.headers.get('x-should-retry')).toBe('false')
  expect(response.headers.get('retry-after')).toBeNull()
  expect(await response.json()).toEqual({
    error: {
      message: expect.stringMatching(
        /^This request may cost up to \$0\.003, more than the \$0\.003 that is left of this key’s \$0\.003 budget\. It resets on \d{4}-\d\d-\d\d\./,
      ) as string,
      type: 'insufficient_quota',
      param: null,
      code: 'insufficient_quota',
    },
  })
  expect(gateway.upstream.requests).toHaveLength(asked)
  expect(response.headers.get('sextant-attempts')).toBeNull()
  expect(await gateway.row(response.headers.get('x-request-id'))).toMatchObject({
    status: 429,
    errorCode: 'insufficient_quota',
    costNanos: 0,
    attempts: 0,
    attemptList: null,
  })
})

test.each(['failing', 'refusing', 'breaking'])(
  'a request of %s releases its reservation and is charged the cost in its row',
  async model => {
    const key = await makeKey({ limitNanos: 500 * callNanos, period: null })

    const response = await gateway.chat({ ...say, model, stream: true, max_tokens: 300 }, key)
    await response.text()

    const { costNanos } = await gateway.row(response.headers.get('x-request-id'))
    await expect.poll(() => amounts(key), patience).toEqual({ spentNanos: costNanos, reservedNanos: 0 })
  },
)

test('a timed-out request releases its reservation, before its first event and mid-stream', async () => {
  await using hasty = await startTestGateway({
    policy: { retriesMax: 0 },
    models: [
      { id: 'hang-first', upstream: 'hang-first', price },
      { id: 'hang-midway', upstream: 'hang-2', price },
    ],
  })
  const key = await hasty.makeKey({ budget: { limitNanos: 500 * callNanos, period: null } })

  for (const model of ['hang-first', 'hang-midway']) {
    const response = await hasty.chat({ ...say, model, stream: true }, key)
    await response.text()
    expect((await hasty.row(response.headers.get('x-request-id'))).errorCode).toMatch(/timeout/)
  }

  const rows = await hasty.store.requests.list(hasty.teamId, { limit: 10 })
  const spentNanos = rows.reduce((sum, row) => sum + row.costNanos, 0)
  await expect.poll(() => amounts(key, hasty), patience).toEqual({ spentNanos, reservedNanos: 0 })
})

test('a request releases its reservation when the client disconnects', async () => {
  const key = await makeKey({ limitNanos: 500 * callNanos, period: null })
  const leaving = new AbortController()
  const asked = gateway.upstream.requests.length

  const response = gateway.chat(
    { ...say, model: 'hanging', stream: true },
    { ...key, signal: leaving.signal },
  )
  await expect.poll(() => gateway.upstream.requests.length, patience).toBe(asked + 1)
  expect((await amounts(key)).reservedNanos).toBeGreaterThanOrEqual(callNanos)
  leaving.abort()

  await expect(response).rejects.toThrow(/abort/i)
  await expect.poll(() => amounts(key), patience).toMatchObject({ reservedNanos: 0 })
})

const tokenNanos = 1_000_000
const { messages } = say
const long = { kind: 'answer', tokens: 20_000, usage: 'own-chunk' } as const
const lastRequest = () => gateway.upstream.requests.at(-1)?.json ?? null

test('a burst of answers without max_tokens does not overrun a budget', async () => {
  gateway.upstream.on('long', long)
  const limitNanos = 50_000 * tokenNanos
  const key = await makeKey({ limitNanos, period: null })

  const statuses = await Promise.all(
    Array.from({ length: 300 }, async (_, index) => {
      const response = await gateway.chat({ messages, model: 'long', stream: index % 2 === 0 }, key)
      await response.text()
      return response.status
    }),
  )

  await expect.poll(async () => (await amounts(key)).reservedNanos, patience).toBe(0)
  expect(statuses.filter(status => status === 200).length).toBeGreaterThanOrEqual(3)
  expect(statuses).toContain(429)
  expect((await amounts(key)).spentNanos).toBeLessThanOrEqual(limitNanos)
}, 60_000)

test('an answer without max_tokens is limited to what is left of the budget, and its end says so', async () => {
  gateway.upstream.on('long', long)
  const key = await makeKey({ limitNanos: 1_000 * tokenNanos, period: null })

  const response = await gateway.chat({ messages, model: 'long', n: 2 }, key)

  expect(response.headers.get('sextant-max-tokens')).toBe('500')
  expect(lastRequest()).toMatchObject({ n: 2, max_tokens: 500 })
  expect(await response.json()).toMatchObject({
    choices: [{ finish_reason: 'length' }, { finish_reason: 'length' }],
  })
})

test.each([false, true])(
  'the request log says that an answer ended at the limit of the budget, with stream: %s',
  async stream => {
    gateway.upstream.on('long', long)
    const cutAt = async (body: object, limitNanos: number) => {
      const key = await makeKey({ limitNanos, period: null })
      const response = await gateway.chat({ messages, stream, ...body }, key)
      await response.text()
      return (await gateway.row(response.headers.get('x-request-id'))).cutAtTokens
    }

    expect(await cutAt({ model: 'long' }, 500 * tokenNanos)).toBe(500)
    expect(await cutAt({ model: 'long', max_tokens: 100 }, 500 * tokenNanos)).toBeNull()
    expect(await cutAt({ model: 'priced' }, 1000 * callNanos)).toBeNull()
  },
)

test('with a large budget the limit is 16,384 tokens', async () => {
  const key = await makeKey({ limitNanos: 1_000_000 * tokenNanos, period: null })

  const response = await gateway.chat({ messages, model: 'long' }, key)

  expect(response.headers.get('sextant-max-tokens')).toBe('16384')
  expect(lastRequest()).toMatchObject({ max_tokens: 16_384 })
})

test('a budget for fewer than 256 tokens refuses an answer without max_tokens, and accepts a shorter one', async () => {
  const key = await makeKey({ limitNanos: 255 * tokenNanos, period: null })

  expect((await gateway.chat({ messages, model: 'long' }, key)).status).toBe(429)
  expect((await gateway.chat({ messages, model: 'long', max_tokens: 100 }, key)).status).toBe(200)
})

test('without a budget, without a price and with a limit of its own a request is sent as it is', async () => {
  const key = await makeKey({ limitNanos: 1_000_000 * tokenNanos, period: null })

  const unlimited = await gateway.chat({ messages, model: 'long' })
  expect(lastRequest()).not.toHaveProperty('max_tokens')
  await gateway.chat({ messages, model: 'free' }, key)
  expect(lastRequest()).not.toHaveProperty('max_tokens')
  await gateway.chat({ messages, model: 'long', max_completion_tokens: 30_000 }, key)
  expect(lastRequest()).toMatchObject({ max_tokens: 30_000 })
  expect(unlimited.headers.get('sextant-max-tokens')).toBeNull()
})

test('a model that cannot write so much is asked for less, from then on at once', async () => {
  const message = 'max_tokens is too large: 16384. This model supports at most 4096 completion tokens.'
  const refusal = { kind: 'error', status: 400, body: { error: { message, code: 'invalid_value' } } } as const
  gateway.upstream.on('narrow', long)
  const key = await makeKey({ limitNanos: 1_000_000 * tokenNanos, period: null })
  const asked = gateway.upstream.requests.length
  gateway.upstream.next(refusal)

  const first = await gateway.chat({ messages, model: 'narrow', stream: true }, key)
  await first.text()
  const second = await gateway.chat({ messages, model: 'narrow' }, key)

  expect([first.status, second.status]).toEqual([200, 200])
  const limits = gateway.upstream.requests.slice(asked).map(({ json }) => json?.max_tokens)
  expect(limits).toEqual([16_384, 4096, 4096])
})

test.each([false, true])(
  'the limit of a paid model is not said of a fallback whose answer costs nothing, with stream: %s',
  async stream => {
    const key = await makeKey({ limitNanos: 1_000_000 * tokenNanos, period: null })
    const asked = gateway.upstream.requests.length

    const response = await gateway.chat({ messages, model: 'paid-first', stream }, key)
    await response.text()

    const limits = gateway.upstream.requests.slice(asked).map(({ json }) => json?.max_tokens)
    expect(limits).toEqual([16_384, undefined])
    expect(response.headers.get('sextant-provider')).not.toBeNull()
    expect(response.headers.get('sextant-max-tokens')).toBeNull()
  },
)

test('a more expensive fallback reserves the difference, or is skipped', async () => {
  const enough = await makeKey({ limitNanos: callNanos, period: null })
  const tooLittle = await makeKey({ limitNanos: callNanos - 1, period: null })

  expect((await gateway.chat({ ...say, model: 'cheap' }, enough)).status).toBe(200)
  const skipped = await gateway.chat({ ...say, model: 'cheap' }, tooLittle)
  expect(skipped.status).toBe(502)
  expect(skipped.headers.get('sextant-skipped')).toBe('priced=insufficient_quota')
  await expect.poll(() => amounts(enough), patience).toEqual({ spentNanos: callNanos, reservedNanos: 0 })
})

test('while budgets are unavailable requests are rejected, without retries or fallbacks', async () => {
  let leased = 0
  await using stoppedGateway = await startTestGateway({
    models: [
      { id: 'priced', price, fallbacks: ['cheap'] },
      { id: 'cheap', price: { input: 0, output: 1 } },
    ],
    store: opened => ({
      ...opened,
      budgets: {
        ...opened.budgets,
        lease() {
          leased++
          return Promise.reject(new Error('unavailable'))
        },
      },
    }),
  })
  const key = await stoppedGateway.makeKey({ budget: { limitNanos: 500 * callNanos, period: null } })

  const response = await stoppedGateway.chat({ ...say, model: 'priced' }, key)

  expect(await response.json()).toMatchObject({ error: { code: 'store_unavailable' } })
  expect(response.status).toBe(503)
  expect(stoppedGateway.upstream.requests).toEqual([])
  expect(leased).toBe(1)
})

test('a model without a price needs only the smallest remaining budget', async () => {
  const key = await makeKey({ limitNanos: 1, period: null })

  expect((await gateway.chat({ ...say, model: 'free' }, key)).status).toBe(200)
})

test.each([
  ['/v1/embeddings', { model: 'vectors', input: 'a few words about llamas' }],
  ['/v1/rerank', { model: 'ranks', query: 'llamas', documents: ['a few words about llamas'] }],
])('%s reserves its input', async (path, body) => {
  const tooLittle = await makeKey({ limitNanos: 2_000_000, period: null })
  const enough = await makeKey({ limitNanos: 900_000_000, period: null })

  expect((await gateway.post(path, body, tooLittle)).status).toBe(429)
  const response = await gateway.post(path, body, enough)

  expect(response.status).toBe(200)
  const { costNanos } = await gateway.row(response.headers.get('x-request-id'))
  expect(costNanos).toBeGreaterThan(0)
  await expect.poll(() => amounts(enough), patience).toEqual({ spentNanos: costNanos, reservedNanos: 0 })
})

test('a search is rejected where its models may cost more than the remaining budget', async () => {
  const key = await makeKey({ limitNanos: 1000, period: null })

  const response = await gateway.post(
    '/v1/web',
    { model: 'sextant-ai-search', params: { query: 'What do llamas eat?' } },
    key,
  )

  expect(response.status).toBe(429)
  expect(await response.json()).toMatchObject({ error: { code: 'insufficient_quota' } })
})

test('the team budget limits all of its keys', async () => {
  const { store, teamId } = gateway
  const actor = { id: null, name: 'test', address: null }
  const { id, token } = await gateway.makeKey()
  // Includes the spending of the other tests.
  await store.budgets.setTeam(teamId, { limitNanos: 1, period: 'day' }, actor)
  try {
    const ask = async () => (await gateway.chat({ ...say, model: 'priced' }, { token })).status
    await expect.poll(ask, patience).toBe(429)
    await store.budgets.setTeam(teamId, { limitNanos: 1_000_000_000_000, period: 'day' }, actor)
    await expect.poll(ask, patience).toBe(200)
  } finally {
    await store.budgets.setTeam(teamId, null, actor)
  }
  expect((await store.keys.get(teamId, id))?.budgetId).toBeNull()
})

const patience = { timeout: 10_000 }

async function makeKey(budget: BudgetTerms): Promise<{ token: string; id: string }> {
  return gateway.makeKey({ budget })
}

async function amounts({ id }: { id: string }, { store, teamId }: TestGateway = gateway) {
  const key = await store.keys.get(teamId, id)
  const { byId } = await store.budgets.list(teamId)
  const budget = byId.get(key?.budgetId ?? '')
  return { spentNanos: budget?.spentNanos ?? NaN, reservedNanos: budget?.reservedNanos ?? NaN }
}

async function sumOfRows({ id }: { id: string }): Promise<number> {
  const rows = await gateway.store.requests.list(gateway.teamId, { limit: 10_000 })
  return rows.filter(row => row.keyId === id).reduce((sum, row) => sum + row.costNanos, 0)
}
