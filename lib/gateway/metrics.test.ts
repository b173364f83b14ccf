import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  hostToken,
  pretendFetched,
  type RunningHost,
  startHost,
  chatModel,
} from '#lib/models/http/__fixtures__/running-host.ts'
import { createScriptedEngine, finish, text } from '#lib/models/http/__fixtures__/scripted-runner.ts'
import { readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import { readEvents } from './__fixtures__/read-events.ts'
import { readMetrics, type ReadMetrics } from './__fixtures__/read-metrics.ts'
import { says, type SearchGateway, startSearchGateway } from './__fixtures__/search-gateway.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'
import { formOf, upload } from './__fixtures__/upload.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const messages = [{ role: 'user', content: 'hello' }]
const price = { input: 1000, output: 2000 }
const deployment = (provider: string, upstream: string, tier: number) => ({
  provider,
  upstream,
  weight: 1,
  tier,
})

let models: RunningHost
let searching: SearchGateway
let sextant: TestGateway
beforeAll(async () => {
  models = await startHost(createScriptedEngine([...text('Hi'), finish]))
  await pretendFetched(models.modelsDir)
  const { port } = new URL(models.origin)
  searching = await startSearchGateway({
    providers: [{ id: 'claude', kind: 'anthropic', apiKey: 'sk-ant-scripted' }],
    models: [
      { id: 'priced', price },
      { id: 'claude-priced', provider: 'claude', upstream: 'claude-p', price },
      { id: 'falls-back', upstream: 'error-503', price, fallbacks: ['priced'] },
      { id: 'breaks', upstream: 'error-503' },
      { id: 'hangs', upstream: 'hang-first' },
      { id: 'limited', deployments: [deployment('scripted', 'busy', 0), deployment('second', 'echo', 1)] },
    ],
    local: { baseUrl: `${models.origin}/v1`, token: hostToken, checkChat: () => undefined },
    // A busy machine must not turn an answer into a timeout.
    timers: { connectMs: 60_000, firstEventMs: 60_000, idleMs: 60_000, plainMs: 60_000, keepAliveMs: 60_000 },
    config: {
      metricsShowBudgets: true,
      internal: { token: hostToken, consolePort: null, modelsPort: Number(port), gatewayPort: null },
    },
  })
  sextant = searching.sextant
})
afterAll(async () => {
  await searching[Symbol.asyncDispose]()
  await models[Symbol.asyncDispose]()
})

/** How much each series grew while `work` ran. */
async function growth(work: () => Promise<unknown>): Promise<(series: string) => number> {
  const before = await readMetrics(sextant)
  await work()
  const after = await readMetrics(sextant)
  return series => round((after.of(series) ?? 0) - (before.of(series) ?? 0))
}

const round = (value: number) => Math.round(value * 1e9) / 1e9
const ask = async (body: object, init = {}) => {
  const response = await sextant.chat({ model: 'priced', messages, ...body }, init)
  await response.text()
  // The row is made after the last byte.
  if (response.status === 200) await sextant.row(response.headers.get('x-request-id'))
  return response
}

describe('requests', () => {
  test('count by route, and by model, API format and outcome', async () => {
    const grown = await growth(async () => {
      await ask({})
      await ask({ temperature: 9 })
      sextant.upstream.next({ kind: 'raw', parts: [readFixture('anthropic', 'chat-message.json')] })
      const response = await sextant.post('/v1/messages', { model: 'claude-priced', max_tokens: 9, messages })
      await response.text()
      await sextant.row(response.headers.get('x-request-id'))
    })

    expect(grown('sextant_requests_total{route="chat",status="200"}')).toBe(1)
    expect(grown('sextant_request_seconds_count{route="chat"}')).toBe(2)
    expect(grown('sextant_model_requests_total{model="priced",api_format="chat",outcome="ok"}')).toBe(1)
    expect(grown('sextant_model_requests_total{model="priced",api_format="chat",outcome="refused"}')).toBe(1)
    expect(
      grown('sextant_model_requests_total{model="claude-priced",api_format="messages",outcome="ok"}'),
    ).toBe(1)
    expect(grown('sextant_refusals_total{code="decimal_above_max_value"}')).toBe(1)
    expect(grown('sextant_attempts_total{provider="claude",result="ok"}')).toBe(1)
  })

  test('a client that leaves is neither refused nor failed', async () => {
    const grown = await growth(async () => {
      const leaving = new AbortController()
      const asked = sextant.chat({ model: 'hangs', messages }, { signal: leaving.signal })
      await sextant.upstream.seen(({ json }) => json?.model === 'hang-first')
      leaving.abort()
      await asked.catch(() => null)
      const canceled = 'sextant_model_requests_total{model="hangs",api_format="chat",outcome="canceled"}'
      await expect.poll(async () => (await readMetrics(sextant)).of(canceled)).toBe(1)
    })

    expect(grown('sextant_attempts_total{provider="scripted",result="client_closed"}')).toBe(1)
    expect(grown('sextant_refusals_total{code="client_closed"}')).toBe(0)
  })

  test('a stream has its times, its speed, and its overhead without the provider', async () => {
    const grown = await growth(async () => {
      sextant.upstream.next({ kind: 'answer', text: ['a', 'b', 'c'], firstDelayMs: 120, delayMs: 50 })
      const response = await sextant.chat({ model: 'priced', messages, stream: true })
      await readEvents(response)
      await sextant.row(response.headers.get('x-request-id'))
    })

    expect(grown('sextant_first_event_seconds_count{route="chat"}')).toBe(1)
    expect(grown('sextant_first_event_seconds_bucket{route="chat",le="0.1"}')).toBe(0)
    expect(grown('sextant_model_first_event_seconds_count{model="priced"}')).toBe(1)
    expect(grown('sextant_model_first_event_seconds_sum{model="priced"}')).toBeGreaterThan(0.12)
    expect(grown('sextant_overhead_seconds_count{route="chat"}')).toBe(1)
    expect(grown('sextant_overhead_seconds_sum{route="chat"}')).toBeLessThan(
      grown('sextant_first_event_seconds_sum{route="chat"}'),
    )
    expect(grown('sextant_model_output_tokens_per_second_count{model="priced"}')).toBe(1)
    expect(grown('sextant_model_output_tokens_per_second_bucket{model="priced",le="40"}')).toBe(1)
  })

  test('a complete answer has the time of a response, and none to the first event of its model', async () => {
    const grown = await growth(() => ask({}))

    expect(grown('sextant_first_event_seconds_count{route="chat"}')).toBe(1)
    expect(grown('sextant_model_first_event_seconds_count{model="priced"}')).toBe(0)
  })

  test('each token counts as one kind, and the cost has its source', async () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 50,
      total_tokens: 150,
      prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 10 },
      completion_tokens_details: { reasoning_tokens: 20 },
    }
    const grown = await growth(async () => {
      const choices = [{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }]
      sextant.upstream.next({
        kind: 'raw',
        parts: [JSON.stringify({ id: 'x', model: 'echo', choices, usage })],
      })
      await ask({})
    })

    const kinds = ['input', 'cached', 'cache_write', 'output', 'reasoning']
    const counts = kinds.map(kind => grown(`sextant_model_tokens_total{model="priced",kind="${kind}"}`))
    expect(counts).toEqual([30, 60, 10, 30, 20])
    expect(grown('sextant_tokens_total{kind="prompt"}')).toBe(100)
    expect(grown('sextant_tokens_total{kind="completion"}')).toBe(50)
    expect(grown('sextant_cost_usd_total{model="priced",provider="scripted",source="operator"}')).toBe(0.2)
  })

  test('a model without a price is counted, and a model that no list has is `other`', async () => {
    const grown = await growth(() => ask({ model: 'scripted/secret-name' }))

    expect(grown('sextant_unpriced_requests_total{provider="scripted"}')).toBe(1)
    expect(grown('sextant_model_requests_total{model="other",api_format="chat",outcome="ok"}')).toBe(1)
    expect((await readMetrics(sextant)).text).not.toContain('secret-name')
  })
})

describe('providers', () => {
  test('a fallback counts with its reason, and the attempts with their results', async () => {
    const grown = await growth(() => ask({ model: 'falls-back' }))

    expect(grown('sextant_fallbacks_total{reason="upstream_error"}')).toBe(1)
    expect(grown('sextant_attempts_total{provider="scripted",result="upstream_error"}')).toBe(1)
    expect(grown('sextant_attempts_total{provider="scripted",result="ok"}')).toBe(1)
    expect(grown('sextant_upstream_errors_total{provider="scripted",code="upstream_error"}')).toBe(1)
  })

  test('circuits, keys and providers have series before anything happens to them', async () => {
    await using quiet = await startTestGateway()
    const metrics = await readMetrics(quiet)

    expect(metrics.of('sextant_circuit_open{deployment="scripted/other"}')).toBe(0)
    expect(metrics.of('sextant_key_cooling{deployment="second"}')).toBe(0)
    expect(metrics.of('sextant_provider_unhealthy{provider="scripted"}')).toBe(0)
  })

  test('an open circuit and a limited key are shown', async () => {
    for (let time = 0; time < 5; time++) await ask({ model: 'breaks' })
    sextant.upstream.next({ kind: 'error', status: 429, retryAfter: 30 })
    await ask({ model: 'limited' })
    const metrics = await readMetrics(sextant)

    expect(metrics.of('sextant_circuit_open{deployment="scripted/other"}')).toBe(1)
    expect(metrics.of('sextant_key_cooling{deployment="scripted"}')).toBe(1)
    expect(metrics.of('sextant_fallbacks_total{reason="rate_limit_exceeded"}')).toBe(1)
  })
})

describe('parts', () => {
  test('limits: who decided, and when one was exceeded', async () => {
    const { token } = await sextant.makeKey({ requestsPerMinute: 1 })
    const grown = await growth(async () => {
      await ask({}, { token })
      await ask({}, { token })
    })

    expect(grown('sextant_limit_leases_total{result="memory"}')).toBe(1)
    expect(grown('sextant_limit_leases_total{result="exceeded"}')).toBe(1)
    expect(grown('sextant_refusals_total{code="rate_limit_exceeded"}')).toBe(1)
    expect((await readMetrics(sextant)).of('sextant_limits_degraded')).toBe(0)
  })

  test('budgets show what is left of them, without the name of their key', async () => {
    const key = await sextant.makeKey({
      name: 'named-by-a-person',
      budget: { limitNanos: 1e9, period: 'month' },
    })
    await ask({}, { token: key.token })
    const { text: printed } = await readMetrics(sextant)
    const [, ratio] = /^sextant_budget_remaining_ratio\{budget="[^"]+"\} (\S+)$/m.exec(printed) ?? []

    expect(Number(ratio)).toBeGreaterThan(0.9)
    expect(Number(ratio)).toBeLessThan(1)
    expect(printed).not.toContain('named-by-a-person')
  })

  test('the database has times by operation, and is there', async () => {
    const metrics = await readMetrics(sextant)

    expect(metrics.of('sextant_store_seconds_count{operation="requests.insertMany"}')).toBeGreaterThan(0)
    expect(metrics.of('sextant_store_seconds_count{operation="keys.findByHash"}')).toBeGreaterThan(0)
    expect(metrics.of('sextant_store_unavailable')).toBe(0)
    expect(metrics.of('sextant_spooled_rows')).toBe(0)
    expect(metrics.of('sextant_queued_request_rows')).toBeGreaterThanOrEqual(0)
    expect(metrics.text).toMatch(/^sextant_info\{version="0\.0\.0",schema="\d+"\} 1$/m)
  })

  test('files count by kind, and those that cannot be read as failed', async () => {
    const headers = { authorization: `Bearer ${sextant.token}` }
    const grown = await growth(async () => {
      await upload(sextant, formOf(), headers)
      await upload(sextant, formOf({}, '%PDF-1.7 broken', 'a.pdf'), headers)
    })
    const metrics = await readMetrics(sextant)

    expect(grown('sextant_document_seconds_count{kind="text"}')).toBe(1)
    expect(grown('sextant_document_seconds_count{kind="failed"}')).toBe(1)
    expect(metrics.of('sextant_documents_open')).toBe(0)
    expect(metrics.of('sextant_process_resident_bytes{process="parsers"}')).toBeGreaterThan(10e6)
    expect(metrics.of('sextant_process_resident_bytes{process="gateway"}')).toBeGreaterThan(50e6)
    expect(metrics.of('sextant_process_restarts_total{process="parsers"}')).toBeGreaterThanOrEqual(0)
  })

  test('search backends have times by outcome', async () => {
    const grown = await growth(async () => {
      searching.searx.found = { '': { results: [{ title: 'A', url: 'https://a.example', content: 'text' }] } }
      sextant.upstream.next(...says('query', 'answer'))
      await searching.search({ query: 'what is a' })
      searching.searx.fault = response => void response.writeHead(500).end()
      await searching.search({ query: 'what is b' })
    })

    expect(grown('sextant_search_backend_seconds_count{backend="searxng",outcome="ok"}')).toBeGreaterThan(0)
    expect(grown('sextant_search_backend_seconds_count{backend="searxng",outcome="error"}')).toBeGreaterThan(
      0,
    )
  })

  test('embedded models: what waits, and the memory of those that are loaded', async () => {
    await ask({ model: chatModel })
    const metrics = await readMetrics(sextant)

    expect(metrics.of(`sextant_models_resident_bytes{model="${chatModel}"}`)).toBeGreaterThan(100e6)
    expect(metrics.of(`sextant_models_queue_depth{model="${chatModel}"}`)).toBe(0)
    expect(
      metrics.of(`sextant_model_requests_total{model="${chatModel}",api_format="chat",outcome="ok"}`),
    ).toBe(1)
  })
})

test('while the database does not respond, the metrics say so', async () => {
  let away = false
  const unavailable = () => Promise.reject(new Error('no connection'))
  await using gateway = await startTestGateway({
    store: store => ({
      ...store,
      ping: () => (away ? unavailable() : store.ping()),
      requests: {
        ...store.requests,
        insertMany: rows => (away ? unavailable() : store.requests.insertMany(rows)),
      },
    }),
  })
  await (await gateway.chat({ model: 'scripted/echo', messages })).text()
  away = true
  await (await gateway.chat({ model: 'scripted/echo', messages })).text()

  await expect
    .poll(async () => (await readMetrics(gateway)).of('sextant_queued_request_rows'))
    .toBeGreaterThan(0)
  expect((await readMetrics(gateway)).of('sextant_store_unavailable')).toBe(1)
  away = false
  await expect
    .poll(async () => (await readMetrics(gateway)).of('sextant_queued_request_rows'), { timeout: 10_000 })
    .toBe(0)
})

test('no label has a key, an address or a word of a caller', async () => {
  const { text: printed }: ReadMetrics = await readMetrics(sextant)

  for (const secret of [sextant.token, sextant.teamId, '127.0.0.1', 'hello', 'sk-scripted'])
    expect(printed).not.toContain(secret)
})
