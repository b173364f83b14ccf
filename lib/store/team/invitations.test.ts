import { expect, test, vi } from 'vitest'
import { makeMember, makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'

const account = (name: string) => ({ email: `${name}@example.org`, name, passwordHash: null })
const days = 24 * 3_600_000

onEachDatabase(makeFixture => {
  test('a link creates one member, however often and fast it is used', async () => {
    await using fixture = await makeFixture()
    const stores = await Promise.all([fixture.open(), fixture.open()])
    const owner = await makeOwner(stores[0])
    const { teamId } = owner
    const { secret } = await stores[0].invitations.create({ teamId, role: 'member', email: null, by: owner })

    const uses = await Promise.allSettled(
      stores.flatMap((store, at) =>
        Array.from({ length: 5 }, (_, number) =>
          store.invitations.accept({ secret, account: account(`m${at}${number}`), address: null }),
        ),
      ),
    )

    expect(uses.filter(use => use.status === 'fulfilled')).toHaveLength(1)
    expect(await stores[1].members.list(teamId)).toHaveLength(2)
    expect(await stores[1].invitations.find(secret)).toBeNull()
    expect(await stores[1].invitations.list(teamId)).toEqual([])
  })

  test('removing or demoting a member revokes their invitation links', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const { teamId } = owner
    const [removed, lowered] = [
      await makeMember(store, owner, 'admin', 'Removed'),
      await makeMember(store, owner, 'owner', 'Lowered'),
    ]
    const invite = async (by: typeof owner, role: 'admin' | 'owner') =>
      (await store.invitations.create({ teamId, role, email: null, by })).secret
    const [back, owning, allowed, own] = [
      await invite(removed, 'admin'),
      await invite(lowered, 'owner'),
      await invite(lowered, 'admin'),
      await invite(owner, 'owner'),
    ]

    await store.members.remove({ teamId, userId: removed.id, by: owner })
    await store.members.changeRole({ teamId, userId: lowered.id, role: 'admin', by: owner })

    const found = await Promise.all(
      [back, owning, allowed, own].map(secret => store.invitations.find(secret)),
    )
    expect(found.map(each => each?.role ?? null)).toEqual([null, null, 'admin', 'owner'])
    await store.members.changeRole({ teamId, userId: lowered.id, role: 'member', by: owner })
    expect(await store.invitations.find(allowed)).toBeNull()
    expect((await store.audit.list(teamId, { limit: 1 }))[0]?.after).toContain('"endedInvitations":1')
  })

  test('the secret is neither visible to the team nor in the audit log', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const { teamId } = owner

    const { id, secret } = await store.invitations.create({
      teamId,
      role: 'viewer',
      email: 'v@example.org',
      by: owner,
    })

    const seen = [await store.invitations.list(teamId), await store.audit.list(teamId, { limit: 10 })]
    expect(seen[0]).toMatchObject([{ id, role: 'viewer', email: 'v@example.org', createdByName: 'Olga' }])
    expect(JSON.stringify(seen)).not.toContain(secret)
    expect(await store.invitations.find(secret)).toEqual({
      role: 'viewer',
      email: 'v@example.org',
      teamName: 'default',
    })
  })

  test('an invitation for an email address accepts no other; if the address is in use, it stays valid', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const { teamId } = owner
    const named = await store.invitations.create({
      teamId,
      role: 'member',
      email: 'a@example.org',
      by: owner,
    })
    const free = await store.invitations.create({ teamId, role: 'member', email: null, by: owner })
    const accept = (secret: string, name: string) =>
      store.invitations.accept({ secret, account: account(name), address: null })

    await expect(accept(named.secret, 'b')).rejects.toMatchObject({ code: 'invalid_value', param: 'email' })
    await expect(accept(free.secret, 'owner')).rejects.toMatchObject({ code: 'email_taken' })

    await accept(named.secret, 'a')
    await accept(free.secret, 'c')
    expect(await store.members.list(teamId)).toHaveLength(3)
  })

  test('a revoked or expired invitation is rejected, like an unknown one', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const { teamId } = owner
    const make = () => store.invitations.create({ teamId, role: 'member', email: null, by: owner })
    const [revoked, old] = [await make(), await make()]

    expect(await store.invitations.revoke('team_other', revoked.id, owner)).toBe(false)
    expect(await store.invitations.revoke(teamId, revoked.id, owner)).toBe(true)
    expect(await store.invitations.revoke(teamId, revoked.id, owner)).toBe(false)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * days + 1000 })
    const answers = await Promise.all(
      [revoked.secret, old.secret, 'never-was'].map(secret =>
        store.invitations
          .accept({ secret, account: account('x'), address: null })
          .catch((error: Error) => error.message),
      ),
    )
    vi.useRealTimers()

    expect(new Set(answers).size).toBe(1)
    expect(await store.members.list(teamId)).toHaveLength(1)
  })

  test('a removed member can be invited again, as a new user', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const first = await makeMember(store, owner, 'member', 'Mia')
    await store.members.remove({ teamId: owner.teamId, userId: first.id, by: owner })

    const second = await makeMember(store, owner, 'member', 'Mia')

    expect(second.id).not.toBe(first.id)
  })
})
