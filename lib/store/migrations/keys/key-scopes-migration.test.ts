import { expect, test } from 'vitest'
import { openBackend } from '#lib/store/core/open-backend.ts'
import { makeMember, makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'
import { keyScopesMigration } from './key-scopes-migration.ts'

onEachDatabase(makeFixture => {
  test('keys of members lose admin:read, and keys of admins and the operator keep it', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const member = await makeMember(store, owner, 'member')
    const { teamId } = owner
    const make = async (ownerId: string | null, scopes: string[]) =>
      (await store.keys.create({ teamId, ownerId, name: 'k', kind: 'api', scopes })).key.id
    const both = ['chat', 'admin:read']
    const [reduced, ended, admins, operators] = await Promise.all([
      make(member.id, both),
      make(member.id, ['admin:read']),
      make(owner.id, both),
      make(null, both),
    ])

    const backend = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)
    await backend.database.transaction().execute(keyScopesMigration)
    await backend.close()

    expect(await store.keys.get(teamId, reduced)).toMatchObject({ scopes: ['chat'], revokedAt: null })
    expect((await store.keys.get(teamId, ended))?.revokedAt).not.toBeNull()
    expect(await store.keys.get(teamId, admins)).toMatchObject({ scopes: both, revokedAt: null })
    expect(await store.keys.get(teamId, operators)).toMatchObject({ scopes: both, revokedAt: null })
  })
})
