import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let sextant: TestGateway
beforeAll(async () => {
  const price = { input: 1000, output: 1000 }
  sextant = await startTestGateway({
    providers: [
      { id: 'claude', kind: 'anthropic', apiKey: 'sk-ant-scripted' },
      { id: 'other', kind: 'anthropic', apiKey: 'sk-ant-other' },
    ],
    models: [
      { id: 'listed', provider: 'claude', upstream: 'claude-f', priceOf: 'anthropic/claude-haiku-4-5' },
      { id: 'compatible', upstream: 'echo', priceOf: 'anthropic/claude-haiku-4-5' },
      { id: 'claude-large', provider: 'claude', upstream: 'claude-small' },
      { id: 'priced', provider: 'claude', upstream: 'claude-p', price },
      { id: 'dense', provider: 'claude', upstream: 'claude-d', price },
      { id: 'exceeding', provider: 'claude', upstream: 'claude-e', price },
      {
        id: 'searching',
        provider: 'claude',
        upstream: 'claude-s',
        price: { input: 0, output: 0, webSearch: 10 },
      },
      { id: 'known', provider: 'claude', upstream: 'claude-haiku-4-5', price: { input: 1, output: 1 } },
      {
        id: 'window',
        provider: 'claude',
        upstream: 'claude-w',
        context: 200_000,
        price: { input: 1, output: 1 },
      },
    ],
    policy: { retriesMax: 0 },
  })
})
beforeEach(() => sextant.upstream.reset())
afterAll(() => sextant[Symbol.asyncDispose]())

const plainMessage = readFixture('anthropic', 'chat-message.json')
const user = { role: 'user', content: 'Hello' }
const question = { model: 'claude/x', max_tokens: 9, messages: [user] }

function ask(body: object, token = sextant.token, answer = plainMessage): Promise<Response> {
  sextant.upstream.next({ kind: 'raw', parts: [answer] })
  return sextant.post('/v1/messages', body, { token })
}

function messageWith(usage: object, content: object[] = []): string {
  const message = { id: 'm', type: 'message', role: 'assistant', model: 'c', content }
  return JSON.stringify({ ...message, stop_reason: 'end_turn', usage })
}

describe("the key's list of models", () => {
  const advisor = { type: 'advisor_20260301', name: 'advisor' }

  test.each([
    ['a tool', { tools: [{ ...advisor, model: 'claude-opus' }] }, 'tools.0.model'],
    [
      'a tool with a model of the list elsewhere',
      { tools: [{ ...advisor, model: 'other/x' }] },
      'tools.0.model',
    ],
    [
      'a tool that is defined within the conversation',
      {
        messages: [
          user,
          {
            role: 'system',
            content: [
              {
                type: 'tool_addition',
                tool: { type: 'tool_definition', definition: { ...advisor, model: 'claude-opus' } },
              },
            ],
          },
        ],
      },
      'messages.1.content.0.tool.definition.model',
    ],
    ['fallbacks of the provider', { fallbacks: 'default' }, 'fallbacks'],
    ['a fallback', { fallbacks: [{ model: 'claude-opus' }] }, 'models.0'],
  ])('holds for %s', async (_, members, param) => {
    const { token } = await sextant.makeKey({ models: ['claude/x', 'other/x'] })

    const response = await ask({ ...question, ...members }, token)

    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({
      error: { details: { error_code: 'model_not_allowed', param } },
    })
    expect(sextant.upstream.requests).toEqual([])
  })

  test('is compared with public IDs, of which the provider gets its own names', async () => {
    const { token } = await sextant.makeKey({ models: ['claude/x', 'claude-large', 'other/x'] })
    const fallbacks = [{ model: 'anthropic:claude-large' }, { model: 'other/x' }]
    const tools = [{ ...advisor, model: 'claude-large' }]

    const response = await ask({ ...question, fallbacks, tools }, token)

    expect(response.status).toBe(200)
    expect(sextant.upstream.requests[0]?.json).toMatchObject({
      model: 'x',
      fallbacks: [{ model: 'claude-small' }],
      tools: [{ ...advisor, model: 'claude-small' }],
    })
  })

  test('of a key without one, the provider judges the names', async () => {
    const members = { fallbacks: [{ model: 'claude-opus' }], tools: [{ ...advisor, model: 'claude-opus' }] }

    await ask({ ...question, ...members })

    expect(sextant.upstream.requests[0]?.json).toEqual({ ...question, ...members, model: 'x' })
  })
})

describe('a budget', () => {
  test.each([
    ['fallbacks with limits of their own', { fallbacks: [{ model: 'claude/x', max_tokens: 64_000 }] }],
    [
      'all fallbacks together',
      { max_tokens: 300, fallbacks: [{ model: 'a' }, { model: 'b' }, { model: 'c' }] },
    ],
  ])('includes %s', async (_, members) => {
    const { token } = await sextant.makeKey({ budget: { limitNanos: 1_000_000_000, period: null } })

    const response = await ask({ ...question, model: 'priced', ...members }, token)

    expect(response.status).toBe(429)
    expect(sextant.upstream.requests).toEqual([])
  })

  test.each([
    ['n_predict', { n_predict: 64_000 }],
    ['best_of', { best_of: 20 }],
    ['extra_body.max_new_tokens', { extra_body: { max_new_tokens: 64_000 } }],
  ])('refuses %s, which servers with this API may obey', async (param, members) => {
    const { token } = await sextant.makeKey({ budget: { limitNanos: 1e13, period: null } })

    const response = await ask({ ...question, model: 'priced', ...members }, token)

    expect(response.status).toBe(400)
    expect(await response.text()).toContain(`\`${param}\` does not limit the answer in this API.`)
    expect(sextant.upstream.requests).toEqual([])
    expect((await ask({ ...question, model: 'priced', ...members, n: 1 })).status).toBe(200)
  })

  test('includes the searches of a tool of the provider', async () => {
    const { token } = await sextant.makeKey({ budget: { limitNanos: 1_000_000, period: null } })
    const tools = [{ type: 'web_search_20250305', name: 'web_search', max_uses: 1 }]

    const one = await ask({ ...question, model: 'searching', tools }, token)
    const without = await ask({ ...question, model: 'searching' }, token)

    expect(one.status).toBe(429)
    expect(without.status).toBe(200)
  })

  test('limits the answer by the rest of the context window, in which the data of a file takes no room', async () => {
    const { token } = await sextant.makeKey({ budget: { limitNanos: 1e13, period: null } })
    const source = { type: 'base64', media_type: 'application/pdf', data: 'JVBE'.repeat(200_000) }
    const messages = [{ role: 'user', content: [{ type: 'document', source }] }]

    const response = await ask({ model: 'window', messages }, token)

    expect(response.status).toBe(200)
    expect(Number(response.headers.get('sextant-max-tokens'))).toBeGreaterThan(16_000)
    expect(sextant.upstream.requests[0]?.json).toMatchObject({
      max_tokens: Number(response.headers.get('sextant-max-tokens')),
    })
  })

  test('the request log says that the answer ended at the limit of the budget, and at no other', async () => {
    const { token } = await sextant.makeKey({ budget: { limitNanos: 1e13, period: null } })
    const answer = JSON.stringify({ ...JSON.parse(messageWith({})), stop_reason: 'max_tokens' })
    const events = [
      'event: message_start\ndata: {"type":"message_start","message":{"model":"c"}}\n\n',
      'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"max_tokens"}}\n\n',
      'event: message_stop\ndata: {"type":"message_stop"}\n\n',
    ].join('')
    const cutAt = async (response: Response) => {
      await response.text()
      return (await sextant.row(response.headers.get('x-request-id'))).cutAtTokens
    }

    const plain = await ask({ model: 'window', messages: [user] }, token, answer)
    const streamed = await ask({ model: 'window', messages: [user], stream: true }, token, events)
    const limited = await ask({ model: 'window', messages: [user], max_tokens: 300 }, token, answer)

    expect(await cutAt(plain)).toBe(16_384)
    expect(await cutAt(streamed)).toBe(16_384)
    expect(await cutAt(limited)).toBeNull()
  })

  test('includes images', async () => {
    const { token } = await sextant.makeKey({ budget: { limitNanos: 1_000_000_000, period: null } })
    const source = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' }
    const messages = [{ role: 'user', content: [{ type: 'image', source }] }]

    const response = await ask({ ...question, model: 'priced', messages }, token)

    expect(response.status).toBe(429)
    expect(sextant.upstream.requests).toEqual([])
  })

  test('includes what tools of the provider read', async () => {
    const { token } = await sextant.makeKey({ budget: { limitNanos: 1_000_000_000, period: null } })
    const tools = [{ type: 'web_fetch_20250910', name: 'web_fetch', max_uses: 1 }]

    const response = await ask({ ...question, model: 'priced', tools }, token)

    expect(response.status).toBe(429)
  })

  test('rejects web searches without a rate before the provider is asked, unless the catalog has one', async () => {
    const { token } = await sextant.makeKey({ budget: { limitNanos: 1e13, period: null } })
    const tools = [{ type: 'web_search_20250305', name: 'web_search', max_uses: 1 }]

    const refused = await ask({ ...question, model: 'window', tools }, token)
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain('has no rate of `webSearch`')
    expect(sextant.upstream.requests).toEqual([])
    sextant.upstream.reset()

    const usage = { input_tokens: 5, output_tokens: 1, server_tool_use: { web_search_requests: 100 } }
    const known = await ask({ ...question, model: 'known', tools }, token, messageWith(usage))
    expect(known.status).toBe(200)
    expect(known.headers.get('sextant-cost')).toBe('1.000006')

    const without = await ask({ ...question, model: 'window', tools }, sextant.token, messageWith(usage))
    expect(without.headers.get('sextant-cost-source')).toBe('unpriced')
    expect(without.headers.get('sextant-cost')).toBe('0.000006')
  })

  test.each([
    ['speed', { speed: 'fast' }],
    ['inference_geo', { inference_geo: 'us' }],
    ['fallbacks.0.speed', { fallbacks: [{ model: 'claude/x', speed: 'fast' }] }],
    [
      'fallbacks.1.inference_geo',
      { fallbacks: [{ model: 'claude/x' }, { model: 'claude/y', inference_geo: 'us' }] },
    ],
  ])('rejects %s, for which the vendor charges more than the catalog says', async (param, more) => {
    const { token } = await sextant.makeKey({ budget: { limitNanos: 1e13, period: null } })

    const refused = await ask({ ...question, model: 'listed', ...more }, token)
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain(`with \`${param}\``)
    expect(sextant.upstream.requests).toEqual([])

    const standard = { speed: 'standard', inference_geo: 'global' }
    const sourceOf = async (body: object, key = sextant.token) =>
      (await ask({ ...question, ...body }, key)).headers.get('sextant-cost-source')
    expect(await sourceOf({ model: 'listed', ...more })).toBe('unpriced')
    expect(await sourceOf({ model: 'listed', ...standard }, token)).toBe('catalog')
    expect(await sourceOf({ model: 'window', ...more }, token)).toBe('operator')
  })

  test('an answer whose usage says that the vendor charges more than the catalog says is unpriced', async () => {
    const usage = { input_tokens: 5, output_tokens: 1, speed: 'standard' }
    const sourceOf = async (model: string, geo: string) =>
      (
        await ask({ ...question, model }, sextant.token, messageWith({ ...usage, inference_geo: geo }))
      ).headers.get('sextant-cost-source')

    expect(await sourceOf('listed', 'us')).toBe('unpriced')
    expect(await sourceOf('listed', 'global')).toBe('catalog')
    expect(await sourceOf('listed', 'not_available')).toBe('catalog')
    expect(await sourceOf('window', 'us')).toBe('operator')

    sextant.upstream.next({ kind: 'raw', parts: [messageWith({ ...usage, inference_geo: 'us' })] })
    const translated = await sextant.chat({ model: 'listed', messages: [user] })
    expect(translated.headers.get('sextant-cost-source')).toBe('unpriced')
  })

  test.each([
    { speed: 'standard' },
    { speed: null, inference_geo: null },
    { speed: 41.5 },
    { speed: 'fast' },
  ])(
    'members of the usage of another API that have the same names say nothing of the price: %j',
    async members => {
      const usage = { prompt_tokens: 5, completion_tokens: 1, total_tokens: 6, ...members }
      sextant.upstream.next({ kind: 'answer', usage: 'none', extra: { usage } })

      const response = await sextant.chat({ model: 'compatible', messages: [user] })

      expect(response.headers.get('sextant-cost-source')).toBe('catalog')
      expect(await response.json()).toMatchObject({ usage: members })
    },
  )

  test.each([
    ['web_search_options', { web_search_options: {} }],
    ['search_parameters', { search_parameters: { mode: 'auto' } }],
    ['plugins', { plugins: [{ id: 'web' }] }],
    ['extra_body.web_search_options', { extra_body: { web_search_options: {} } }],
  ])('refuses web searches by %s without a rate, and reserves them with one', async (param, search) => {
    const rich = await sextant.makeKey({ budget: { limitNanos: 1e13, period: null } })
    const poor = await sextant.makeKey({ budget: { limitNanos: 50_000_000, period: null } })

    const refused = await ask({ ...question, model: 'window', ...search }, rich.token)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ error: { details: { param } } })
    expect((await ask({ ...question, model: 'searching', ...search }, poor.token)).status).toBe(429)
    expect(sextant.upstream.requests).toEqual([])

    expect((await ask({ ...question, model: 'searching', ...search }, rich.token)).status).toBe(200)
    expect((await ask({ ...question, model: 'window', ...search })).status).toBe(200)
  })

  test('is not overrun by answers beyond their limit: from then on the excess is reserved and charged', async () => {
    const { token } = await sextant.makeKey({ budget: { limitNanos: 1e13, period: null } })
    const model = 'exceeding'
    const answer = messageWith({ input_tokens: 5, output_tokens: 400 })
    const rowOf = async () => {
      const response = await ask({ ...question, model }, token, answer)
      return sextant.row(response.headers.get('x-request-id'))
    }

    expect(await rowOf()).toMatchObject({ completionTokens: 9, usageMismatch: true })
    expect(await rowOf()).toMatchObject({ completionTokens: 400, usageMismatch: false })
  })

  test('reserves no excess because our own count of an answer without usage is above its limit', async () => {
    const { token } = await sextant.makeKey({ budget: { limitNanos: 1e13, period: null } })
    const rowOf = async (answer: string) => {
      const response = await ask({ ...question, model: 'dense' }, token, answer)
      return sextant.row(response.headers.get('x-request-id'))
    }

    const words = { type: 'text', text: 'Ламы пасутся на лугу. '.repeat(30) }
    expect(await rowOf(messageWith({}, [words]))).toMatchObject({ completionTokens: 9, usageEstimated: true })
    // Of the reported 400, only what was reserved is charged.
    const reported = messageWith({ input_tokens: 5, output_tokens: 400 })
    expect(await rowOf(reported)).toMatchObject({ completionTokens: 9, usageMismatch: true })
  })

  test('charges our own count where the provider reports more than any model reads', async () => {
    const response = await ask(
      { ...question, model: 'window' },
      sextant.token,
      messageWith({ input_tokens: 1e12, output_tokens: 1e12 }, [{ type: 'text', text: 'Hello.' }]),
    )

    expect(response.status).toBe(200)
    const row = await sextant.row(response.headers.get('x-request-id'))
    expect(row.usageEstimated).toBe(true)
    expect(row.promptTokens).toBeLessThan(100)
    expect(row.completionTokens).toBeGreaterThan(0)
    expect(row.costNanos).toBeLessThan(1_000_000)
  })

  test.each([
    ['no usage', undefined],
    ['usage without counts', {}],
    ['no counts but those of the answer', { output_tokens: 3 }],
    ['no counts but those of the prompt', { input_tokens: 30 }],
    ['counts of zero', { input_tokens: 0, output_tokens: 0 }],
    ['counts that are no numbers', { input_tokens: null, output_tokens: '7' }],
  ])('charges our own count, marked, of what a whole answer with %s does not report', async (_, usage) => {
    const unmeasured = { ...(JSON.parse(plainMessage) as Record<string, unknown>), usage }

    const response = await ask({ ...question, model: 'priced' }, sextant.token, JSON.stringify(unmeasured))

    expect(response.status).toBe(200)
    const row = await sextant.row(response.headers.get('x-request-id'))
    expect(row.usageEstimated).toBe(true)
    expect(row.promptTokens).toBeGreaterThan(0)
    expect(row.completionTokens).toBeGreaterThan(0)
    expect(row.costNanos).toBe(((row.promptTokens ?? 0) + (row.completionTokens ?? 0)) * 1_000_000)
  })

  test('marks a prompt without a count, also where nothing was written', async () => {
    const response = await ask({ ...question, model: 'priced' }, sextant.token, messageWith({}))

    const row = await sextant.row(response.headers.get('x-request-id'))
    expect(row).toMatchObject({ usageEstimated: true, usageMismatch: true, completionTokens: 0 })
    expect(row.costNanos).toBe((row.promptTokens ?? 0) * 1_000_000)
  })

  test('includes the tokens of compaction and other models', async () => {
    const iterations = [
      { type: 'compaction', input_tokens: 100, output_tokens: 50, cache_read_input_tokens: 3 },
      { type: 'message', input_tokens: 5, output_tokens: 1 },
    ]

    const response = await ask(
      question,
      undefined,
      messageWith({ input_tokens: 5, output_tokens: 1, iterations }),
    )

    expect(await sextant.row(response.headers.get('x-request-id'))).toMatchObject({
      promptTokens: 108,
      completionTokens: 51,
      cacheReadTokens: 3,
    })
  })
})

test.each([
  ['models', Array.from({ length: 9 }, (_, index) => `m${index}`)],
  ['fallbacks', Array.from({ length: 9 }, (_, index) => ({ model: `m${index}` }))],
])('more than eight %s are refused', async (param, value) => {
  const response = await ask({ ...question, [param]: value })

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { details: { param } } })
})

test('a negative count of a provider is zero, and the request ends as any other', async () => {
  const { token } = await sextant.makeKey({ parallel: 1 })

  const first = await ask(question, token, messageWith({ input_tokens: -5, output_tokens: 1 }))
  await first.text()
  const second = await ask(question, token)

  expect(second.status).toBe(200)
  expect(await sextant.row(first.headers.get('x-request-id'))).toMatchObject({
    status: 200,
    completionTokens: 1,
  })
})

describe('counting tokens', () => {
  const count = (model: string, token = sextant.token) =>
    sextant.post('/v1/messages/count_tokens', { model, messages: [user] }, { token })

  test('stays exact for other models when the provider does not know one', async () => {
    const error = { type: 'not_found_error', message: 'model: nope' }
    sextant.upstream.next({ kind: 'error', status: 404, body: { type: 'error', error } })
    const unknown = await count('claude/nope')
    sextant.upstream.next({ kind: 'raw', parts: ['{"input_tokens":777}'] })
    const known = await count('claude/x')

    expect(unknown.status).toBe(404)
    expect(await known.json()).toEqual({ input_tokens: 777 })
  })

  test('needs none of the concurrent requests of the key', async () => {
    const { token } = await sextant.makeKey({ parallel: 1 })
    sextant.upstream.on('x', { kind: 'raw', parts: ['{"input_tokens":3}'], delayMs: 100 })

    const answers = await Promise.all([
      count('other/x', token),
      count('other/x', token),
      count('other/x', token),
    ])

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })
})

test('a forwarded request with too many keys is refused before it is read', async () => {
  const keys = Array.from({ length: 10_001 }, (_, index) => `"k${index}":1`).join(',')

  const response = await sextant.post('/v1/messages', `{"model":"claude/x",${keys}}`)

  expect(response.status).toBe(400)
  expect(sextant.upstream.requests).toEqual([])
})

describe('HTTP', () => {
  test('names a query and betas that are too long to be forwarded', async () => {
    sextant.upstream.next({ kind: 'raw', parts: [plainMessage] })

    const response = await sextant.post(`/v1/messages?a=${'b'.repeat(1100)}`, question, {
      headers: { 'anthropic-beta': 'c'.repeat(4200) },
    })

    expect(response.status).toBe(200)
    expect(response.headers.get('sextant-ignored')).toBe('query, anthropic-beta')
    expect(sextant.upstream.requests[0]?.headers['anthropic-beta']).toBeUndefined()
  })

  test.each(['latest', '2023-06-01, 2023-06-01'])('version %j is no later version', async version => {
    const headers = { 'anthropic-version': version }
    const body = { ...question, model: 'scripted/echo', temperature: 0.5 }

    expect((await sextant.post('/v1/messages', body, { headers })).status).toBe(200)
  })
})
