import { expect, test } from 'vitest'
import { makeMember, makeOwner } from './test-people.ts'
import { onEachDatabase } from './test-store.ts'

onEachDatabase(makePlace => {
  test('a new password ends the other sign-ins of its user, once and of nobody else', async () => {
    await using place = await makePlace()
    const store = await place.open()
    const owner = await makeOwner(store)
    const { teamId } = owner
    const email = 'mia@example.org'
    await store.setUp.makeOwner(teamId, { email, name: 'Mia', passwordHash: 'former' })
    const mia = await store.accounts.findByEmail(email)
    const userId = mia?.userId ?? ''
    const actor = { id: userId, name: 'Mia', address: null }
    const start = (id: string) => store.sessions.start({ userId: id, teamId, actor, client: null })
    const [here, there, others] = [await start(userId), await start(userId), await start(owner.id)]
    const change = (passwordHash: string) =>
      store.accounts.changePassword({
        userId,
        teamId,
        formerHash: 'former',
        passwordHash,
        sessionId: here.id,
        actor,
      })

    const ended = await Promise.all([change('one'), change('two')])

    expect(new Set(ended)).toEqual(new Set([1, null]))
    expect(await store.sessions.memberOf(there.id)).toBeNull()
    expect(await store.sessions.memberOf(here.id)).not.toBeNull()
    expect(await store.sessions.memberOf(others.id)).not.toBeNull()
    expect(['one', 'two']).toContain((await store.accounts.get(userId))?.passwordHash)
    const [entry] = await store.audit.list(teamId, { limit: 1, filter: { action: 'account.change' } })
    expect(entry).toMatchObject({
      target: userId,
      before: null,
      after: '{"password":"changed","endedSessions":1}',
    })
  })

  test('a new name is on record and shown with the next click', async () => {
    await using place = await makePlace()
    const store = await place.open()
    const owner = await makeOwner(store)
    const mia = await makeMember(store, owner, 'member', 'Mia')
    const { teamId } = owner
    const { id } = await store.sessions.start({ userId: mia.id, teamId, actor: mia, client: null })

    await store.accounts.rename({ userId: mia.id, teamId, name: ' Mia Müller ', actor: mia })

    expect((await store.sessions.memberOf(id))?.name).toBe('Mia Müller')
    expect(await store.audit.list(teamId, { limit: 1, filter: { action: 'account.change' } })).toMatchObject([
      { before: '{"name":"Mia"}', after: '{"name":"Mia Müller"}' },
    ])
    for (const name of ['', ' ', 'a\nb', 'x'.repeat(101)]) {
      const renaming = () => store.accounts.rename({ userId: mia.id, teamId, name, actor: mia })
      expect(renaming).toThrow(expect.objectContaining({ code: 'invalid_value', param: 'name' }))
    }
  })
})
