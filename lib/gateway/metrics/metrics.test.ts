import { expect, test } from 'vitest'
import { servedContracts } from '#lib/contracts/api/all-contracts.ts'
import { documentKinds } from '#lib/documents/blocks.ts'
import { ApiError, errorCodes } from '#lib/errors.ts'
import { builtInSearchBackends, knownSearchBackends } from '#lib/known-search-backends.ts'
import { requestRow } from '#lib/store/__fixtures__/test-request-row.ts'
import { createMetrics } from './metrics.ts'

const names = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`)
const statusOf = (code: (typeof errorCodes)[number]) => new ApiError(code, '').status

test('at most 20,000 series, whatever models, providers and errors there are', async () => {
  const metrics = createMetrics()
  const providers = names('provider-', 80)
  metrics.watch({
    openCalls: () => 0,
    queuedRows: () => 0,
    spooledRows: () => 0,
    areLimitsDegraded: () => false,
    isStoreUnavailable: async () => false,
    providers: () => providers,
    unhealthyProviders: () => providers,
    openCircuits: () => names('provider-0/m', 500).map(key => ({ key, waitMs: 0 })),
    cooldowns: () =>
      names('provider-0#2/m', 500).map(name => ({ name, reason: 'rate_limit' as const, waitMs: 5 })),
    deployments: () => names('provider-0#2/m', 500),
    budgets: () => names('budget-', 500).map(id => [id, 0.5] as const),
    processes: async () => names('process-', 5).map(name => ({ name, residentBytes: 1, restarts: 0 })),
    models: async () => {
      const counts = Object.fromEntries(names('local/', 500).map(name => [name, 1]))
      return { waiting: counts, residentBytes: counts }
    },
    diskFreeRatio: async () => 0.5,
    priceCatalogMade: () => '2026-11-22',
    version: '1.0.0',
    schema: async () => 1,
  })
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  const routes = servedContracts.map(({ id }) => id)
  for (const code of errorCodes) {
    for (const route of routes)
      metrics.ended({ route, status: statusOf(code), code, totalMs: 5, firstMs: 1, usage })
    for (const provider of providers) metrics.attemptFailed(provider, code)
    metrics.fellBack(code)
  }
  for (const route of routes) metrics.recorded(requestRow({ route, attempts: 1 }), 1)
  const models = names('model-', 300)
  for (const apiFormat of ['chat', 'messages', 'responses', null] as const)
    for (const errorCode of [null, 'invalid_value', 'upstream_error', 'client_closed'] as const)
      for (const listedModel of models) {
        const status = errorCode === null ? 200 : statusOf(errorCode)
        metrics.recorded({ ...requestRow({ apiFormat, status, errorCode, stream: true }), listedModel }, 1)
      }
  for (const costSource of ['reported', 'operator', 'catalog', 'free', 'unpriced', 'mixed'] as const)
    for (const provider of providers)
      for (const listedModel of models)
        metrics.recorded({ ...requestRow({ provider, costSource }), listedModel }, 1)
  for (const operation of names('part.operation', 200)) metrics.storeAnswered(operation, 1)
  for (const kind of documentKinds) metrics.parsing.ended(kind, 1)
  for (const id of [...knownSearchBackends.map(({ id }) => id), ...builtInSearchBackends])
    for (const outcome of ['ok', 'unreachable', 'timeout', 'rate_limited', 'configuration', 'error'])
      metrics.searchAnswered(id, outcome, 1)

  await metrics.print()
  const { text } = await metrics.print()
  const series = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))

  expect(series.length).toBeGreaterThan(10_000)
  expect(series.length).toBeLessThanOrEqual(20_000)
  const count = (pattern: RegExp) => new Set(series.flatMap(line => pattern.exec(line)?.[1] ?? [])).size
  expect(count(/^sextant_model_requests_total\{model="([^"]*)"/)).toBe(101)
  expect(count(/^sextant_attempts_total\{provider="([^"]*)"/)).toBe(51)
  expect(count(/^sextant_circuit_open\{deployment="([^"]*)"/)).toBeLessThanOrEqual(200)
  expect(count(/^sextant_key_cooling\{deployment="([^"]*)"/)).toBe(200)
  expect(count(/^sextant_budget_remaining_ratio\{budget="([^"]*)"/)).toBe(200)
})

test('the models that are used most have series of their own, and a sum over all models stays the same', async () => {
  const metrics = createMetrics()
  const use = (listedModel: string, times: number) => {
    for (let time = 0; time < times; time++) metrics.recorded({ ...requestRow(), listedModel }, 1)
  }
  for (const model of names('rare-', 100)) use(model, 1)
  use('often', 20)
  const before = requestsByModel((await metrics.print()).text)
  use('often', 5)
  const after = requestsByModel((await metrics.print()).text)

  expect(before.get('often')).toBeUndefined()
  // The model that gave up its place counts among the others from then on.
  expect(before.get('other')).toBe(21)
  expect(after.get('often')).toBe(5)
  expect(after.get('other')).toBe(21)
  expect(after.size).toBe(101)
  expect([sumOf(before), sumOf(after)]).toEqual([120, 125])
})

test('a request of which several attempts have no price counts once as one without a price', async () => {
  const metrics = createMetrics()
  const attemptList = ['first', 'second'].map(model => ({ ...attemptWithoutPrice, model }))
  const row = requestRow({ provider: 'p', costSource: 'unpriced', attemptList })

  metrics.recorded({ ...row, listedModel: 'second' }, 1)

  const { text } = await metrics.print()
  expect(/^sextant_unpriced_requests_total.*$/m.exec(text)?.[0]).toBe(
    'sextant_unpriced_requests_total{provider="p"} 1',
  )
})

test('a model that loses its series leaves its times to the others', async () => {
  const metrics = createMetrics()
  const use = (listedModel: string, times: number) => {
    for (let time = 0; time < times; time++)
      metrics.recorded({ ...requestRow({ stream: true, completionTokens: 5 }), listedModel }, 300)
  }
  for (let index = 0; index < 100; index++) use(`rare-${index}`, 1)
  use('often', 20)
  const { text } = await metrics.print()

  expect(text).toContain('sextant_model_first_event_seconds_bucket{model="other",le="0.2"} 0\n')
  expect(text).toContain('sextant_model_first_event_seconds_bucket{model="other",le="0.4"} 21\n')
  const sum = /^sextant_model_first_event_seconds_sum\{model="other"\} (.*)$/m.exec(text)?.[1]
  expect(Number(sum)).toBeCloseTo(6.3)
})

function sumOf(counts: ReadonlyMap<string, number>): number {
  return counts.values().reduce((sum, count) => sum + count, 0)
}

function requestsByModel(text: string): ReadonlyMap<string, number> {
  const lines = text.matchAll(/^sextant_model_requests_total\{model="([^"]*)".*\} (\d+)$/gm)
  return new Map(Array.from(lines, ([, model = '', value]) => [model, Number(value)]))
}

const attemptWithoutPrice = {
  provider: 'p',
  startMs: 0,
  ms: 1,
  error: null,
  charge: {
    costSource: 'unpriced',
    priceRef: null,
    units: null,
    costNanos: 0,
    promptTokens: 5,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    completionTokens: 1,
    reasoningTokens: 0,
  },
}
