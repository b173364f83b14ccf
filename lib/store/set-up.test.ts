import { expect, test } from 'vitest'
import { makeMember, makeOwner } from './test-people.ts'
import { onEachDatabase } from './test-store.ts'

const accountOf = (number: number) => ({
  email: `admin-${number}@example.org`,
  name: `Admin ${number}`,
  passwordHash: null,
})

onEachDatabase(makePlace => {
  test('of thirty set-ups at once by three processes one makes the owner', async () => {
    await using place = await makePlace()
    const stores = await Promise.all([place.open(), place.open(), place.open()])
    const { teamId } = await stores[0].teams.openModeOwner()
    const secret = await stores[0].setUp.makeLink(teamId)

    const claims = await Promise.allSettled(
      stores.flatMap((store, at) =>
        Array.from({ length: 10 }, (_, number) =>
          store.setUp.claim({
            teamId,
            proof: { by: 'link', secret },
            account: accountOf(at * 10 + number),
            address: '127.0.0.1',
          }),
        ),
      ),
    )

    const owners = (await stores[1].members.list(teamId)).filter(member => member.role === 'owner')
    const [won] = claims.filter(claim => claim.status === 'fulfilled')
    const lost = claims.filter(claim => claim.status === 'rejected')
    expect(lost).toHaveLength(29)
    expect(lost.every(claim => claim.reason.code === 'link_not_valid')).toBe(true)
    expect(owners).toEqual([expect.objectContaining({ userId: won?.value })])
    expect(await stores[2].setUp.isDone(teamId)).toBe(true)
  })

  test('a link is good once, whatever was guessed before', async () => {
    await using place = await makePlace()
    const store = await place.open()
    const { teamId } = await store.teams.openModeOwner()
    const secret = await store.setUp.makeLink(teamId)
    const claim = (given: string, number: number) =>
      store.setUp.claim({
        teamId,
        proof: { by: 'link', secret: given },
        account: accountOf(number),
        address: null,
      })

    await expect(claim(secret.slice(1), 1)).rejects.toMatchObject({ code: 'link_not_valid' })
    expect(await store.setUp.isGood(teamId, secret)).toBe(true)
    await claim(secret, 2)

    await expect(claim(secret, 3)).rejects.toMatchObject({ code: 'link_not_valid' })
    expect(await store.setUp.isGood(teamId, secret)).toBe(false)
    expect(await store.accounts.findByEmail('admin-2@example.org')).toMatchObject({ name: 'Admin 2', teamId })
    expect(await store.accounts.findByEmail('admin-3@example.org')).toBeNull()
  })

  test('the owner keeps the id, and so the keys and requests, of open mode', async () => {
    await using place = await makePlace()
    const store = await place.open()
    const before = await store.teams.openModeOwner()

    const owner = await makeOwner(store)

    expect(owner.id).toBe(before.userId)
    expect(await store.teams.openModeOwner()).toMatchObject({ userId: owner.id, email: 'owner@example.org' })
  })

  test('a team whose first owner left is not set up again', async () => {
    await using place = await makePlace()
    const store = await place.open()
    const owner = await makeOwner(store)
    const second = await makeMember(store, owner, 'owner')
    await store.members.remove({ teamId: owner.teamId, userId: owner.id, by: second })

    expect(await store.setUp.isDone(owner.teamId)).toBe(true)
    await expect(makeOwner(store)).rejects.toMatchObject({ code: 'link_not_valid' })
  })
})
