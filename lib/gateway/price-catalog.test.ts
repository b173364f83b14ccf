import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { newerCatalog } from '#lib/prices/catalog.ts'
import { printCatalog } from '#lib/prices/catalog-schema.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'
import { operator } from '#lib/store/team/audit.ts'
import { startGatewayProgram } from './__fixtures__/gateway-program.ts'
import { followPriceCatalog } from './price-catalog.ts'

const answerSchema = z.object({ usage: z.object({ cost: z.number() }) })
const withinMs = { timeout: 5_000, interval: 100 }

/** The shipped catalog of a later day, in which input of gpt-4o costs $5 instead of $2.50 per million tokens. */
const body = printCatalog({
  made: '2026-11-23',
  sources: [],
  models: newerCatalog(null)
    .list()
    .map(({ entry }) =>
      entry.id === 'openai/gpt-4o'
        ? { ...entry, prices: entry.prices.map(price => ({ ...price, usd: { ...price.usd, input: '5' } })) }
        : entry,
    ),
})
const catalog = { madeAt: Date.parse('2026-11-23'), sha256: 'a'.repeat(64), body, summary: {} }

onEachDatabase(makeFixture => {
  test('every running gateway bills by a new catalog within 5 s, and so does one that starts later', async () => {
    await using closing = new AsyncDisposableStack()
    const fixture = closing.use(await makeFixture())
    const { dataDir, databaseUrl } = fixture.options
    const upstream = closing.use(await startScriptedUpstream())
    const usage = { prompt_tokens: 1_000_000, completion_tokens: 0, total_tokens: 1_000_000 }
    upstream.on('gpt-4o', { kind: 'answer', text: '', usage: 'none', extra: { usage } })
    const store = await fixture.open()
    const { teamId } = await store.teams.openModeOwner()
    const key = await store.keys.create({ teamId, ownerId: null, name: 'A', kind: 'api', scopes: ['chat'] })
    const config = join(dataDir, 'sextant.yaml')
    writeFileSync(
      config,
      `providers: [{ id: vendor, kind: openai, server: openai, baseUrl: "${upstream.baseUrl}" }]\n`,
    )
    const environment = databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }
    const start = async () => {
      const program = await startGatewayProgram(dataDir, config, environment)
      closing.defer(() => void program.gateway.kill('SIGKILL'))
      return program
    }
    const costAt = async (url: string) => {
      const response = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'vendor/gpt-4o', messages: [{ role: 'user', content: 'hi' }] }),
      })
      return answerSchema.parse(await response.json()).usage.cost
    }
    const running = [await start()]
    if (databaseUrl !== null) running.push(await start())
    for (const { url } of running) expect(await costAt(url)).toBe(2.5)

    await store.priceCatalogs.add(teamId, catalog, operator)

    await Promise.all(running.map(({ url }) => expect.poll(() => costAt(url), withinMs).toBe(5)))
    await expect
      .poll(() => store.requests.list(teamId, { limit: 1 }), withinMs)
      .toMatchObject([
        { priceRef: 'cat:2026-11-23:openai/gpt-4o', costSource: 'catalog', costNanos: 5_000_000_000 },
      ])
    // A SQLite database has one gateway.
    for (const { gateway } of running) {
      const ended = once(gateway, 'exit')
      gateway.kill('SIGKILL')
      await ended
    }
    expect(await costAt((await start()).url)).toBe(5)
  }, 60_000)
})

test('a catalog that cannot be used, or read, leaves the last one in use', async () => {
  let change: () => void = () => {}
  let latestId: () => Promise<string> = async () => 'catalog_1'
  const used: (string | null)[] = []
  const log = { info: vi.fn<(...said: unknown[]) => void>(), warn: vi.fn<(...said: unknown[]) => void>() }
  await followPriceCatalog({
    store: {
      priceCatalogs: {
        latestId: () => latestId(),
        latest: async () => ({ id: await latestId(), body: 'text' }),
      },
      onChange(listener) {
        change = listener
        return () => {}
      },
    },
    apply(text) {
      used.push(text)
      if (used.length === 2) throw new Error('no catalog')
    },
    log,
  })
  expect(used).toEqual(['text'])

  latestId = () => Promise.resolve('catalog_2')
  change()
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(1))
  latestId = () => Promise.reject(new Error('away'))
  change()
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalledTimes(2))

  expect(used).toHaveLength(2)
})
