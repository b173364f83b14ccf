import { expect, test } from 'vitest'
import type { SearchPrice } from '#lib/prices/operator-price.ts'
import {
  type BackendReply,
  type BackendServer,
  startBackend,
} from '#lib/search-backends/__fixtures__/backend-server.ts'
import type { ConfiguredId } from '#lib/known-search-backends.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

const page = { title: 'Wool', url: 'https://example.org/wool', content: 'Warm wool.', text: 'Warm wool.' }
const results = [page]
const organic = [{ title: page.title, link: page.url, snippet: page.content }]

test.each<[ConfiguredId, unknown, number, string, string | RegExp, number, SearchPrice?]>([
  ['exa', { results, costDollars: { total: 0.007 } }, 7_000_000, 'reported', 'reported', 1],
  ['tavily', { results, usage: { credits: 2 } }, 16_000_000, 'catalog', 'cat:2026-11-23:tavily/search', 2],
  ['serper', { organic, credits: 1 }, 1_000_000, 'catalog', 'cat:2026-11-23:serper/search', 1],
  ['serper', { organic }, 1_000_000, 'catalog', 'cat:2026-11-23:serper/search', 1],
  [
    'serper',
    { organic, credits: 2 },
    600_000,
    'operator',
    /^op:serper\/search:[0-9a-f]{8}$/,
    2,
    { search: 0.3 },
  ],
  [
    'exa',
    { results, costDollars: { total: 0.007 } },
    5_000_000,
    'operator',
    /^op:exa\/search:/,
    1,
    { search: 5, always: true },
  ],
  [
    'brave',
    { web: { results: [{ ...page, description: 'Warm' }] } },
    5_000_000,
    'operator',
    /^op:brave\/search:/,
    1,
    { search: 5 },
  ],
  ['searxng', { results }, 2_000_000, 'operator', /^op:searxng\/search:/, 1, { search: 2 }],
])(
  'a search of %s costs what it says or its price',
  async (id, body, nanos, source, priceRef, search, price) => {
    await using backend = await startBackend({ body })
    await using gateway = await startGateway([configure(id, backend, price)])

    const response = await ask(gateway)

    const { usage } = (await response.json()) as { usage: Record<string, unknown> }
    expect(response.headers.get('sextant-cost')).toBe(String(nanos / 1e9))
    expect(response.headers.get('sextant-cost-source')).toBe(source)
    expect(usage).toMatchObject({
      cost: nanos / 1e9,
      cost_details: {
        source,
        price: expect.stringMatching(priceRef) as string,
        input: 0,
        output: 0,
        other: nanos / 1e9,
      },
    })
    expect(await gateway.row(response.headers.get('x-request-id'))).toMatchObject({
      costNanos: nanos,
      costSource: source,
      priceRef: expect.stringMatching(priceRef) as string,
      units: { search },
    })
  },
)

test('free and built-in backends cost nothing, and one without a price is unpriced', async () => {
  await using searx = await startBackend({ body: { results: [{ ...page, engine: 'web' }] } })
  await using free = await startGateway([configure('searxng', searx)])
  const response = await ask(free)
  expect(response.headers.has('sextant-cost')).toBe(false)
  expect(await free.row(response.headers.get('x-request-id'))).toMatchObject({
    costNanos: 0,
    costSource: null,
  })

  await using brave = await startBackend({ body: { web: { results: [] } } })
  await using unpriced = await startGateway([configure('brave', brave)])
  const uncounted = await ask(unpriced)
  expect(uncounted.headers.get('sextant-cost-source')).toBe('unpriced')
  expect(await unpriced.row(uncounted.headers.get('x-request-id'))).toMatchObject({ costSource: 'unpriced' })
})

test('an AI search costs the sum of its parts', async () => {
  await using backend = await startBackend({ body: { organic, credits: 1 } })
  await using gateway = await startGateway([configure('serper', backend)])
  gateway.upstream.next(
    { kind: 'answer', text: '<question>llama wool</question>' },
    { kind: 'answer', text: 'Warm [1].' },
    { kind: 'answer', text: '' },
  )

  const response = await gateway.post('/v1/web', {
    model: 'sextant-ai-search',
    params: {
      query: 'Is llama wool warm?',
      chatModel: { model: 'priced' },
      optimizationMode: 'speed',
      library: false,
    },
  })

  const row = await gateway.row(response.headers.get('x-request-id'))
  const { usage } = (await response.json()) as {
    usage: { cost: number; completion_tokens: number; cost_details: Record<string, unknown> }
  }
  const searches = row.units?.['search'] ?? 0
  // The web, and then images and videos.
  expect(searches).toBe(3)
  expect(row.units?.['output']).toBe(usage.completion_tokens)
  expect(row.costNanos).toBe(searches * 1_000_000 + usage.completion_tokens * 1000)
  expect(usage.cost).toBe(row.costNanos / 1e9)
  expect(usage.cost_details).toMatchObject({ source: 'mixed', price: null, other: 0.003 })
  expect(row.costSource).toBe('mixed')

  const billed = []
  for await (const page of gateway.store.bills.charged(gateway.teamId, { from: 0, to: Date.now() + 1 })) {
    billed.push(...page)
  }
  const ofModel = billed.filter(({ priceRef }) => priceRef?.startsWith('op:') === true)
  expect(ofModel.length).toBeGreaterThan(1)
  expect(ofModel.reduce((sum, part) => sum + part.costNanos, 0)).toBe(usage.completion_tokens * 1000)
  expect(billed.filter(part => !ofModel.includes(part))).toMatchObject([
    { costNanos: searches * 1_000_000, units: { search: searches }, completionTokens: 0 },
  ])
})

test('an AI search whose answer fails is charged for all searches that were sent, those for pictures too', async () => {
  await using web = await startBackend({ body: { results, costDollars: { total: 0.007 } } })
  await using pictures = await startBackend({ kind: 'hang' })
  await using gateway = await startGateway([configure('exa', web), configure('serper', pictures)])
  gateway.upstream.next(
    { kind: 'answer', text: '<question>llama wool</question>' },
    { kind: 'error', status: 400 },
  )
  const params = { query: 'Is llama wool warm?', optimizationMode: 'speed', library: false }
  const body = { model: 'sextant-ai-search', params: { ...params, chatModel: { model: 'priced' } } }

  const response = await gateway.post('/v1/web', body)

  expect(response.ok).toBe(false)
  expect(pictures.asked).toHaveLength(2)
  expect(await gateway.row(response.headers.get('x-request-id'))).toMatchObject({
    // The two tokens of the rewritten question, too.
    costNanos: 7_000_000 + 2 * 1_000_000 + 2 * 1_000,
    units: { search: 3 },
  })
})

test('of 60 concurrent searches on a budget for 50, 50 are asked and charged', async () => {
  await using backend = await startBackend({ body: { results } })
  await using gateway = await startGateway([configure('tavily', backend, { search: 3 })])
  const searchNanos = 3_000_000
  const key = await gateway.makeKey({ budget: { limitNanos: 50 * searchNanos, period: null } })

  const statuses = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const response = await ask(gateway, key.token)
      await response.text()
      return response.status
    }),
  )

  expect(statuses.filter(status => status === 200)).toHaveLength(50)
  expect(statuses.filter(status => status === 429)).toHaveLength(10)
  expect(backend.asked).toHaveLength(50)
  await expect
    .poll(() => amounts(gateway, key.id), { timeout: 10_000 })
    .toEqual({ spentNanos: 50 * searchNanos, reservedNanos: 0 })
})

test('a used-up budget refuses paid backends before they are asked, and free ones and the library still answer', async () => {
  await using paid = await startBackend({ body: { organic } })
  await using free = await startBackend({ body: { results: [{ ...page, engine: 'web' }] } })
  const budget = { limitNanos: 1_999_999, period: null }

  await using paying = await startGateway([configure('serper', paid)])
  const refused = await ask(paying, (await paying.makeKey({ budget })).token)
  expect(refused.status).toBe(429)
  expect(((await refused.json()) as { error: { code: string } }).error.code).toBe('insufficient_quota')
  expect(paid.asked).toHaveLength(0)

  await paying.post('/v1/library', { title: 'Wool', text: 'The wool of a llama is warm.' })
  const { token } = await paying.makeKey({ budget })
  const fromLibrary = async () => {
    const { status, headers } = await ask(paying, token, undefined, true)
    return [status, headers.get('sextant-search')]
  }
  // It is indexed behind the request.
  await expect.poll(fromLibrary, { timeout: 10_000 }).toEqual([200, 'library=1;serper=unpaid'])

  await using both = await startGateway([configure('serper', paid), configure('searxng', free)])
  const answered = await ask(both, (await both.makeKey({ budget })).token)
  expect(answered.status).toBe(200)
  expect(answered.headers.get('sextant-search')).toContain('serper=unpaid')
  expect(paid.asked).toHaveLength(0)
  expect(free.asked).toHaveLength(1)
})

test('where a budget rejects what has no price, the next backend is queried, and the result says why', async () => {
  await using unpriced = await startBackend({ body: { web: { results: [] } } })
  await using priced = await startBackend({ body: { organic } })
  await using gateway = await startGateway([configure('brave', unpriced), configure('serper', priced)])
  const key = await gateway.makeKey({ budget: { limitNanos: 1_000_000_000, period: null } })

  const response = await ask(gateway, key.token)

  const { data } = (await response.json()) as {
    data: { results: unknown[]; failures: { backend: string; reason: string }[] }
  }
  expect(unpriced.asked).toHaveLength(0)
  expect(data.results).toHaveLength(1)
  expect(data.failures).toEqual([
    { backend: 'brave', reason: expect.stringContaining('set search.brave.price in sextant.yaml') as string },
  ])
  expect(response.headers.get('sextant-search')).toContain('brave=unpriced')
})

test('a search that the backend finishes too late is charged, and one that it refuses is not', async () => {
  const fault: BackendReply = { status: 500, body: '' }
  await using backend = await startBackend(fault)
  await using gateway = await startGateway([configure('serper', backend)])
  const failed = await ask(gateway)
  expect(failed.status).toBe(503)
  expect(await gateway.row(failed.headers.get('x-request-id'))).toMatchObject({
    costNanos: 0,
    costSource: null,
  })

  await using silent = await startBackend({ kind: 'hang' })
  await using waiting = await startGateway([configure('serper', silent)])
  const controller = new AbortController()
  const key = await waiting.makeKey()
  const left = ask(waiting, key.token, controller.signal).catch(() => null)
  await silent.next()
  controller.abort()
  await left
  await expect.poll(async () => (await rowsOf(waiting, key.id)).length, { timeout: 10_000 }).toBe(1)
  expect((await rowsOf(waiting, key.id))[0]).toMatchObject({ costNanos: 1_000_000, units: { search: 1 } })
})

test('a search that is aborted while it waits for others of its backend is not charged', async () => {
  await using silent = await startBackend({ kind: 'hang' })
  await using gateway = await startGateway([configure('serper', silent)])
  const key = await gateway.makeKey()
  const controllers = Array.from({ length: 5 }, () => new AbortController())
  const left = controllers.map(({ signal }) => ask(gateway, key.token, signal).catch(() => null))
  await expect.poll(() => silent.asked.length).toBe(4)
  for (const controller of controllers) controller.abort()
  await Promise.all(left)

  await expect.poll(async () => (await rowsOf(gateway, key.id)).length, { timeout: 10_000 }).toBe(5)
  const costs = (await rowsOf(gateway, key.id)).map(row => row.costNanos)
  expect(costs.filter(nanos => nanos === 1_000_000)).toHaveLength(4)
  expect(costs.filter(nanos => nanos === 0)).toHaveLength(1)
  expect(silent.asked).toHaveLength(4)
})

function configure(id: ConfiguredId, { origin }: BackendServer, price?: SearchPrice) {
  const apiKey = id === 'searxng' ? null : 'key-of-the-operator'
  return { id, baseUrl: origin, apiKey, ...(price !== undefined && { price }) }
}

function startGateway(configured: readonly ReturnType<typeof configure>[]): Promise<TestGateway> {
  return startTestGateway({
    search: { configured },
    timers: { searchMs: 60_000, plainMs: 60_000, firstEventMs: 60_000, idleMs: 60_000 },
    models: [{ id: 'priced', price: { input: 0, output: 1 } }],
  })
}

function ask(
  gateway: TestGateway,
  key = gateway.token,
  signal?: AbortSignal,
  library = false,
): Promise<Response> {
  const body = { model: 'search', params: { query: 'llama wool', library } }
  return gateway.post('/v1/web', body, { token: key, ...(signal && { signal }) })
}

async function rowsOf({ store, teamId }: TestGateway, keyId: string) {
  const rows = await store.requests.list(teamId, { limit: 10 })
  return rows.filter(row => row.keyId === keyId)
}

async function amounts({ store, teamId }: TestGateway, keyId: string) {
  const key = await store.keys.get(teamId, keyId)
  const { byId } = await store.budgets.list(teamId)
  const budget = byId.get(key?.budgetId ?? '')
  return { spentNanos: budget?.spentNanos, reservedNanos: budget?.reservedNanos }
}
