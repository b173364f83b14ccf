import { expect, test } from 'vitest'
import { makeOwner } from './test-people.ts'
import { requestRow } from './test-request-row.ts'
import { onEachDatabase } from './test-store.ts'

onEachDatabase(makePlace => {
  test('what a provider asks for one call counts up to 10,000 dollars, and every row is written', async () => {
    await using place = await makePlace()
    const store = await place.open()
    const { teamId, ...owner } = await makeOwner(store)
    await store.budgets.setTeam(teamId, { limitNanos: 1e9, period: null }, owner)
    const settings = { teamId, ownerId: owner.id, name: 'A', kind: 'api', scopes: ['chat'] } as const
    const { id: keyId } = (await store.keys.create(settings)).key
    const wild = { teamId, keyId, costNanos: Infinity, startedAt: Date.now() }
    const rows = Array.from({ length: 500 }, (_, at) => requestRow({ ...wild, id: `req_${at}` }))

    await store.requests.insertMany(rows)
    await store.requests.insertMany([requestRow({ ...wild, id: 'req_last', costNanos: 5 })])

    expect(await store.requests.get(teamId, 'req_last')).not.toBeNull()
    const spentNanos = 500 * 1e13 + 5
    expect((await store.requests.get(teamId, 'req_1'))?.costNanos).toBe(1e13)
    expect((await store.budgets.list(teamId)).team?.spentNanos).toBe(spentNanos)
    expect((await store.keys.list(teamId))[0]?.spentNanos).toBe(spentNanos)
  })
})
