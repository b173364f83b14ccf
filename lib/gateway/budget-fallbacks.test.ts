import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

const messages = [{ role: 'user', content: 'hi' }]
const price = { input: 0, output: 1000 }
const free = { input: 0, output: 0 }

let gateway: TestGateway
let usedUp: { readonly token: string }
beforeAll(async () => {
  gateway = await startTestGateway({
    policy: { retriesMax: 0 },
    models: [
      { id: 'paid', price },
      { id: 'paid-too', price },
      ...Array.from({ length: 7 }, (_, at) => ({ id: `paid-${at}`, price })),
      { id: 'free', price: free },
      { id: 'with-free', price, fallbacks: ['free'] },
      { id: 'unpriced' },
      { id: 'failing-free', upstream: 'error-503', price: free, fallbacks: ['unpriced', 'paid'] },
      {
        id: 'spread',
        kind: 'chat',
        price,
        fallbacks: ['free'],
        deployments: [
          { provider: 'scripted', upstream: 'one', weight: 1, tier: 0 },
          { provider: 'second', upstream: 'two', weight: 1, tier: 0 },
        ],
      },
    ],
  })
  usedUp = await gateway.makeKey({ budget: { limitNanos: 1, period: null } })
})
afterAll(async () => await gateway[Symbol.asyncDispose]())

const chat = '/v1/chat/completions'
const said = { max_tokens: 3, messages }
test.each([
  ['of the request', chat, { model: 'paid', models: ['paid-too', 'free'], ...said }],
  ['of the request, as a stream', chat, { model: 'paid', models: ['free'], stream: true, ...said }],
  ['of the operator', chat, { model: 'with-free', ...said }],
  ['after seven others', chat, { model: 'paid', models: [...numbered(7), 'free'], ...said }],
  ['after two deployments', chat, { model: 'spread', ...said }],
  ['of a request in the format of Messages', '/v1/messages', { model: 'with-free', ...said }],
  [
    'of a request in the format of Responses',
    '/v1/responses',
    { model: 'with-free', input: 'hi', max_output_tokens: 16 },
  ],
])('with a used-up budget a free model answers: a fallback %s', async (_, path, body) => {
  const asked = gateway.upstream.requests.length

  const response = await gateway.post(path, body, usedUp)
  await response.text()

  expect(response.status).toBe(200)
  expect(gateway.upstream.requests).toHaveLength(asked + 1)
  expect(response.headers.get('sextant-attempts')).toBe('1')
  expect(response.headers.get('sextant-skipped')).toContain(`${body.model}=insufficient_quota`)
  expect(await gateway.row(response.headers.get('x-request-id'))).toMatchObject({
    answeredBy: 'free',
    attempts: 1,
    attemptList: expect.arrayContaining([
      expect.objectContaining({
        model: body.model,
        ms: 0,
        skipped: true,
        error: { code: 'insufficient_quota', message: expect.any(String) },
      }),
      expect.objectContaining({ model: 'free', error: null }),
    ]),
  })
})

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `paid-${at}`)
}

test('the same for embeddings', async () => {
  await using vectors = await startTestGateway({
    models: [
      { id: 'paid', kind: 'embeddings', price: { input: 1000, output: 0 }, fallbacks: ['free'] },
      { id: 'free', kind: 'embeddings', price: free },
    ],
  })
  const key = await vectors.makeKey({ budget: { limitNanos: 1, period: null } })
  const response = await vectors.post('/v1/embeddings', { model: 'paid', input: 'a llama' }, key)

  expect(response.status).toBe(200)
  expect(response.headers.get('sextant-skipped')).toBe('paid=insufficient_quota')
})

test('without a free model the budget error names the model of the request, and header and log say it once', async () => {
  const response = await gateway.chat({ model: 'paid', models: ['paid-too'], ...said }, usedUp)

  expect(response.status).toBe(429)
  expect(response.headers.get('x-should-retry')).toBe('false')
  expect(response.headers.get('sextant-attempts')).toBeNull()
  expect(response.headers.get('sextant-skipped')).toBe('paid=insufficient_quota;paid-too=insufficient_quota')
  expect(await response.json()).toMatchObject({ error: { code: 'insufficient_quota' } })
})

test('an answer that fails says which fallbacks the budget has rejected', async () => {
  const response = await gateway.chat({ model: 'failing-free', ...said }, usedUp)

  expect(response.status).toBe(502)
  expect(response.headers.get('sextant-skipped')).toBe('unpriced=model_unpriced;paid=insufficient_quota')
  expect(await response.json()).toMatchObject({
    error: {
      code: 'upstream_error',
      message: expect.stringMatching(/ The budget rejected `unpriced` and `paid`\.$/),
    },
  })
  const row = await gateway.row(response.headers.get('x-request-id'))
  expect(row.attempts).toBe(1)
  expect(row.attemptList?.map(({ model, error }) => [model, error?.code])).toEqual([
    ['failing-free', 'upstream_error'],
    ['unpriced', 'model_unpriced'],
    ['paid', 'insufficient_quota'],
  ])
})

test('a key reserves the tokens of a request once, however many models its budget rejects', async () => {
  const key = await gateway.makeKey({ budget: { limitNanos: 1, period: null }, tokensPerMinute: 100 })

  const response = await gateway.chat({ model: 'paid', models: [...numbered(7), 'free'], ...said }, key)

  expect(response.status).toBe(200)
})

test.each([
  [chat, { model: 'paid', ...said }],
  [chat, { model: 'paid', ...said, stream: true }],
  ['/v1/messages', { model: 'paid', ...said }],
  ['/v1/responses', { model: 'paid', input: 'hi' }],
])(
  'the log has the model of a request to %s that a limit refuses after its body was read',
  async (path, body) => {
    const limited = await gateway.makeKey({ tokensPerMinute: 1 })

    for (const key of [usedUp, limited]) {
      const response = await gateway.post(path, body, key)
      await response.text()
      expect(response.status).toBe(429)
      expect(await gateway.row(response.headers.get('x-request-id'))).toMatchObject({
        model: 'paid',
        attempts: 0,
      })
    }
  },
)
