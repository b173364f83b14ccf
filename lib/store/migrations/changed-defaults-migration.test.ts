import { expect, test } from 'vitest'
import { openBackend } from '#lib/store/core/open-backend.ts'
import { makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'
import { changedDefaultsMigration } from './changed-defaults-migration.ts'

onEachDatabase(makeFixture => {
  test('teams of an earlier version read of changed defaults once, and keep their settings and keys', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const { teamId } = owner
    const key = await store.keys.create({
      teamId,
      ownerId: owner.id,
      name: 'k',
      kind: 'api',
      scopes: ['chat'],
    })
    await store.settings.update(teamId, { requestDays: 11 }, owner)
    expect(await store.settings.takeChangedDefaults(teamId)).toBe(false)

    const backend = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)
    await backend.database.transaction().execute(changedDefaultsMigration)
    await backend.close()

    const starts = await Promise.all([1, 2].map(() => store.settings.takeChangedDefaults(teamId)))
    expect(starts.filter(Boolean)).toEqual([true])
    expect(await store.settings.takeChangedDefaults(teamId)).toBe(false)
    expect(await store.settings.read(teamId)).toMatchObject({ requestDays: 11, keyParallel: 20 })
    expect(await store.keys.get(teamId, key.key.id)).toMatchObject({
      requestsPerMinute: null,
      tokensPerMinute: null,
      parallel: null,
    })
  })
})
