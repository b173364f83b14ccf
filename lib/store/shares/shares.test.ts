import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import type { MemberActor } from '#lib/store/team/assert-role-unchanged.ts'
import { openBackend } from '#lib/store/core/open-backend.ts'
import type { Store } from '#lib/store/core/store.ts'
import { makeMember, makeOtherTeam, makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'

const day = 24 * 3_600_000
type TestMember = MemberActor & { id: string; teamId: string }

const share = (store: Store, by: TestMember, about: { title?: string; expiresAt?: number | null } = {}) =>
  store.shares.create({
    teamId: by.teamId,
    contract: 'chat',
    title: about.title ?? 'Hello',
    draft: '{"model":"a\u0000b"}',
    audience: 'team',
    expiresAt: about.expiresAt ?? null,
    by,
  })

const all = { ownerId: null, limit: 10 }

onEachDatabase(makeFixture => {
  test('a link opens its request for anyone with its secret, which is never stored', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)

    const { id, secret } = await share(store, owner)
    await Promise.all([store.shares.countView(id), store.shares.countView(id)])

    expect(await store.shares.open(secret)).toMatchObject({ id, contract: 'chat', audience: 'team' })
    const seen = [
      await store.shares.list(owner.teamId, all),
      await store.audit.list(owner.teamId, { limit: 9 }),
    ]
    expect(seen[0]).toMatchObject([{ id, title: 'Hello', createdByName: 'Olga', views: 2, expiresAt: null }])
    expect(JSON.stringify(seen)).not.toContain(secret)
    expect(JSON.stringify(seen[1])).not.toContain('model')
  })

  test('a user has at most 500 active links, even with simultaneous requests', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const backend = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)
    const one = await share(store, owner)
    await sql`insert into shares (id, team_id, hash, contract, title, draft, audience, created_by, created_at, views)
      select id || '_' || n, team_id, hash || n, contract, title, draft, audience, created_by, created_at, 0
      from shares, (with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 497)
        select n from counted) as counted where id = ${one.id}`.execute(backend.database)
    await backend.close()

    const made = await Promise.allSettled(Array.from({ length: 6 }, () => share(store, owner)))

    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })

  test('guessed, revoked and expired links do not open, and their requests are deleted', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const by = { ownerId: null, by: owner }
    const [revoked, ended] = [
      await share(store, owner),
      await share(store, owner, { expiresAt: Date.now() + day }),
    ]

    expect(await store.shares.revoke(owner.teamId, revoked.id, by)).toBe(true)
    expect(await store.shares.revoke(owner.teamId, revoked.id, by)).toBe(false)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + day + 1000 })
    const opened = await Promise.all(
      [revoked.secret, ended.secret, 'guessed'].map(secret => store.shares.open(secret)),
    )
    const listed = await store.shares.list(owner.teamId, all)
    const again = await store.shares.revoke(owner.teamId, ended.id, by)
    vi.useRealTimers()

    expect(opened).toEqual([null, null, null])
    expect([listed, again]).toEqual([[], false])
  })

  test('users revoke only their own links, teams only theirs; a removed member’s links are revoked', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const stranger = await makeOtherTeam(fixture.options)
    const member = await makeMember(store, owner, 'member')
    const [olgas, theirs] = [await share(store, owner), await share(store, member)]

    const asMember = { ownerId: member.id, by: member }
    expect(await store.shares.revoke(owner.teamId, olgas.id, asMember)).toBe(false)
    expect(await store.shares.revoke(stranger.teamId, olgas.id, { ownerId: null, by: stranger })).toBe(false)
    expect(await store.shares.list(owner.teamId, { ...all, ownerId: member.id })).toMatchObject([
      { id: theirs.id },
    ])
    expect(await store.shares.list(stranger.teamId, all)).toEqual([])
    const gone = await store.members.remove({ teamId: owner.teamId, userId: member.id, by: owner })

    expect(gone).toMatchObject({ endedShares: 1 })
    expect(await store.shares.open(theirs.secret)).toBeNull()
    expect(await store.shares.open(olgas.secret)).not.toBeNull()
  })

  test('links are listed page by page, newest first, without gaps', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    for (const title of ['one', 'two', 'three', 'four', 'five']) await share(store, owner, { title })
    vi.useRealTimers()

    const first = await store.shares.list(owner.teamId, { ...all, limit: 3 })
    const second = await store.shares.list(owner.teamId, { ...all, limit: 3, before: first[2] ?? null })

    const titles = [...first, ...second].map(row => row.title)
    expect(titles.toSorted()).toEqual(['five', 'four', 'one', 'three', 'two'])
  })
})
