import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// Servers read other members than OpenAI's API has: whichever they obey, an answer must not cost more than was reserved.
const price = { input: 0, output: 1000 }
const tokenNanos = 1_000_000
const messages = [{ role: 'user', content: 'hi' }]

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({
    policy: { retriesMax: 0 },
    providers: [
      { id: 'groq', server: 'groq' },
      { id: 'gpt', server: 'openai', apiKey: 'sk-scripted-openai' },
    ],
    models: [
      { id: 'long', upstream: 'long', price },
      { id: 'free', price: 'free' },
      { id: 'exceeding-completions', upstream: 'exceeding-completions', price },
      { id: 'exceeding-messages', upstream: 'exceeding-messages', price },
      { id: 'exceeding-responses', upstream: 'exceeding-responses', price },
      { id: 'searching', upstream: 'long', price: { input: 0, output: 0, webSearch: 10 } },
      { id: 'compound', provider: 'groq', upstream: 'groq/compound', price },
      {
        id: 'compound-rated',
        provider: 'groq',
        upstream: 'groq/compound-mini',
        price: { input: 0, output: 0, webSearch: 10 },
      },
      { id: 'always-searching', provider: 'gpt', upstream: 'gpt-4o-search-preview' },
      { id: 'unrated', upstream: 'long', price, fallbacks: ['searching'] },
      {
        id: 'stepped',
        upstream: 'stepped',
        price: { input: 1, output: 1, above: { 200000: { input: 100, output: 100 } } },
      },
      { id: 'tiered', upstream: 'tiered', price: 'catalog', priceOf: 'openai/gpt-6-sol' },
      { id: 'tiered-forwarded', provider: 'gpt', upstream: 'gpt-6-sol' },
    ],
  })
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

const lastRequest = () => gateway.upstream.requests.at(-1)?.json ?? null

test.each([
  { n_predict: 40 },
  { max_new_tokens: 40 },
  { max_tokens: 1, n_predict: 40 },
  { max_tokens: 4, best_of: 10 },
  { max_tokens: 10, n: 1, num_beams: 4 },
  { max_tokens: 20, n: 2, best_of: 2 },
  { max_tokens: 1, extra_body: { n_predict: 40 } },
  { max_tokens: 1, prediction: { type: 'content', content: 'llama '.repeat(7) } },
])('a burst of answers with %j, of 40 tokens in all, does not overrun a budget', async bounds => {
  const usage = { prompt_tokens: 1, completion_tokens: 40, total_tokens: 41 }
  gateway.upstream.on('long', { kind: 'answer', usage: 'none', extra: { usage } })
  const limitNanos = 410 * tokenNanos
  const { id, token } = await gateway.makeKey({ budget: { limitNanos, period: null } })

  const statuses = await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      const response = await gateway.chat(
        { model: 'long', messages, stream: at % 2 === 0 && bounds.n === undefined, ...bounds },
        { token },
      )
      await response.text()
      return response.status
    }),
  )

  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  await expect.poll(async () => (await amountsOf(id)).reservedNanos, patience).toBe(0)
  expect((await amountsOf(id)).spentNanos).toBeLessThanOrEqual(limitNanos)
})

test.each(['/v1/chat/completions', '/v1/messages', '/v1/responses'])(
  'a server that exceeds the limit of %s overruns no budget, and from then on its excess is reserved and charged',
  async path => {
    const model = `exceeding-${path.split('/').at(-1)}`
    const usage = { prompt_tokens: 1, completion_tokens: 400, total_tokens: 401 }
    gateway.upstream.on(model, { kind: 'answer', extra: { usage } })
    const limitNanos = 410 * tokenNanos
    const { id, token } = await gateway.makeKey({ budget: { limitNanos, period: null } })
    const ask = async (key: { readonly token: string }) => {
      const body =
        path === '/v1/responses' ? { input: 'hi', max_output_tokens: 40 } : { messages, max_tokens: 40 }
      const response = await gateway.post(path, { model, ...body }, key)
      await response.text()
      return gateway.row(response.headers.get('x-request-id'))
    }

    const rows = await Promise.all(Array.from({ length: 20 }, () => ask({ token })))
    const first = rows.find(({ status }) => status === 200)
    expect(first).toMatchObject({ usageMismatch: true, completionTokens: 40, costNanos: 40 * tokenNanos })
    await expect.poll(async () => (await amountsOf(id)).reservedNanos, patience).toBe(0)
    expect((await amountsOf(id)).spentNanos).toBeLessThanOrEqual(limitNanos)

    const rich = await gateway.makeKey({ budget: { limitNanos: 100_000 * tokenNanos, period: null } })
    expect(await ask(rich)).toMatchObject({ completionTokens: 400, costNanos: 400 * tokenNanos })
  },
)

test('under a budget a limit by another name is sent as `max_tokens`, too', async () => {
  gateway.upstream.on('long', { kind: 'answer' })
  const key = await gateway.makeKey({ budget: { limitNanos: 1000 * tokenNanos, period: null } })

  await (await gateway.chat({ model: 'long', messages, n_predict: 40 }, key)).text()
  expect(lastRequest()).toMatchObject({ n_predict: 40, max_tokens: 40 })
  await (await gateway.chat({ model: 'long', messages, n_predict: 40 })).text()
  expect(lastRequest()).not.toHaveProperty('max_tokens')
})

test('the limit that a budget sets is that of the team, and not more than the model writes by the catalog', async () => {
  const { store, teamId } = gateway
  const actor = { id: null, name: 'test', address: null }
  const budget = { limitNanos: 1e13, period: null }
  const limitOf = async (path: string, model: string) => {
    const key = await gateway.makeKey({ budget })
    const body = path.endsWith('responses') ? { input: 'hi' } : { messages }
    const response = await gateway.post(path, { model, ...body }, key)
    await response.text()
    return response.headers.get('sextant-max-tokens')
  }

  expect(await limitOf('/v1/chat/completions', 'long')).toBe('16384')
  expect(await limitOf('/v1/chat/completions', 'gpt/gpt-4-turbo')).toBe('4096')
  expect(await limitOf('/v1/responses', 'gpt/gpt-4-turbo')).toBe('4096')
  await store.settings.update(teamId, { answerTokensMax: 2000 }, actor)
  expect(await limitOf('/v1/chat/completions', 'long')).toBe('2000')
  expect(await limitOf('/v1/responses', 'gpt/gpt-4-turbo')).toBe('2000')
  await store.settings.update(teamId, { answerTokensMax: null }, actor)
  expect(await limitOf('/v1/chat/completions', 'long')).toBe('16384')
})

test.each([
  ['n_predict', { n_predict: -1 }],
  ['best_of', { best_of: '20' }],
  ['options.num_predict', { max_tokens: 3, options: { num_predict: 1.5 } }],
])('under a budget %s must be a whole number, unless the model is free', async (param, bounds) => {
  const key = await gateway.makeKey({ budget: { limitNanos: 1000 * tokenNanos, period: null } })

  const response = await gateway.chat({ model: 'long', messages, ...bounds }, key)

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { code: 'invalid_value', param } })
  expect((await gateway.chat({ model: 'free', messages, ...bounds }, key)).status).toBe(200)
  expect((await gateway.chat({ model: 'long', messages, ...bounds })).status).toBe(200)
})

test.each([
  ['web_search_options', { web_search_options: {} }],
  ['search_parameters', { search_parameters: { mode: 'auto' } }],
  ['plugins', { plugins: [{ id: 'web' }] }],
  ['extra_body.web_search_options', { extra_body: { web_search_options: {} } }],
  ['extra_body.plugins', { extra_body: { plugins: [{ id: 'web' }] } }],
  [
    'compound_custom.tools.enabled_tools',
    { compound_custom: { tools: { enabled_tools: ['code_interpreter', 'web_search'] } } },
  ],
])(
  'web searches by %s are refused where the price has no rate for them, and reserved where it has one',
  async (param, search) => {
    const rich = await gateway.makeKey({ budget: { limitNanos: 1e12, period: null } })
    const poor = await gateway.makeKey({ budget: { limitNanos: 50_000_000, period: null } })
    const body = { messages, max_tokens: 3, ...search }
    const asked = gateway.upstream.requests.length

    const refused = await gateway.chat({ model: 'long', ...body }, rich)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({
      error: { code: 'model_unpriced', param, message: expect.stringContaining('no rate of `webSearch`') },
    })
    expect((await gateway.chat({ model: 'searching', ...body }, poor)).status).toBe(429)
    expect(gateway.upstream.requests).toHaveLength(asked)

    expect((await gateway.chat({ model: 'searching', ...body }, rich)).status).toBe(200)
    const other = await gateway.chat({ model: 'unrated', ...body }, rich)
    expect(other.headers.get('sextant-skipped')).toBe('unrated=model_unpriced')
    expect((await gateway.chat({ model: 'long', ...body })).status).toBe(200)
  },
)

test.each(['compound', 'always-searching'])(
  'a model that searches the web unasked needs a rate of it: %s is refused, or unpriced',
  async model => {
    for (const path of ['/v1/chat/completions', '/v1/messages']) {
      const rich = await gateway.makeKey({ budget: { limitNanos: 1e12, period: null } })
      const refused = await gateway.post(path, { model, messages, max_tokens: 3 }, rich)
      expect(refused.status).toBe(403)
      expect(await refused.text()).toContain('no rate of `webSearch`')

      const unlimited = await gateway.post(path, { model, messages, max_tokens: 3 })
      expect(unlimited.headers.get('sextant-cost-source')).toBe('unpriced')
    }
  },
)

test('with a rate, the searches of such a model are reserved, and one is charged where none is reported', async () => {
  const body = { model: 'compound-rated', messages, max_tokens: 3 }
  const poor = await gateway.makeKey({ budget: { limitNanos: 90_000_000, period: null } })
  const rich = await gateway.makeKey({ budget: { limitNanos: 1e12, period: null } })

  expect((await gateway.chat(body, poor)).status).toBe(429)
  expect((await gateway.chat(body, rich)).headers.get('sextant-cost')).toBe('0.01')
})

test('a request that forbids web searches needs no rate of them', async () => {
  const key = await gateway.makeKey({ budget: { limitNanos: 1e12, period: null } })
  const body = {
    messages,
    max_tokens: 3,
    search_parameters: { mode: 'off' },
    plugins: [{ id: 'file-parser' }],
    extra_body: { web_search_options: null, top_k: 3 },
    compound_custom: { tools: { enabled_tools: ['code_interpreter'] } },
  }

  expect((await gateway.chat({ model: 'long', ...body }, key)).status).toBe(200)
})

const patience = { timeout: 10_000 }

async function amountsOf(id: string) {
  const { store, teamId } = gateway
  const key = await store.keys.get(teamId, id)
  const { byId } = await store.budgets.list(teamId)
  const budget = byId.get(key?.budgetId ?? '')
  return { spentNanos: budget?.spentNanos ?? NaN, reservedNanos: budget?.reservedNanos ?? NaN }
}

test('a short prompt reserves no rates of long ones', async () => {
  const { token } = await gateway.makeKey({ budget: { limitNanos: 5_000_000, period: null } })

  const response = await gateway.chat({ model: 'stepped', messages, max_tokens: 100 }, { token })

  expect(response.status).toBe(200)
})

test.each([
  ['/v1/chat/completions', 'tiered'],
  ['/v1/responses', 'tiered-forwarded'],
])('the rates of a service tier are reserved only where a request of %s asks for it', async (path, model) => {
  const ask = async (more: object) => {
    // 100 tokens of the answer cost $0.001, and $0.002 in the tier `priority`.
    const { token } = await gateway.makeKey({ budget: { limitNanos: 1_600_000, period: null } })
    const body =
      path === '/v1/responses' ? { input: 'hi', max_output_tokens: 100 } : { messages, max_tokens: 100 }
    const response = await gateway.post(path, { model, ...body, ...more }, { token })
    await response.text()
    return response.status
  }

  expect(await ask({})).toBe(200)
  expect(await ask({ service_tier: 'auto' })).toBe(200)
  expect(await ask({ service_tier: 'flex' })).toBe(200)
  expect(await ask({ service_tier: 'priority' })).toBe(429)
  expect(await ask({ service_tier: 'of-tomorrow' })).toBe(429)
})

test('a service tier that nobody asked for is reserved from its first response on', async () => {
  gateway.upstream.on('tiered', { kind: 'answer', extra: { service_tier: 'priority' } })
  const ask = async () => {
    const { token } = await gateway.makeKey({ budget: { limitNanos: 1_600_000, period: null } })
    const response = await gateway.chat({ model: 'tiered', messages, max_tokens: 100 }, { token })
    await response.text()
    return response.status
  }

  expect(await ask()).toBe(200)
  expect(await ask()).toBe(429)
})
