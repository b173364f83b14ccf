import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeTestRun, type TestRun } from '#lib/commands/__fixtures__/test-run.ts'
import { newerCatalog } from '#lib/prices/catalog.ts'
import { printCatalog } from '#lib/prices/catalog-schema.ts'
import { requestRow } from '#lib/store/__fixtures__/test-request-row.ts'
import { openStore, type Store } from '#lib/store/core/store.ts'
import { createSafeFetch } from '#lib/web/fetch/safe-fetch.ts'
import { readCatalogOfSources } from './read-catalog.ts'

const today = new Date().toISOString().slice(0, 10)

/** The shipped catalog of today with other prices for input tokens, by ID. */
function catalogText(inputs: Readonly<Record<string, string>>, made = today): string {
  const models = newerCatalog(null)
    .list()
    .map(({ entry }) => {
      const input = inputs[entry.id]
      if (input === undefined) return entry
      return { ...entry, prices: entry.prices.map(price => ({ ...price, usd: { ...price.usd, input } })) }
    })
  return printCatalog({ made, sources: [], models })
}

function writeCatalog(testRun: TestRun, ...text: Parameters<typeof catalogText>): string {
  const file = path.join(testRun.dataDir, 'new.json')
  writeFileSync(file, catalogText(...text))
  return file
}

test('prices update applies the prices of a file, and holds back those that move more than tenfold', async () => {
  using testRun = makeTestRun()
  const file = writeCatalog(testRun, { 'openai/gpt-4o': '3', 'openai/gpt-4o-mini': '15' })

  const planned = await testRun.run(`prices update --from ${file} --plan`)
  expect(planned.said).toMatch(/^openai\/gpt-4o +input +\$2\.5 +\$3$/m)
  expect(planned.said).toContain('1 changed, 1 held back.')
  expect(planned.said).toContain('Nothing was changed.')
  expect((await testRun.run('prices show openai/gpt-4o')).said).toContain('$2.5 per million tokens')

  const { exitCode, said } = await testRun.run(`prices update --from ${file}`)
  expect(exitCode).toBe(0)
  expect(said).toMatch(/openai\/gpt-4o-mini +input moves from \$0\.15 to \$15/)
  expect(said).toContain('add: --accept openai/gpt-4o-mini')
  expect((await testRun.run('prices show openai/gpt-4o')).said).toContain('$3 per million tokens')
  expect((await testRun.run('prices show openai/gpt-4o-mini')).said).toContain('$0.15 per million tokens')
  expect((await testRun.run('prices list --vendor openai')).said).toContain(`Catalog of ${today}.`)

  await testRun.run(`prices update --from ${file} --accept openai/gpt-4o-mini`)
  expect((await testRun.run('prices show openai/gpt-4o-mini')).said).toContain('$15 per million tokens')
  expect((await testRun.run(`prices update --from ${file}`)).said).toContain('already in use')
})

test('prices update --older-than does nothing while the catalog in use is recent', async () => {
  using testRun = makeTestRun()
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await testRun.run(`prices update --from ${writeCatalog(testRun, { 'openai/gpt-4o': '3' }, yesterday)}`)
  const file = writeCatalog(testRun, { 'openai/gpt-4o': '4' })

  const early = await testRun.run(`prices update --older-than 2 --from ${file}`)
  expect(early.said.trim()).toBe(`The catalog of ${yesterday} is in use. Nothing was changed.`)
  expect((await testRun.run(`prices update --older-than soon --from ${file}`)).exitCode).toBe(2)

  await testRun.run(`prices update --older-than 1 --from ${file}`)
  expect((await testRun.run('prices show openai/gpt-4o')).said).toContain('$4 per million tokens')
})

test('prices update is in the audit log with the number of changes', async () => {
  using testRun = makeTestRun()
  const file = writeCatalog(testRun, { 'openai/gpt-4o': '3', 'openai/gpt-4o-mini': '15' })

  await testRun.run(`prices update --from ${file}`)

  const entries = await withStore(testRun, async store => {
    const { teamId } = await store.teams.openModeOwner()
    return store.audit.list(teamId, { limit: 10, filter: { action: 'prices.update' } })
  })
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({
    actorName: 'command line',
    after: expect.stringContaining(`"made":"${today}"`),
  })
  expect(entries[0]?.after).toContain('"changed":1,"held":1')
})

test('prices explain uses the catalog of the day that the request names, also after an update', async () => {
  using testRun = makeTestRun()
  const { made } = newerCatalog(null)
  const file = writeCatalog(testRun, { 'openai/gpt-4o': '3' })
  await testRun.run(`prices update --from ${file}`)
  const request = { costSource: 'catalog', units: { input: 1000 }, startedAt: Date.now() } as const
  await withStore(testRun, async store => {
    const { teamId } = await store.teams.openModeOwner()
    await store.requests.insertMany([
      requestRow({
        ...request,
        teamId,
        id: 'req_1',
        priceRef: `cat:${made}:openai/gpt-4o`,
        costNanos: 2_500_000,
      }),
      requestRow({
        ...request,
        teamId,
        id: 'req_2',
        priceRef: `cat:${today}:openai/gpt-4o`,
        costNanos: 3_000_000,
      }),
    ])
  })

  expect((await testRun.run('prices explain req_1')).said).toMatch(
    /^input +1000 +\$2\.5 per million tokens +\$0\.0025$/m,
  )
  expect((await testRun.run('prices explain req_2')).said).toMatch(
    /^input +1000 +\$3 per million tokens +\$0\.003$/m,
  )
})

test('a newer shipped catalog wins over the stored one', () => {
  const { made } = newerCatalog(null)
  expect(newerCatalog(catalogText({}, '2020-01-01')).made).toBe(made)
  expect(newerCatalog(catalogText({}, '2999-01-01')).made).toBe('2999-01-01')
})

describe('prices update from an address', () => {
  test('reads it where ALLOW_PRIVATE_HOSTS has the host, and is refused elsewhere', async () => {
    await using server = await startServer((_request, response) =>
      response.end(catalogText({ 'openai/gpt-4o': '3' })),
    )
    using allowed = makeTestRun({ ALLOW_PRIVATE_HOSTS: `127.0.0.1:${server.port}` })
    using other = makeTestRun()

    expect((await allowed.run(`prices update --from ${server.url}`)).said).toContain('Updated.')
    const { exitCode, complained } = await other.run(`prices update --from ${server.url}`)
    expect(exitCode).toBe(1)
    expect(complained).toContain(`Cannot read ${server.url}: This URL is not allowed.`)
    expect(complained).toContain('ALLOW_PRIVATE_HOSTS')
  })

  test.each<[string, RequestListener, string]>([
    ['a failure', (_request, response) => response.writeHead(503).end(), 'responded with 503'],
    [
      'over 16 MiB',
      (_request, response) => response.end(Buffer.alloc(16 * 1024 * 1024 + 1)),
      'exceeds 16 MiB',
    ],
    ['another file', (_request, response) => response.end('{}'), 'not a price catalog in format 1'],
  ])('changes nothing after %s', async (_name, listener, message) => {
    await using server = await startServer(listener)
    using testRun = makeTestRun({ ALLOW_PRIVATE_HOSTS: `127.0.0.1:${server.port}` })

    const { exitCode, complained } = await testRun.run(`prices update --from ${server.url}`)

    expect(exitCode).toBe(1)
    expect(complained).toContain(message)
    expect(await withStore(testRun, store => store.priceCatalogs.latest())).toBeNull()
  })
})

test('a file over 16 MiB or that is missing is refused', async () => {
  using testRun = makeTestRun()
  const file = path.join(testRun.dataDir, 'large.json')
  writeFileSync(file, Buffer.alloc(16 * 1024 * 1024 + 1))

  expect((await testRun.run(`prices update --from ${file}`)).complained).toContain('exceeds 16 MiB')
  expect((await testRun.run(`prices update --from ${file}.other`)).complained).toContain('no such file')
  expect((await testRun.run(`prices update --from ${file} --accept ,`)).exitCode).toBe(2)
})

test('the price files of two projects are read from their addresses', async () => {
  const genaiPrices = `providers: list[Provider] = [Provider(id='openai', models=[ModelInfo(id='swift',
    match=ClauseEquals(equals='swift'), prices=ModelPrice(input_mtok=Decimal('2'), output_mtok=Decimal('8')))])]`
  const litellm = JSON.stringify({
    swift: { litellm_provider: 'openai', mode: 'chat', max_output_tokens: 500 },
  })
  await using server = await startServer((request, response) =>
    response.end(request.url === '/data.py' ? genaiPrices : litellm),
  )
  const reading = {
    fetch: createSafeFetch({ allowPrivateHosts: [`127.0.0.1:${server.port}`] }),
    signal: new AbortController().signal,
  }
  const addresses = { genaiPrices: `${server.url}data.py`, litellm: `${server.url}prices.json` }

  const { made, sources, models } = await readCatalogOfSources(addresses, today, reading)

  expect(made).toBe(today)
  expect(sources.map(({ name }) => name)).toEqual(['genai-prices', 'litellm'])
  expect(models).toMatchObject([
    {
      status: 'read',
      id: 'openai/swift',
      entry: { maxOutput: 500, prices: [{ usd: { input: '2', output: '8' } }] },
    },
  ])
  const swapped = { genaiPrices: addresses.litellm, litellm: addresses.genaiPrices }
  await expect(readCatalogOfSources(swapped, today, reading)).rejects.toThrow(
    'The price files have a format that this version cannot read',
  )
})

interface LocalServer extends AsyncDisposable {
  readonly port: number
  readonly url: string
}

async function startServer(listener: RequestListener): Promise<LocalServer> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function withStore<T>(testRun: TestRun, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({ dataDir: testRun.dataDir, databaseUrl: null })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}
