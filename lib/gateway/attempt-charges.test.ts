import { afterAll, beforeAll, expect, test } from 'vitest'
import { readMetrics } from './__fixtures__/read-metrics.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

const price = { input: 0, output: 1000 }
const tokenNanos = 1_000_000
const messages = [{ role: 'user', content: 'hi' }]
const text = Array.from({ length: 40 }, (_, at) => `word${at} `)

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({
    policy: { retriesMax: 1, backOffMs: 1 },
    timers: { plainMs: 1000 },
    providers: [{ id: 'claude', kind: 'anthropic', apiKey: 'sk-ant-scripted' }],
    models: [
      { id: 'last', upstream: 'slow', price },
      { id: 'claude', provider: 'claude', upstream: 'claude-x', price },
      { id: 'first', upstream: 'first', price, fallbacks: ['second'] },
      { id: 'second', provider: 'second', upstream: 'second', price: { input: 0, output: 10 } },
    ],
  })
})
afterAll(() => gateway[Symbol.asyncDispose]())

test('usage, metrics and bills have the cost of each attempt under its own model, provider and price', async () => {
  gateway.upstream.on('first', { kind: 'answer', text, after: { events: 10, end: 'cut' } })
  gateway.upstream.on('second', { kind: 'answer', text: 'That is all', usage: 'asked' })
  const from = Date.now()
  const key = await gateway.makeKey()

  const response = await gateway.chat({ model: 'first', messages }, key)
  const { usage } = (await response.json()) as { usage: { prompt_tokens: number; completion_tokens: number } }
  const row = await gateway.row(response.headers.get('x-request-id'))

  const answerNanos = (usage.completion_tokens * tokenNanos) / 100
  expect(row).toMatchObject({ answeredBy: 'second', attempts: 3, costSource: 'operator', priceRef: null })
  const { store, teamId } = gateway
  const billed = []
  for await (const page of store.bills.charged(teamId, { from, to: Date.now() + 1 })) billed.push(...page)
  const cut = {
    model: 'first',
    provider: 'scripted',
    priceRef: expect.stringMatching(/^op:first:/) as string,
  }
  const own = {
    model: 'second',
    provider: 'second',
    priceRef: expect.stringMatching(/^op:second:/) as string,
  }
  const { prompt_tokens: promptTokens, completion_tokens: completionTokens } = usage
  expect(billed).toMatchObject([cut, cut, { ...own, costNanos: answerNanos, promptTokens, completionTokens }])
  expect(billed.reduce((sum, { costNanos }) => sum + costNanos, 0)).toBe(row.costNanos)
  expect(billed.reduce((sum, { completionTokens }) => sum + completionTokens, 0)).toBe(row.completionTokens)

  const hour = from - (from % 3_600_000)
  const filter = { keyIds: [key.id], owner: null, model: null, provider: null, capability: null }
  const period = { from: hour, to: hour + 7_200_000 }
  for (const by of ['model', 'provider'] as const) {
    const sums = await store.usage.sums(teamId, { ...period, filter, by, withTimes: false })
    expect(Object.fromEntries(sums.map(sum => [sum.value, sum]))).toMatchObject({
      [cut[by]]: { requests: 0, costNanos: row.costNanos - answerNanos },
      [own[by]]: { requests: 1, costNanos: answerNanos, promptTokens, completionTokens },
    })
  }
  const metrics = await readMetrics(gateway)
  const costOf = ({ model, provider }: typeof cut) =>
    metrics.of(`sextant_cost_usd_total{model="${model}",provider="${provider}",source="operator"}`)
  expect(costOf(own)).toBeCloseTo(answerNanos / 1e9, 9)
  expect(costOf(cut)).toBeCloseTo((row.costNanos - answerNanos) / 1e9, 9)
})

test.each([
  ['/v1/chat/completions', 'last'],
  ['/v1/messages', 'last'],
  ['/v1/messages', 'claude'],
])(
  'an answer in one piece of %s that does not arrive in time is charged what a budget has reserved: %s',
  async (path, model) => {
    const budget = { limitNanos: 1000 * tokenNanos, period: null }
    const timeOut = async (key: { readonly token: string }) => {
      gateway.upstream.next({ kind: 'hang', at: 'head' })
      const response = await gateway.post(path, { model, messages, max_tokens: 60 }, key)
      await response.text()
      return gateway.row(response.headers.get('x-request-id'))
    }

    const [limited, unlimited] = await Promise.all([
      timeOut(await gateway.makeKey({ budget })),
      timeOut(await gateway.makeKey()),
    ])

    expect(limited).toMatchObject({
      errorCode: 'upstream_timeout',
      completionTokens: 60,
      usageEstimated: true,
    })
    expect(limited.costNanos).toBe(60 * tokenNanos)
    expect(unlimited).toMatchObject({ errorCode: 'upstream_timeout', costNanos: 0 })
  },
)
