import { expect, test } from 'vitest'
import { makeTestRun, type TestRun } from '#lib/commands/__fixtures__/test-run.ts'
import { createSecretBox } from '#lib/store/core/secret-box.ts'
import { compiledOperatorPrice, operatorPrice } from '#lib/prices/operator-price.ts'
import { openStore } from '#lib/store/core/store.ts'
import { requestRow } from '#lib/store/__fixtures__/test-request-row.ts'
import type { RequestRow } from '#lib/store/requests/request-row.ts'

test('prices list prints the catalog, of one vendor if asked', async () => {
  using testRun = makeTestRun()

  const { said } = await testRun.run('prices list --vendor anthropic')

  expect(said).toMatch(/^MODEL +TYPE +INPUT +CACHED +OUTPUT/)
  expect(said).toContain('anthropic/')
  expect(said).not.toContain('openai/')
  expect(said).toMatch(/Catalog of \d{4}-\d\d-\d\d\.$/)
})

test('prices list names the vendors it has for one that it has not', async () => {
  using testRun = makeTestRun()

  const { exitCode, complained } = await testRun.run('prices list --vendor acme')

  expect(exitCode).toBe(1)
  expect(complained).toMatch(/no models of "acme"\. Its vendors: .*openai/)
})

test('prices list --unpriced prints the models whose cost was not counted', async () => {
  using testRun = makeTestRun()
  await addRows(testRun, [
    {
      id: 'req_1',
      costSource: 'unpriced',
      model: 'proxy/a',
      answeredBy: 'proxy/a',
      startedAt: Date.now() - 1000,
    },
    {
      id: 'req_2',
      costSource: 'catalog',
      model: 'openai/b',
      answeredBy: 'openai/b',
      startedAt: Date.now() - 1000,
    },
  ])

  const { said } = await testRun.run('prices list --unpriced')

  expect(said).toContain('proxy/a')
  expect(said).not.toContain('openai/b')
})

test('prices show prints the history, tiers and source of a price', async () => {
  using testRun = makeTestRun()

  const { said } = await testRun.run('prices show openai/gpt-5.6-sol')

  expect(said).toContain('Price from 2026-08-21')
  expect(said).toMatch(/input +\$\d+ per million tokens/)
  expect(said).toContain('Source:')
})

test('prices show suggests similar names', async () => {
  using testRun = makeTestRun()

  const { exitCode, complained } = await testRun.run('prices show openai/gpt-6')

  expect(exitCode).toBe(1)
  expect(complained).toMatch(/no price of "openai\/gpt-6"\. Similar: openai\/gpt-6/)
})

test('prices explain prints each unit with its rate, and their sum is the cost', async () => {
  using testRun = makeTestRun()
  const [date] = /\d{4}-\d\d-\d\d/.exec((await testRun.run('prices list --vendor openai')).said) ?? []
  await addRows(testRun, [
    {
      id: 'req_1',
      provider: 'openai',
      answeredBy: 'openai/gpt-4o',
      costSource: 'catalog',
      priceRef: `cat:${date}:openai/gpt-4o`,
      units: { input: 1000, output: 500, request: 1 },
      costNanos: 7_500_000,
      startedAt: Date.UTC(2026, 10, 23),
    },
  ])

  const { said } = await testRun.run('prices explain req_1')

  expect(said).toMatch(/Cost: +\$0\.0075$/m)
  expect(said).toMatch(/^input +1000 +\$2\.5 per million tokens +\$0\.0025$/m)
  expect(said).toMatch(/^output +500 +\$10 per million tokens +\$0\.005$/m)
  expect(said).not.toContain('changed')
})

test('prices explain says when the price has changed since, and never changes the cost', async () => {
  using testRun = makeTestRun()
  await addRows(testRun, [
    {
      id: 'req_1',
      costSource: 'catalog',
      priceRef: 'cat:2020-01-01:openai/gpt-4o',
      units: { input: 1000 },
      costNanos: 9_000_000,
      startedAt: Date.UTC(2026, 10, 23),
    },
  ])

  const { said } = await testRun.run('prices explain req_1')

  expect(said).toMatch(/Cost: +\$0\.009$/m)
  expect(said).toContain('These rates give $0.0025: the price has changed since.')
})

test('prices explain finds the price of a model with @ in its name, with and without a tier', async () => {
  using testRun = makeTestRun()
  const name = 'vertex/claude-sonnet-4@20250514'
  const request = { costSource: 'operator', units: { input: 1000 }, costNanos: 3_000_000 } as const
  await addRows(testRun, [
    { ...request, id: 'req_1', priceRef: `op:${name}` },
    { ...request, id: 'req_2', priceRef: `op:${name}@batch` },
  ])
  const store = await openStore({ dataDir: testRun.dataDir, databaseUrl: null })
  const { teamId } = await store.teams.openModeOwner()
  const actor = { id: null, address: null, name: 'test' }
  await store.modelSetup.change(teamId, name, { price: { input: 3, output: 15 } }, actor)
  await store.close()

  for (const id of ['req_1', 'req_2']) {
    const { said } = await testRun.run(`prices explain ${id}`)
    expect(said).toMatch(/^input +1000 +\$3 per million tokens +\$0\.003$/m)
  }
})

test('prices explain knows the vendor of a provider of the console', async () => {
  using testRun = makeTestRun()
  await addRows(testRun, [
    {
      id: 'req_1',
      costSource: 'operator',
      provider: 'claude',
      priceRef: 'op:claude/sonnet',
      units: { cacheWrite1h: 1000 },
      costNanos: 6_000_000,
    },
  ])
  const store = await openStore({ dataDir: testRun.dataDir, databaseUrl: null })
  const { teamId } = await store.teams.openModeOwner()
  const actor = { id: null, address: null, name: 'test' }
  const box = createSecretBox(`k1:${Buffer.alloc(32, 1).toString('base64')}`)
  const provider = { purpose: 'models', name: 'claude', kind: 'anthropic', apiKey: null } as const
  const place = { server: null, baseUrl: 'https://claude.example.org/v1', messagesApi: null }
  await store.providers.create(teamId, { ...provider, ...place }, box, actor)
  await store.modelSetup.change(teamId, 'claude/sonnet', { price: { input: 3, output: 15 } }, actor)
  await store.close()

  const { said } = await testRun.run('prices explain req_1')

  // Anthropic bills a write for an hour as twice the input.
  expect(said).toMatch(/^cacheWrite1h +1000 +\$6 per million tokens +\$0\.006$/m)
})

test('prices explain has the price by which a request was charged, and not the one that is set now', async () => {
  using testRun = makeTestRun()
  const before = operatorPrice('proxy/a', { input: 3, output: 15 })
  const { ref } = before.origin
  await addRows(testRun, [
    { id: 'req_1', costSource: 'operator', priceRef: ref, units: { input: 1000 }, costNanos: 3_000_000 },
  ])
  const store = await openStore({ dataDir: testRun.dataDir, databaseUrl: null })
  const { teamId } = await store.teams.openModeOwner()
  const actor = { id: null, address: null, name: 'test' }
  await store.operatorPrices.save([{ ref, price: compiledOperatorPrice(ref) ?? '' }])
  await store.modelSetup.change(teamId, 'proxy/a', { price: { input: 7, output: 15 } }, actor)
  await store.close()

  const { said } = await testRun.run('prices explain req_1')

  expect(said).toMatch(/^input +1000 +\$3 per million tokens +\$0\.003$/m)
  expect(said).not.toContain('the price has changed')
})

test('prices explain names the models of all attempts that are billed', async () => {
  using testRun = makeTestRun()
  const attempt = { startMs: 0, ms: 1, error: null }
  const tokens = {
    promptTokens: 0,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    completionTokens: 5,
    reasoningTokens: 0,
  }
  const charge = { ...tokens, costSource: 'catalog', units: null }
  await addRows(testRun, [
    {
      id: 'req_1',
      answeredBy: 'b/second',
      completionTokens: 10,
      costNanos: 3_000_000,
      costSource: 'catalog',
      attemptList: [
        {
          ...attempt,
          provider: 'a',
          model: 'a/first',
          charge: { ...charge, priceRef: 'cat:1', costNanos: 2_000_000 },
        },
        {
          ...attempt,
          provider: 'b',
          model: 'b/second',
          charge: { ...charge, priceRef: 'cat:2', costNanos: 1_000_000 },
        },
      ],
    },
  ])

  const { said } = await testRun.run('prices explain req_1')

  expect(said).toMatch(/^a\/first \(a\) +cat:1 +\$0\.002$/m)
  expect(said).toMatch(/^b\/second \(b\) +cat:2 +\$0\.001$/m)
})

test('prices explain says that a request without a price was not counted', async () => {
  using testRun = makeTestRun()
  await addRows(testRun, [{ id: 'req_1', costSource: 'unpriced' }])

  const { said } = await testRun.run('prices explain req_1')

  expect(said).toMatch(/Cost: +unknown$/m)
  expect(said).toContain('its cost is not counted')
  expect((await testRun.run('prices explain req_2')).complained).toContain('The log has no request "req_2".')
})

async function addRows(testRun: TestRun, rows: readonly Partial<RequestRow>[]): Promise<void> {
  const store = await openStore({ dataDir: testRun.dataDir, databaseUrl: null })
  try {
    const { teamId } = await store.teams.openModeOwner()
    await store.requests.insertMany(rows.map(row => requestRow({ teamId, ...row })))
  } finally {
    await store.close()
  }
}
