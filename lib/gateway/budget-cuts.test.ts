import { setImmediate } from 'node:timers/promises'
import type { AnswerScript, Script } from '#e2e/support/script.ts'
import type { RequestRow } from '#lib/store/requests/request-row.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readMetrics } from './__fixtures__/read-metrics.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// What a provider has written is billed, whether or not the client or a fallback waits for the rest.
const messages = [{ role: 'user', content: 'hi' }]
const price = { input: 0, output: 1000 }
const tokenNanos = 1_000_000

let gateway: TestGateway
/** Of the requests whose client has left. */
const rows = new Map<string, RequestRow>()
beforeAll(async () => {
  gateway = await startTestGateway({
    policy: { retriesMax: 1, backOffMs: 1 },
    providers: [{ id: 'claude', kind: 'anthropic', apiKey: 'sk-ant-scripted' }],
    models: [
      { id: 'claude', provider: 'claude', upstream: 'claude-x', price },
      { id: 'first', upstream: 'first', price, fallbacks: ['second'] },
      { id: 'second', upstream: 'second', price: { input: 0, output: 10 } },
      { id: 'last', upstream: 'first', price },
      { id: 'failing', upstream: 'first', price, fallbacks: ['away'] },
      { id: 'away', upstream: 'error-503', price },
      { id: 'busy', upstream: 'busy', price },
      { id: 'busy-claude', provider: 'claude', upstream: 'claude-busy', price },
      { id: 'busy-vectors', kind: 'embeddings', upstream: 'busy-vectors', price: { input: 1000 } },
      { id: 'messages', upstream: 'cut-30', price, fallbacks: ['second'] },
      { id: 'responses', upstream: 'cut-40', price, fallbacks: ['second'] },
    ],
  })
})
afterAll(() => gateway[Symbol.asyncDispose]())
beforeEach(() => gateway.upstream.reset())

const text = Array.from({ length: 40 }, (_, at) => `word${at} `)

test.each([
  ['text', { text }, 10],
  ['reasoning', { reasoning: text.join('') }, 2],
  ['a tool call', { toolCalls: [{ name: 'save', arguments: { text: text.join('') } }] }, 3],
] as const)('a client that leaves pays for %s that had arrived, streamed or not', async (_, said, events) => {
  const script = { kind: 'answer', ...said } as const

  const assembled = await leave(script, events, {})
  const streamed = await leave(script, events, { stream: true })

  expect(assembled.errorCode).toBe('client_closed')
  expect(assembled.completionTokens).toBeGreaterThan(5)
  expect(assembled.costNanos).toBe(assembled.completionTokens * tokenNanos)
  const { promptTokens, completionTokens, costNanos, costSource } = streamed
  expect(assembled).toMatchObject({ promptTokens, completionTokens, costNanos, costSource })
})

test('a budget stops a client that leaves answers before they are complete', async () => {
  const key = await gateway.makeKey({ budget: { limitNanos: 100 * tokenNanos, period: null } })

  const left = await leave({ kind: 'answer', text }, 30, { max_tokens: 60 }, key)
  expect(left.costNanos).toBeGreaterThan(40 * tokenNanos)
  const refused = await gateway.chat({ model: 'first', messages, max_tokens: 60 }, key)

  expect(refused.headers.get('sextant-skipped')).toBe('first=insufficient_quota')
})

test.each([
  ['chat', '/v1/chat/completions', { model: 'last', max_tokens: 60 }, 60],
  ['chat with several answers', '/v1/chat/completions', { model: 'last', max_tokens: 60, n: 2 }, 120],
  ['chat without a limit', '/v1/chat/completions', { model: 'last' }, 1000],
  ['translated Messages', '/v1/messages', { model: 'last', max_tokens: 60 }, 60],
  ['forwarded Messages', '/v1/messages', { model: 'claude', max_tokens: 60 }, 60],
])(
  'a client that leaves %s in one piece pays what a budget has reserved, and only the prompt without one',
  async (_, path, body, reserved) => {
    const budget = { limitNanos: 1000 * tokenNanos, period: null }
    const row = await leaveUnanswered(path, body, await gateway.makeKey({ budget }))

    expect(row).toMatchObject({ completionTokens: reserved, usageEstimated: true })
    expect(row.costNanos).toBe(reserved * tokenNanos)
    expect(await leaveUnanswered(path, body, await gateway.makeKey())).toMatchObject({
      completionTokens: 0,
      costNanos: 0,
    })
  },
)

test.each(['/v1/chat/completions', '/v1/messages'])(
  'a client that leaves an answer of %s that is assembled from a stream before it begins pays the prompt, as of a stream',
  async path => {
    const budget = { limitNanos: 1000 * tokenNanos, period: null }
    const body = { model: 'first', max_tokens: 60 }

    const assembled = await leaveUnanswered(path, body, await gateway.makeKey({ budget }))
    const streamed = await leaveUnanswered(path, { ...body, stream: true }, await gateway.makeKey({ budget }))

    expect(assembled).toMatchObject({ completionTokens: 0, costNanos: 0, usageEstimated: true })
    expect(assembled.promptTokens).toBeGreaterThan(0)
    expect(streamed).toMatchObject({ completionTokens: 0, promptTokens: assembled.promptTokens })
  },
)

test.each([
  ['/v1/chat/completions', { model: 'busy', max_tokens: 60 }],
  ['/v1/chat/completions', { model: 'busy', max_tokens: 60, stream: true }],
  ['/v1/messages', { model: 'busy', max_tokens: 60 }],
  ['/v1/messages', { model: 'busy-claude', max_tokens: 60 }],
  ['/v1/embeddings', { model: 'busy-vectors', input: 'hi' }],
])('a client that leaves %s in the pause before a retry pays nothing: %o', async (path, body) => {
  const failures = async () => {
    const { text } = await readMetrics(gateway)
    const counts = text.matchAll(/^sextant_upstream_errors_total\{.*\} (\d+)$/gm)
    return counts.reduce((sum, [, count]) => sum + Number(count), 0)
  }
  const before = await failures()
  const key = await gateway.makeKey({ budget: { limitNanos: 1000 * tokenNanos, period: null } })

  const row = await leaveUnanswered(path, body, key, { kind: 'error', status: 503, retryAfter: 9 }, () =>
    expect.poll(failures, { timeout: 5000 }).toBeGreaterThan(before),
  )

  expect(row).toMatchObject({ promptTokens: 0, completionTokens: 0, costNanos: 0 })
})

test('attempts that were cut are billed with the answer of a fallback, each by its own price', async () => {
  gateway.upstream.on('first', { kind: 'answer', text, after: { events: 10, end: 'cut' } })
  gateway.upstream.on('second', { kind: 'answer', text: 'That is all', usage: 'asked' })

  const response = await gateway.chat({ model: 'first', messages })
  const { usage } = (await response.json()) as { usage: { completion_tokens: number; cost: number } }
  const row = await gateway.row(response.headers.get('x-request-id'))

  expect(row).toMatchObject({ answeredBy: 'second', attempts: 3 })
  const cutTokens = row.completionTokens - usage.completion_tokens
  expect(cutTokens).toBeGreaterThan(20)
  expect(row.costNanos).toBe(cutTokens * tokenNanos + (usage.completion_tokens * tokenNanos) / 100)
  expect(usage.cost).toBeCloseTo(row.costNanos / 1e9, 9)
  expect(response.headers.get('sextant-cost')).toBe(String(usage.cost))
})

test('attempts that were cut are billed where no other one answers', async () => {
  gateway.upstream.on('first', { kind: 'answer', text, after: { events: 10, end: 'cut' } })

  const response = await gateway.chat({ model: 'failing', messages })
  const row = await gateway.row(response.headers.get('x-request-id'))

  expect(response.status).toBe(502)
  expect(row.completionTokens).toBeGreaterThan(20)
  expect(row.costNanos).toBe(row.completionTokens * tokenNanos)
})

test('the next attempt reserves what a cut one has spent: a budget is not overrun', async () => {
  gateway.upstream.on('first', { kind: 'answer', text, after: { events: 10, end: 'cut' } })
  gateway.upstream.on('second', { kind: 'answer', text: 'That is all' })
  const { id, token } = await gateway.makeKey({ budget: { limitNanos: 50 * tokenNanos, period: null } })

  const response = await gateway.chat({ model: 'first', messages, max_tokens: 40 }, { token })
  const row = await gateway.row(response.headers.get('x-request-id'))

  // The second attempt of the first model would cost up to 40 tokens more.
  expect(row).toMatchObject({ answeredBy: 'second', attempts: 2 })
  const key = await gateway.store.keys.get(gateway.teamId, id)
  const budget = async () => (await gateway.store.budgets.list(gateway.teamId)).byId.get(key?.budgetId ?? '')
  await expect.poll(async () => (await budget())?.spentNanos, { timeout: 5000 }).toBe(row.costNanos)
})

test('the same in the formats of Messages and Responses', async () => {
  gateway.upstream.on('second', { kind: 'answer', text: 'That is all' })
  for (const [path, body] of [
    ['/v1/messages', { model: 'messages', messages, max_tokens: 100 }],
    ['/v1/responses', { model: 'responses', input: 'hi' }],
  ] as const) {
    const response = await gateway.post(path, body)
    await response.text()
    const row = await gateway.row(response.headers.get('x-request-id'))
    expect(row).toMatchObject({ answeredBy: 'second', attempts: 3 })
    expect(row.costNanos).toBeGreaterThan(20 * tokenNanos)
  }
})

/** Sends a request and disconnects while the provider works on it. */
async function leaveUnanswered(
  path: string,
  body: object,
  { id, token }: { id: string; token: string },
  script: Script = { kind: 'hang', at: 'head' },
  reached: () => Promise<void> = async () => {},
) {
  const { upstream, store, teamId } = gateway
  upstream.reset()
  upstream.next(script)
  const client = new AbortController()
  const sent = gateway.post(path, { messages, ...body }, { token, signal: client.signal }).catch(() => null)
  await upstream.seen(() => true)
  await reached()
  client.abort()
  expect(await sent).toBeNull()
  const find = async () =>
    (await store.requests.list(teamId, { limit: 100 })).find(({ keyId }) => keyId === id)
  await expect.poll(find, { timeout: 5000 }).toBeDefined()
  const row = await find()
  if (row === undefined) throw new Error('no row')
  expect(row.errorCode).toBe('client_closed')
  return row
}

/** Sends a request and disconnects once the provider has written some events and the gateway has read them. */
async function leave(
  script: AnswerScript,
  events: number,
  body: object,
  key: { readonly token?: string } = {},
) {
  const { upstream, store, teamId } = gateway
  const written = Promise.withResolvers<void>()
  const rest = Promise.withResolvers<void>()
  const wait = {
    beforeEvent: events,
    get until(): Promise<void> {
      written.resolve()
      return rest.promise
    },
  }
  upstream.next({ ...script, wait })
  const client = new AbortController()
  const sent = gateway.chat({ model: 'first', messages, ...body }, { ...key, signal: client.signal })
  const received = sent.then(response => response.text()).catch(() => null)
  await written.promise
  // Upstream and gateway share this process: each turn of its event loop reads what has arrived.
  for (let turn = 0; turn < 50; turn++) await setImmediate()
  client.abort()
  expect(await received).toBeNull()
  const known = rows.size
  await expect
    .poll(
      async () => {
        for (const row of await store.requests.list(teamId, { limit: 10 })) {
          if (row.errorCode === 'client_closed') rows.set(row.id, row)
        }
        return rows.size
      },
      { timeout: 5000 },
    )
    .toBe(known + 1)
  rest.resolve()
  const [row] = [...rows.values()].slice(-1)
  if (row === undefined) throw new Error('no row')
  return row
}
