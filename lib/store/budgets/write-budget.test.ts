import { expect, test } from 'vitest'
import { openBackend } from '#lib/store/core/open-backend.ts'
import type { StoreOptions } from '#lib/store/core/store.ts'
import { makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { requestRow } from '#lib/store/__fixtures__/test-request-row.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'

// In the period of the write, even if it starts now.
const soon = Date.now() + 3_600_000

onEachDatabase(makeFixture => {
  test('a budget set during writes counts each row once', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const { teamId } = owner
    const settings = { teamId, ownerId: null, name: 'A', kind: 'api', scopes: ['chat'] } as const
    const { id: keyId } = (await store.keys.create(settings)).key
    const startedAt = Date.now()
    const write = (id: string) =>
      store.requests.insertMany([requestRow({ id, teamId, keyId, costNanos: 7, startedAt })])
    await write('req_first')

    const writing = Array.from({ length: 40 }, (_, at) => write(`req_${at}`))
    await Promise.race(writing)
    await store.budgets.setTeam(teamId, { limitNanos: 1000, period: null }, owner)
    await Promise.all(writing)

    expect((await store.budgets.list(teamId)).team?.spentNanos).toBe(41 * 7)
  })

  test('a new budget counts what its period has cost so far, including deleted rows', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const { teamId } = owner
    const { key } = await store.keys.create({
      teamId,
      ownerId: null,
      name: 'A',
      kind: 'api',
      scopes: ['chat'],
    })
    const rows = [
      requestRow({ id: 'req_1', teamId, keyId: key.id, costNanos: 40, startedAt: soon }),
      requestRow({ id: 'req_2', teamId, keyId: 'key_other', costNanos: 7, startedAt: soon }),
      requestRow({ id: 'req_3', teamId, keyId: key.id, costNanos: 500, startedAt: 1000 }),
    ]
    await store.requests.insertMany(rows)
    await forgetRows(fixture.options)

    await store.keys.change(teamId, key.id, { budget: { limitNanos: 100, period: 'month' } }, owner)
    await store.budgets.setTeam(teamId, { limitNanos: 1000, period: null }, owner)

    const { team, byId } = await store.budgets.list(teamId)
    expect(team?.spentNanos).toBe(547)
    expect(new Set([...byId.values()].map(each => each.spentNanos))).toEqual(new Set([40, 547]))
  })
})

/** As the retention job does. */
async function forgetRows({ dataDir, databaseUrl }: StoreOptions): Promise<void> {
  const backend = await openBackend(dataDir, databaseUrl)
  await backend.database.deleteFrom('requests').execute()
  await backend.close()
}
