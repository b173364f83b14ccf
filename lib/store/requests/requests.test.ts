import { expect, test, describe } from 'vitest'
import { requestRow as row } from '#lib/store/__fixtures__/test-request-row.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'
import { makeOwner } from '#lib/store/__fixtures__/test-members.ts'

describe('requests', () => {
  onEachDatabase(makeFixture => {
    test('a row is returned as written, with numbers and booleans', async () => {
      await using fixture = await makeFixture()
      const store = await fixture.open()
      const written = row({ costNanos: 9_007_199_254_740, stream: true, usageEstimated: true })

      await store.requests.insertMany([written, row({ id: 'req_empty', model: null, firstMs: null })])

      expect(await store.requests.get('team_1', written.id)).toEqual(written)
      expect(await store.requests.get('team_1', 'req_empty')).toEqual(
        row({ id: 'req_empty', model: null, firstMs: null }),
      )
    })

    test('a batch sent again by several processes at once is written once', async () => {
      await using fixture = await makeFixture()
      const stores = await Promise.all([fixture.open(), fixture.open()])
      const batch = Array.from({ length: 100 }, (_, index) => row({ id: `req_${index}`, startedAt: index }))

      await Promise.all(
        stores.flatMap(store => Array.from({ length: 5 }, () => store.requests.insertMany(batch))),
      )

      const listed = await stores[0].requests.list('team_1', { limit: 1000 })
      expect(listed).toEqual(batch.toReversed())
    })

    test('a duplicate never overwrites the first copy', async () => {
      await using fixture = await makeFixture()
      const store = await fixture.open()

      await store.requests.insertMany([row({ id: 'req_a', status: 200 })])
      await store.requests.insertMany([row({ id: 'req_a', status: 500 }), row({ id: 'req_b' })])

      expect((await store.requests.get('team_1', 'req_a'))?.status).toBe(200)
      expect(await store.requests.get('team_1', 'req_b')).not.toBeNull()
    })

    test('a batch larger than one statement can bind is written', async () => {
      await using fixture = await makeFixture()
      const store = await fixture.open()
      const batch = Array.from({ length: 1201 }, (_, index) => row({ id: `req_${index}` }))

      await store.requests.insertMany([])
      await store.requests.insertMany(batch)

      expect(await store.requests.list('team_1', { limit: 5000 })).toHaveLength(1201)
    })

    test('pages run from newest to oldest, without gaps or overlaps at equal times', async () => {
      await using fixture = await makeFixture()
      const store = await fixture.open()
      const batch = Array.from({ length: 25 }, (_, index) =>
        row({
          id: `req_${String(index).padStart(2, '0')}`,
          startedAt: 1_800_000_000_000 + Math.floor(index / 10),
        }),
      )
      await store.requests.insertMany(batch)

      const first = await store.requests.list('team_1', { limit: 10 })
      const second = await store.requests.list('team_1', { limit: 10, before: first.at(-1) ?? null })
      const third = await store.requests.list('team_1', { limit: 10, before: second.at(-1) ?? null })

      expect([...first, ...second, ...third]).toEqual(batch.toReversed())
    })

    test('a cache is broken if the same model answered the same agent twice shortly before', async () => {
      await using fixture = await makeFixture()
      const store = await fixture.open()
      const at = 1_800_000_000_000
      const minuteMs = 60_000
      const call = (id: string, minute: number, changes: Parameters<typeof row>[0] = {}) =>
        row({ id, startedAt: at + minute * minuteMs, session: 's', promptTokens: 5000, ...changes })
      const missed = { cacheMissed: true }
      const rows = [
        call('first', 0, missed),
        call('second', 1, missed),
        call('third', 2, missed),
        call('read', 3),
        call('short', 3, { ...missed, promptTokens: 1000 }),
        call('agent', 3, { ...missed, agent: 'reviewer' }),
        call('model', 3, { ...missed, answeredBy: 'local/large' }),
        call('session', 3, { ...missed, session: 'other' }),
        call('none', 3, { ...missed, session: null }),
        call('team', 3, { ...missed, teamId: 'team_2' }),
        call('late', 9, missed),
      ]
      await store.requests.insertMany(rows)

      expect(await store.requests.brokenCaches('team_1', rows)).toEqual(new Set(['third']))
      expect(await store.requests.brokenCaches('team_1', [call('read', 3)])).toEqual(new Set())
    })

    test("another team's rows are neither listed nor found", async () => {
      await using fixture = await makeFixture()
      const store = await fixture.open()

      await store.requests.insertMany([row({ id: 'req_theirs', teamId: 'team_2' })])

      expect(await store.requests.list('team_1', { limit: 10 })).toEqual([])
      expect(await store.requests.get('team_1', 'req_theirs')).toBeNull()
    })

    test.each(["'", '"', ';--', "x'); drop table requests; --", '\0', '\uD800', '😀'])(
      'a model named %j fails neither its row nor its batch',
      async model => {
        await using fixture = await makeFixture()
        const store = await fixture.open()

        await store.requests.insertMany([row({ id: 'req_odd', model }), row({ id: 'req_plain' })])

        const kept = model.replaceAll('\0', '\uFFFD').toWellFormed()
        expect((await store.requests.get('team_1', 'req_odd'))?.model).toBe(kept)
        expect(await store.requests.get('team_1', 'req_plain')).not.toBeNull()
        expect(await store.requests.get(model, model)).toBeNull()
      },
    )

    test('a name of a megabyte is truncated', async () => {
      await using fixture = await makeFixture()
      const store = await fixture.open()

      await store.requests.insertMany([row({ model: 'm'.repeat(1_000_000) })])

      expect((await store.requests.get('team_1', 'req_1'))?.model).toBe('m'.repeat(256))
    })

    test('fractions of a millisecond are rounded, because columns are integers', async () => {
      await using fixture = await makeFixture()
      const store = await fixture.open()

      await store.requests.insertMany([row({ firstMs: 12.4, totalMs: 99.5, costNanos: 0.4 })])

      const written = await store.requests.get('team_1', 'req_1')
      expect(written).toMatchObject({ firstMs: 12, totalMs: 100, costNanos: 0 })
    })

    test.each([
      [NaN, 0, 0],
      [Infinity, 1e12, 1e13],
      [-Infinity, 0, 0],
      [1e300, 1e12, 1e13],
      [2.5, 3, 3],
    ])('a provider that reports %s tokens does not fail the batch', async (tokens, kept, cost) => {
      await using fixture = await makeFixture()
      const store = await fixture.open()

      await store.requests.insertMany([
        row({ promptTokens: tokens, costNanos: tokens }),
        row({ id: 'req_b' }),
      ])

      expect(await store.requests.get('team_1', 'req_1')).toMatchObject({
        promptTokens: kept,
        costNanos: cost,
      })
      expect(await store.requests.get('team_1', 'req_b')).not.toBeNull()
    })
  })
})

describe('settle budgets', () => {
  onEachDatabase(makeFixture => {
    test('the cost a provider reports for one call is capped at 10,000 dollars, and every row is written', async () => {
      await using fixture = await makeFixture()
      const store = await fixture.open()
      const { teamId, ...owner } = await makeOwner(store)
      await store.budgets.setTeam(teamId, { limitNanos: 1e9, period: null }, owner)
      const settings = { teamId, ownerId: owner.id, name: 'A', kind: 'api', scopes: ['chat'] } as const
      const { id: keyId } = (await store.keys.create(settings)).key
      const wild = { teamId, keyId, costNanos: Infinity, startedAt: Date.now() }
      const rows = Array.from({ length: 500 }, (_, at) => row({ ...wild, id: `req_${at}` }))

      await store.requests.insertMany(rows)
      await store.requests.insertMany([row({ ...wild, id: 'req_last', costNanos: 5 })])

      expect(await store.requests.get(teamId, 'req_last')).not.toBeNull()
      const spentNanos = 500 * 1e13 + 5
      expect((await store.requests.get(teamId, 'req_1'))?.costNanos).toBe(1e13)
      expect((await store.budgets.list(teamId)).team?.spentNanos).toBe(spentNanos)
      expect((await store.keys.list(teamId))[0]?.spentNanos).toBe(spentNanos)
    })
  })
})
