import { expect, test, vi } from 'vitest'
import { sessionLifeMs } from './sessions.ts'
import { makeMember, makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'

onEachDatabase(makeFixture => {
  test('a session identifies its user until that user ends it', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const other = await makeMember(store, owner, 'admin')
    const { teamId } = owner
    const start = () =>
      store.sessions.start({ userId: owner.id, teamId, actor: owner, client: 'Browser/1\0' })
    const [one, two] = [await start(), await start()]

    const foreign = await store.sessions.end({ id: one.id, userId: other.id, teamId, actor: other })
    const ended = await store.sessions.end({ id: one.id, userId: owner.id, teamId, actor: owner })
    const again = await store.sessions.end({ id: one.id, userId: owner.id, teamId, actor: owner })

    expect([foreign, ended, again]).toEqual([false, true, false])
    expect(await store.sessions.memberOf(one.id)).toBeNull()
    expect(await store.sessions.memberOf(two.id)).toEqual({
      teamId,
      userId: owner.id,
      role: 'owner',
      sessionEpoch: 0,
      name: 'Olga',
      email: 'owner@example.org',
    })
    expect(await store.sessions.list(owner.id)).toMatchObject([{ id: two.id, client: 'Browser/1\uFFFD' }])
  })

  test('it expires after its lifetime', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const session = await store.sessions.start({
      userId: owner.id,
      teamId: owner.teamId,
      actor: owner,
      client: null,
    })

    vi.useFakeTimers({ toFake: ['Date'], now: session.createdAt + sessionLifeMs + 1 })
    const member = await store.sessions.memberOf(session.id)
    vi.useRealTimers()

    expect(member).toBeNull()
  })

  test('another process is notified when a session ends', async () => {
    await using fixture = await makeFixture()
    const [store, other] = await Promise.all([fixture.open(), fixture.open()])
    const owner = await makeOwner(store)
    const { teamId } = owner
    const { id } = await store.sessions.start({ userId: owner.id, teamId, actor: owner, client: null })
    let changes = 0
    other.onChange(() => (changes += 1))
    const before = changes

    await store.sessions.end({ id, userId: owner.id, teamId, actor: owner })

    await expect.poll(() => changes).toBeGreaterThan(before)
    expect(await other.sessions.memberOf(id)).toBeNull()
  })

  test.each(["'", '"', ';--', "' or '1'='1", '\0', '%', '\uD800'])(
    'text that is not a session id is rejected: %j',
    async text => {
      await using fixture = await makeFixture()
      const store = await fixture.open()
      await makeOwner(store)

      expect(await store.sessions.memberOf(text)).toBeNull()
      expect(await store.accounts.findByEmail(text)).toBeNull()
      expect(await store.invitations.find(text)).toBeNull()
      expect(await store.keys.get('team_x', text)).toBeNull()
    },
  )
})
