import { expect, test } from 'vitest'
import type { MemberActor } from './assert-role-unchanged.ts'
import { makeMember, makeOtherTeam, makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'

onEachDatabase(makeFixture => {
  test("the team's sessions are paginated with their users, without those of other teams", async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const mia = await makeMember(store, owner, 'member', 'Mia')
    const stranger = await makeOtherTeam(fixture.options)
    const { teamId } = owner
    const start = (who: MemberActor & { id: string }, team = teamId) =>
      store.sessions.start({ userId: who.id, teamId: team, actor: who, client: null })
    const made = [await start(owner), await start(mia), await start(mia)]
    const theirs = await start(stranger, stranger.teamId)

    const first = await store.sessions.listTeam(teamId, { limit: 2 })
    const rest = await store.sessions.listTeam(teamId, { limit: 2, before: first.at(-1) ?? null })

    const all = [...first, ...rest]
    expect(new Set(all.map(({ id }) => id))).toEqual(new Set(made.map(({ id }) => id)))
    expect(all.filter(({ userName, role }) => userName === 'Mia' && role === 'member')).toHaveLength(2)
    expect(await store.sessions.find(teamId, made[1]?.id ?? '')).toMatchObject({ userId: mia.id })
    expect(await store.sessions.find(teamId, theirs.id)).toBeNull()
  })

  test("all sessions of a user or team end except the current one; an admin ends no owner's", async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const admin = await makeMember(store, owner, 'admin')
    const mia = await makeMember(store, owner, 'member', 'Mia')
    const stranger = await makeOtherTeam(fixture.options)
    const { teamId } = owner
    const start = (who: MemberActor & { id: string; teamId: string }) =>
      store.sessions.start({ userId: who.id, teamId: who.teamId, actor: who, client: null })
    const [ofOwner, ofAdmin, one, two, theirs] = [
      await start(owner),
      await start(admin),
      await start(mia),
      await start(mia),
      await start(stranger),
    ]
    const endAll = (by: MemberActor, userId: string | null, except: string | null) =>
      store.sessions.endAll({ teamId, userId, except, by })

    expect(await endAll(mia, mia.id, two.id)).toBe(1)
    expect(await store.sessions.memberOf(one.id)).toBeNull()
    expect(await endAll(admin, owner.id, null)).toBe(0)
    expect(await endAll(admin, stranger.id, null)).toBe(0)
    expect(await endAll(admin, null, ofAdmin.id)).toBe(1)
    expect(await store.sessions.memberOf(two.id)).toBeNull()
    expect(await endAll(owner, null, ofOwner.id)).toBe(1)
    expect(await store.sessions.memberOf(ofAdmin.id)).toBeNull()

    for (const { id } of [ofOwner, theirs]) expect(await store.sessions.memberOf(id)).not.toBeNull()
    const ended = await store.audit.list(teamId, { limit: 9, filter: { action: 'session.end_all' } })
    expect(ended).toHaveLength(3)
    expect(new Set(ended.map(({ after }) => after))).toEqual(new Set(['{"ended":1}']))
  })
})
