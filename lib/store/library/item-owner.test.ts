import { expect, test } from 'vitest'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'
import { makeMember, makeOwner, makeOtherTeam } from '#lib/store/__fixtures__/test-members.ts'
import { embedder, itemId, newItem } from './__fixtures__/library-item.ts'

onEachDatabase(makeFixture => {
  test('an item keeps its owner when someone else refreshes it, until it is deleted', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const { id: olga, teamId } = await makeOwner(store)
    const { library } = store
    const ownerOf = async () => (await library.get(teamId, [itemId(1)], embedder))[0]?.ownerId

    await library.save(newItem(teamId, 1, { ownerId: olga }))
    await library.save(newItem(teamId, 1, { ownerId: 'user_other', title: 'Refreshed' }))
    expect(await ownerOf()).toBe(olga)

    await library.remove(teamId, [itemId(1)], olga)
    await library.save(newItem(teamId, 1, { ownerId: 'user_other' }))
    expect(await ownerOf()).toBe('user_other')
  })

  test('a member deletes and moves only own items', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const { id: olga, teamId } = await makeOwner(store)
    const { library } = store
    await library.save(newItem(teamId, 1, { ownerId: olga }))
    await library.save(newItem(teamId, 2, { ownerId: 'user_mona' }))
    await library.save(newItem(teamId, 3))
    const every = [1, 2, 3].map(itemId)

    expect(await library.move(teamId, every, 'hers', 'user_mona')).toEqual([itemId(2)])
    expect(await library.remove(teamId, every, 'user_mona')).toEqual([itemId(2)])
    expect((await library.remove(teamId, every, null)).toSorted()).toEqual([itemId(1), itemId(3)])
  })

  test('admins and the operator manage the library, by their current role', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const { teamId } = owner
    const member = await makeMember(store, owner, 'member')
    const stranger = await makeOtherTeam(fixture.options)
    const manages = (id: string | null) => store.library.manages(teamId, id)

    expect(await Promise.all([null, owner.id, member.id, stranger.id].map(manages))).toEqual([
      true,
      true,
      false,
      false,
    ])
    await store.members.changeRole({ teamId, userId: member.id, role: 'admin', by: owner })
    expect(await manages(member.id)).toBe(true)
  })
})
