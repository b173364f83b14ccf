import { expect, test } from 'vitest'
import { makeMember, makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'

const refused = { code: 'role_not_allowed' }

onEachDatabase(makeFixture => {
  test('a change requested before a removal or demotion is rejected', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const { teamId } = owner
    const gone = await makeMember(store, owner, 'admin', 'Gone')
    const lowered = await makeMember(store, owner, 'admin', 'Lowered')
    const member = await makeMember(store, owner, 'member')
    await store.members.remove({ teamId, userId: gone.id, by: owner })
    await store.members.changeRole({ teamId, userId: lowered.id, role: 'member', by: owner })

    for (const by of [gone, lowered]) {
      const key = { teamId, ownerId: by.id, name: 'late', kind: 'api', scopes: ['chat'] } as const
      await expect(store.keys.create(key, by)).rejects.toMatchObject(refused)
      await expect(
        store.invitations.create({ teamId, role: 'admin', email: null, by }),
      ).rejects.toMatchObject(refused)
      await expect(
        store.members.changeRole({ teamId, userId: member.id, role: 'admin', by }),
      ).rejects.toMatchObject(refused)
      await expect(store.settings.update(teamId, { publicLinks: false }, by)).rejects.toMatchObject(refused)
      await expect(store.budgets.setTeam(teamId, null, by)).rejects.toMatchObject(refused)
    }
    expect(await store.keys.list(teamId)).toEqual([])
  })

  test('a removed member keeps no key, even one created or rotated at that moment', async () => {
    await using fixture = await makeFixture()
    const [store, other] = await Promise.all([fixture.open(), fixture.open()])
    const owner = await makeOwner(store)
    const { teamId } = owner
    for (const name of ['One', 'Two', 'Three', 'Four']) {
      const member = await makeMember(store, owner, 'member', name)
      const settings = { teamId, ownerId: member.id, name, kind: 'api', scopes: ['chat'] } as const
      const { key } = await store.keys.create(settings, member)

      const [, , removed] = await Promise.allSettled([
        store.keys.rotate(teamId, key.id, 60_000, owner),
        store.keys.create(settings, member),
        other.members.remove({ teamId, userId: member.id, by: owner }),
      ])

      expect(removed).toMatchObject({ status: 'fulfilled' })
    }
    expect((await store.keys.list(teamId)).filter(key => key.revokedAt === null)).toEqual([])
  })
})
