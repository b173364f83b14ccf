import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openBackend } from '#lib/store/core/open-backend.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'
import { requestRow } from '#lib/store/__fixtures__/test-request-row.ts'
import { addCostSums } from '#lib/store/migrations/requests/cost-source-migration.ts'
import { usageMigration } from '#lib/store/migrations/requests/usage-migration.ts'
import { usageTotalsMigration } from '#lib/store/migrations/requests/usage-totals-migration.ts'

const start = Date.UTC(2026, 10, 21, 22, 10)
const routes = [
  ['chat', 'team/large'],
  ['embeddings', 'team/small'],
  ['rerank-v2', 'team/rank'],
  ['web', 'scrape'],
  ['web', 'sextant-ai-search'],
  ['web', 'made up'],
  ['web', null],
  ['scrape-flat', 'scrape'],
  ['map-v2', null],
  ['upload', null],
  ['library-search', null],
  ['of a newer version', null],
] as const
const statuses = [200, 200, 200, 400, 404, 429, 499, 500, 503]

/** Rows of three keys over nine hours and two days, with every route, status and duration. */
function manyRows(count: number) {
  return Array.from({ length: count }, (_, at) => {
    const [route, model] = routes[at % routes.length] ?? ['upload', null]
    const status = statuses[(at >> 2) % statuses.length] ?? 200
    const asked = at % 5 > 0
    const row = requestRow({
      id: `req_${at}`,
      keyId: `key_${at % 3}`,
      startedAt: start + at * 83_000,
      route,
      model,
      answeredBy: asked && status < 400 ? model : null,
      provider: asked ? `provider_${at % 2}` : null,
      status,
      errorCode: status === 404 ? 'model_not_found' : null,
      promptTokens: at,
      completionTokens: at % 7,
      costNanos: at * 1_000_000,
      firstMs: at % 4 === 0 ? null : at,
      totalMs: at ** 2,
    })
    return { ...row, listedModel: asked && status !== 404 ? model : null }
  })
}

onEachDatabase(makeFixture => {
  test('sums match their rows, per key and in total, by hour and by day, with and without dimensions', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const rows = manyRows(400)

    await store.requests.insertMany(rows)

    const backend = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)
    const kinds = await sumsByKind(backend)
    await backend.close()
    const all = {
      requests: 400,
      refused: rows.filter(row => row.status >= 400 && row.status < 499).length,
      failed: rows.filter(row => row.status >= 500).length,
      abandoned: rows.filter(row => row.status === 499).length,
      promptTokens: rows.reduce((sum, row) => sum + row.promptTokens, 0),
      costNanos: rows.reduce((sum, row) => sum + row.costNanos, 0),
    }
    expect(kinds).toEqual([
      { grain: 'day', keyId: '', ...all },
      { grain: 'day', keyId: '', ...all },
      { grain: 'hour', keyId: '', ...all },
      { grain: 'hour', keyId: '', ...all },
      ...sumsOfKeys(rows),
    ])
  })

  test('a batch sent repeatedly by several processes is added once', async () => {
    await using fixture = await makeFixture()
    const stores = await Promise.all([fixture.open(), fixture.open()])
    const rows = manyRows(200)

    await Promise.all(
      stores.flatMap(store => [rows, rows.slice(50), rows].map(batch => store.requests.insertMany(batch))),
    )

    const backend = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)
    const [day] = await sumsByKind(backend)
    await backend.close()
    expect(day?.['requests']).toBe(200)
  })

  test('gateways that update the same sums in any order neither lose rows nor deadlock', async () => {
    await using fixture = await makeFixture()
    const stores = await Promise.all([fixture.open(), fixture.open()])
    const batches = [manyRows(60), manyRows(60).toReversed(), manyRows(60), manyRows(60).toReversed()]

    await Promise.all(
      batches.flatMap((rows, batch) =>
        stores.map((store, gateway) =>
          store.requests.insertMany(rows.map(row => ({ ...row, id: `${row.id}_${batch}_${gateway}` }))),
        ),
      ),
    )

    const backend = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)
    const [day] = await sumsByKind(backend)
    await backend.close()
    expect(day?.['requests']).toBe(480)
  })

  test('a failed batch adds nothing, and the next one is complete', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const backend = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)
    await sql`alter table usage_sums rename to usage_sums_away`.execute(backend.database)

    await expect(store.requests.insertMany(manyRows(20))).rejects.toThrow('usage_sums')
    await sql`alter table usage_sums_away rename to usage_sums`.execute(backend.database)
    await store.requests.insertMany(manyRows(20))

    const [day] = await sumsByKind(backend)
    const series = await backend.database.selectFrom('usageSeries').select('id').execute()
    const used = await backend.database.selectFrom('usageSums').select('seriesId').distinct().execute()
    await backend.close()
    expect(day?.['requests']).toBe(20)
    expect(used).toHaveLength(series.length)
  })

  test('rows from before the sums existed are included', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    await store.requests.insertMany(manyRows(400))
    const backend = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)
    const followed = await everything(backend)
    await sql`drop table usage_sums`.execute(backend.database)
    await sql`drop table usage_series`.execute(backend.database)

    await backend.database.transaction().execute(async each => {
      await usageMigration(each, backend.kind)
      await usageTotalsMigration(each)
      await addCostSums(each)
    })

    const filled = await everything(backend)
    await backend.close()
    expect(followed.length).toBeGreaterThan(100)
    expect(filled).toEqual(followed)
  })

  test('sums count tokens of prompt caches, and requests without a price', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const at = { startedAt: 1_800_000_000_000, cacheReadTokens: 4 }
    await store.requests.insertMany([
      requestRow({ ...at, id: 'req_1', costSource: 'unpriced' }),
      requestRow({ ...at, id: 'req_2', costSource: 'catalog' }),
      requestRow({ ...at, id: 'req_3' }),
    ])

    const filter = { keyIds: null, owner: null, model: null, provider: null, capability: null }
    const day = { from: 1_799_971_200_000, to: 1_800_057_600_000 }
    const [sums] = await store.usage.sums('team_1', { ...day, filter, by: 'model', withTimes: false })

    expect(sums).toMatchObject({ requests: 3, cacheReadTokens: 12, unpriced: 1 })
  })

  test('a request counts once as one without a price, by the model that answered, however many attempts are billed', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const attemptList = [unpricedAttempt('first'), unpricedAttempt('second')]
    const twice = { promptTokens: 10, completionTokens: 2, costSource: 'unpriced', attemptList }
    await store.requests.insertMany([
      requestRow({ ...twice, startedAt: 1_800_000_000_000, answeredBy: 'second', provider: 'p' }),
    ])

    const filter = { keyIds: null, owner: null, model: null, provider: null, capability: null }
    const day = { from: 1_799_971_200_000, to: 1_800_057_600_000 }
    const sums = await store.usage.sums('team_1', { ...day, filter, by: 'model', withTimes: false })

    const counts = sums.map(({ value, requests, unpriced }) => ({ value, requests, unpriced }))
    expect(counts.toSorted((one, other) => other.requests - one.requests)).toEqual([
      { value: 'second', requests: 1, unpriced: 1 },
      { value: 'first', requests: 0, unpriced: 0 },
    ])
  })

  test('extreme token counts of a provider cannot overflow a sum', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const rows = Array.from({ length: 2000 }, (_, at) =>
      requestRow({ id: `req_${at}`, promptTokens: 1e300, completionTokens: 1e300, costNanos: 1e300 }),
    )

    await store.requests.insertMany(rows)

    expect(await store.requests.get('team_1', 'req_1999')).not.toBeNull()
  })
})

type Opened = Awaited<ReturnType<typeof openBackend>>

async function sumsByKind({ database }: Opened) {
  const { rows } = await sql<Record<string, string | number>>`
    select grain, key_id, cast(sum(requests) as bigint) requests, cast(sum(refused) as bigint) refused,
      cast(sum(failed) as bigint) failed, cast(sum(abandoned) as bigint) abandoned,
      cast(sum(prompt_tokens) as bigint) prompt_tokens, cast(sum(cost_nanos) as bigint) cost_nanos
    from usage_series join usage_sums on series_id = id
    group by grain, key_id, case when capability = '' then 0 else 1 end
    order by key_id, grain, case when capability = '' then 0 else 1 end`.execute(database)
  return rows
}

function sumsOfKeys(rows: ReturnType<typeof manyRows>) {
  return ['key_0', 'key_1', 'key_2'].flatMap(keyId => {
    const own = rows.filter(row => row.keyId === keyId)
    const sums = {
      requests: own.length,
      refused: own.filter(row => row.status >= 400 && row.status < 499).length,
      failed: own.filter(row => row.status >= 500).length,
      abandoned: own.filter(row => row.status === 499).length,
      promptTokens: own.reduce((sum, row) => sum + row.promptTokens, 0),
      costNanos: own.reduce((sum, row) => sum + row.costNanos, 0),
    }
    return ['day', 'day', 'hour'].map(grain => ({ grain, keyId, ...sums }))
  })
}

async function everything({ database }: Opened) {
  const rows = await database
    .selectFrom('usageSeries')
    .innerJoin('usageSums', 'usageSums.seriesId', 'usageSeries.id')
    .selectAll()
    .execute()
  const names = rows.map(({ id: _id, seriesId: _seriesId, ...row }) => JSON.stringify(row))
  return names.toSorted((one, other) => (one < other ? -1 : 1))
}

const unpricedAttempt = (model: string) => ({
  provider: 'p',
  model,
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
})
