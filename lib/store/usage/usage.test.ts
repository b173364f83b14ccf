import { expect, test } from 'vitest'
import { requestRow } from '#lib/store/__fixtures__/test-request-row.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'
import { readPercentile } from './usage-buckets.ts'
import type { UsageFilter } from './usage-rows.ts'

const hourMs = 3_600_000
const start = Date.UTC(2026, 10, 20, 21)
const everybody: UsageFilter = {
  keyIds: null,
  owner: null,
  model: null,
  provider: null,
  capability: null,
}
// Five calls an hour over five days, so that periods contain whole and partial days.
const rows = Array.from({ length: 600 }, (_, at) =>
  requestRow({
    id: `req_${at}`,
    teamId: 'team_1',
    keyId: `key_${at % 3}`,
    startedAt: start + Math.floor((at * hourMs) / 5),
    route: at % 2 === 0 ? 'chat' : 'embeddings',
    answeredBy: `team/${at % 2}`,
    status: at % 10 === 0 ? 500 : 200,
    promptTokens: at,
    totalMs: 100 + at,
    firstMs: at % 2 === 0 ? at : null,
  }),
)

onEachDatabase(makeFixture => {
  test.each([
    ['hours of one day', 1, 2],
    ['hours around midnight', 1, 7],
    ['whole days and the hours around them', 2, 99],
    ['exactly two days', 3, 51],
    ['everything', 0, 1000],
  ])('sums of a period match its rows: %s', async (_, after, until) => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    await store.requests.insertMany(rows)
    const period = { from: start + after * hourMs, to: start + until * hourMs }

    const sums = await store.usage.sums('team_1', {
      ...period,
      filter: everybody,
      by: 'keyId',
      withTimes: true,
    })

    const inside = rows.filter(row => row.startedAt >= period.from && row.startedAt < period.to)
    const expected = ['key_0', 'key_1', 'key_2'].map(keyId => {
      const own = inside.filter(row => row.keyId === keyId)
      return {
        value: keyId,
        requests: own.length,
        failed: own.filter(row => row.status === 500).length,
        promptTokens: own.reduce((sum, row) => sum + row.promptTokens, 0),
        timed: own.filter(row => row.status === 200).length,
      }
    })
    const shown = sums
      .map(({ value, requests, failed, promptTokens, totals }) => {
        const timed = totals.reduce((sum, count) => sum + count, 0)
        return { value, requests, failed, promptTokens, timed }
      })
      .toSorted((one, other) => (one.value < other.value ? -1 : 1))
    expect(shown).toEqual(expected.filter(({ requests }) => requests > 0))
  })

  test('each filter narrows the result; sums of other teams are not visible', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    await store.requests.insertMany([
      ...rows,
      ...rows.map(row => ({ ...row, id: `other_${row.id}`, teamId: 'team_2' })),
    ])
    const ask = async (filter: Partial<UsageFilter>, teamId = 'team_1') => {
      const question = { from: start, to: start + 1000 * hourMs, by: null, withTimes: false }
      const [all] = await store.usage.sums(teamId, { ...question, filter: { ...everybody, ...filter } })
      return all?.requests ?? 0
    }

    expect(await ask({})).toBe(600)
    expect(await ask({ keyIds: ['key_1'] })).toBe(200)
    expect(await ask({ model: 'team/0' })).toBe(300)
    expect(await ask({ keyIds: ['key_1'], capability: 'chat' })).toBe(100)
    expect(await ask({ provider: 'local', capability: 'rerank' })).toBe(0)
    expect(await ask({ owner: { id: 'user_1' } })).toBe(0)
    expect(await ask({ model: "'; drop table usage_sums; --\0" })).toBe(0)
    expect(await ask({}, 'team_3')).toBe(0)
  })

  test('an owner’s usage includes all of their keys, expired ones too, whether many or few of the team’s', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const { teamId, userId } = await store.teams.openModeOwner()
    const make = (name: string, ownerId: string | null) =>
      store.keys.create({ teamId, ownerId, name, kind: 'api', scopes: ['chat'] })
    const [one, ended, other] = [await make('a', userId), await make('b', userId), await make('c', null)]
    await store.keys.revoke(teamId, ended.key.id)
    await store.requests.insertMany(
      [one, ended, ended, other, other].map(({ key }, at) =>
        requestRow({
          id: `req_${at}`,
          teamId,
          keyId: key.id,
          startedAt: start + at * hourMs,
          answeredBy: at === 4 ? 'of-nobody' : 'of-both',
          costNanos: 10 ** at,
        }),
      ),
    )
    const asked = { from: start, to: start + 99 * hourMs, by: 'model', withTimes: true } as const
    const read = async (id: string | null) => {
      const filter = { ...everybody, owner: { id } }
      const sums = await store.usage.sums(teamId, { ...asked, filter })
      const course = await store.usage.course(teamId, { ...asked, filter, grain: 'hour' })
      return [
        sums.map(row => [row.value, row.requests, row.costNanos, row.totals.reduce((a, b) => a + b, 0)]),
        course.map(row => (row.start - start) / hourMs).toSorted((a, b) => a - b),
      ]
    }

    expect(await read(userId)).toEqual([[['of-both', 3, 111, 3]], [0, 1, 2]])
    const [sums, course] = await read(null)
    expect(sums).toHaveLength(2)
    expect(sums).toEqual(
      expect.arrayContaining([
        ['of-both', 1, 1000, 1],
        ['of-nobody', 1, 10_000, 1],
      ]),
    )
    expect(course).toEqual([3, 4])
  })

  test('the time series has a row for each hour and value with requests', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    await store.requests.insertMany(rows)

    const course = await store.usage.course('team_1', {
      from: start + hourMs,
      to: start + 3 * hourMs,
      filter: everybody,
      by: 'model',
      grain: 'hour',
      withTimes: false,
    })

    const places = course.map(row => `${(row.start - start) / hourMs} ${row.value} ${row.requests}`)
    expect(places.toSorted()).toEqual(['1 team/0 2', '1 team/1 3', '2 team/0 3', '2 team/1 2'])
  })

  test('percentiles from summed durations are off by less than a third', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    await store.requests.insertMany(rows)

    const [all] = await store.usage.sums('team_1', {
      from: start,
      to: start + 1000 * hourMs,
      filter: everybody,
      by: null,
      withTimes: true,
    })

    const times = rows.flatMap(row => (row.status === 200 ? [row.totalMs] : [])).toSorted((a, b) => a - b)
    for (const share of [0.5, 0.95, 0.99]) {
      const exact = times[Math.ceil(share * times.length) - 1] ?? 0
      const estimated = readPercentile(all?.totals ?? [], share) ?? 0
      expect(Math.abs(estimated - exact) / exact).toBeLessThan(0.3)
    }
  })
})

test('all percentiles of one duration are the same', () => {
  expect(readPercentile([0, 1], 0.99)).toBe(readPercentile([0, 1], 0.5))
  expect(readPercentile([0, 1], 0.5)).toBeGreaterThan(10)
})

test('a percentile without data is null', () => {
  expect(readPercentile([], 0.5)).toBeNull()
  expect(readPercentile([0, 0], 0.5)).toBeNull()
})
