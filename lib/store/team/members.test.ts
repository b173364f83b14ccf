import { expect, test } from 'vitest'
import { hashApiKey } from '#lib/store/keys/api-key.ts'
import type { Role } from './roles.ts'
import { makeMember, makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'

onEachDatabase(makeFixture => {
  test('a role change takes effect immediately, raises the epoch, and ends the old playground key', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const member = await makeMember(store, owner, 'member')
    const ofMember = { teamId: owner.teamId, ownerId: member.id, scopes: ['chat'] }
    const token = 'derived-from-epoch-0-0123456789'
    await store.keys.ensure({ ...ofMember, name: 'Playground', kind: 'playground', token })
    const { key } = await store.keys.create({ ...ofMember, name: 'mine', kind: 'api' })
    const session = await store.sessions.start({
      userId: member.id,
      teamId: owner.teamId,
      actor: member,
      client: null,
    })

    await store.members.changeRole({ teamId: owner.teamId, userId: member.id, role: 'viewer', by: owner })

    expect(await store.sessions.memberOf(session.id)).toMatchObject({ role: 'viewer', sessionEpoch: 1 })
    expect((await store.keys.findByHash(hashApiKey(token)))?.revokedAt).not.toBeNull()
    const suspended = await store.keys.findByHash(key.hash)
    expect([suspended?.revokedAt, suspended?.disabledAt]).toEqual([null, expect.any(Number)])

    await store.members.changeRole({ teamId: owner.teamId, userId: member.id, role: 'member', by: owner })
    await expect(store.keys.change(owner.teamId, key.id, { disabled: false }, member)).rejects.toMatchObject({
      code: 'role_not_allowed',
      param: 'disabled',
    })
    expect(await store.keys.change(owner.teamId, key.id, { disabled: false }, owner)).toMatchObject({
      disabledAt: null,
    })
  })

  test('a demoted admin keeps no key with a scope that only admins have', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const admin = await makeMember(store, owner, 'admin')
    const { teamId } = owner
    const settings = { teamId, ownerId: admin.id, name: 'k', kind: 'api' } as const
    const { key: mixed } = await store.keys.create({ ...settings, scopes: ['chat', 'admin:read'] })
    const { key: metrics } = await store.keys.create({ ...settings, scopes: ['admin:read'] })
    const { key: chat } = await store.keys.create({ ...settings, scopes: ['chat'] })

    await store.members.changeRole({ teamId, userId: admin.id, role: 'member', by: owner })

    expect(await store.keys.get(teamId, mixed.id)).toMatchObject({ scopes: ['chat'], revokedAt: null })
    expect((await store.keys.get(teamId, metrics.id))?.revokedAt).not.toBeNull()
    expect(await store.keys.get(teamId, chat.id)).toMatchObject({ scopes: ['chat'], revokedAt: null })
    expect((await store.audit.list(teamId, { limit: 1 }))[0]?.after).toContain(
      '"reducedKeys":1,"endedKeys":1',
    )
  })

  test('an admin who becomes an owner keeps the scopes of their keys', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const admin = await makeMember(store, owner, 'admin')
    const { teamId } = owner
    const scopes = ['admin:read']
    const { key } = await store.keys.create({ teamId, ownerId: admin.id, name: 'k', kind: 'api', scopes })

    await store.members.changeRole({ teamId, userId: admin.id, role: 'owner', by: owner })

    expect(await store.keys.get(teamId, key.id)).toMatchObject({ scopes, revokedAt: null })
  })

  test('a removed member has no session, key or email address left, and stays named in the audit log', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const member = await makeMember(store, owner, 'member', 'Mia')
    const { teamId } = owner
    const settings = { teamId, ownerId: member.id, name: 'mine', kind: 'api', scopes: ['chat'] } as const
    const { key } = await store.keys.create(settings)
    const session = await store.sessions.start({ userId: member.id, teamId, actor: member, client: null })

    const { endedKeys } = await store.members.remove({ teamId, userId: member.id, by: owner })

    expect(endedKeys).toBe(1)
    expect(await store.sessions.memberOf(session.id)).toBeNull()
    expect((await store.keys.findByHash(key.hash))?.revokedAt).not.toBeNull()
    expect(await store.accounts.findByEmail('mia@example.org')).toBeNull()
    expect((await store.members.list(teamId)).map(row => row.name)).toEqual(['Olga'])
    const [entry] = await store.audit.list(teamId, { limit: 1 })
    expect(entry).toMatchObject({ action: 'member.remove', actorName: 'Olga', target: member.id })
    expect(entry?.before).toContain('mia@example.org')
  })

  test('the last owner can neither leave nor be demoted, even with simultaneous attempts', async () => {
    await using fixture = await makeFixture()
    const stores = await Promise.all([fixture.open(), fixture.open()])
    const owner = await makeOwner(stores[0])
    const second = await makeMember(stores[0], owner, 'owner')
    const { teamId } = owner

    const outcomes = await Promise.allSettled([
      stores[0].members.changeRole({ teamId, userId: owner.id, role: 'member', by: owner }),
      stores[1].members.remove({ teamId, userId: second.id, by: second }),
      stores[1].members.changeRole({ teamId, userId: owner.id, role: 'viewer', by: second }),
      stores[0].members.remove({ teamId, userId: second.id, by: owner }),
    ])

    const owners = (await stores[0].members.list(teamId)).filter(member => member.role === 'owner')
    const reasons = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason.code] : []))
    expect(owners).toHaveLength(1)
    expect(reasons).toContain('last_owner')
  })

  test('an admin changes all members but owners, and cannot create owners', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const admin = await makeMember(store, owner, 'admin')
    const member = await makeMember(store, owner, 'member')
    const { teamId } = owner
    const refused = { code: 'role_not_allowed' }

    await store.members.changeRole({ teamId, userId: member.id, role: 'viewer', by: admin })
    const change = (userId: string, role: Role) =>
      store.members.changeRole({ teamId, userId, role, by: admin })

    await expect(change(owner.id, 'member')).rejects.toMatchObject(refused)
    await expect(change(member.id, 'owner')).rejects.toMatchObject(refused)
    await expect(store.members.remove({ teamId, userId: owner.id, by: admin })).rejects.toMatchObject(refused)
  })

  test("another team's member is not found", async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const elsewhere = { ...owner, teamId: 'team_other' }
    const change = { teamId: 'team_other', userId: owner.id, by: elsewhere }

    await expect(store.members.remove(change)).rejects.toMatchObject({ code: 'not_found' })
    await expect(store.members.changeRole({ ...change, role: 'viewer' })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await store.members.list('team_other')).toEqual([])
  })

  test('a list counts the active keys, without the playground key', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const settings = { teamId: owner.teamId, ownerId: owner.id, name: 'k', scopes: ['chat'] }
    await store.keys.create({ ...settings, kind: 'api' })
    await store.keys.create({ ...settings, kind: 'api', expiresAt: 1 })
    const { key } = await store.keys.create({ ...settings, kind: 'api' })
    await store.keys.revoke(owner.teamId, key.id)
    await store.keys.ensure({ ...settings, kind: 'playground', token: 'console-key-0123456789-abcdef' })

    expect(await store.members.list(owner.teamId)).toMatchObject([{ name: 'Olga', keys: 1, role: 'owner' }])
  })
})
