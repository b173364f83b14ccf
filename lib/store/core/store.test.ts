import { expect, test, vi, describe } from 'vitest'
import type { KeyRow } from '#lib/store/keys/key-row.ts'
import type { Store } from './store.ts'
import { requestRow } from '#lib/store/__fixtures__/test-request-row.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'
import { makeMember, makeOwner } from '#lib/store/__fixtures__/test-members.ts'

describe('store', () => {
  onEachDatabase(makeFixture => {
    test('an opened store responds and is migrated', async () => {
      await using fixture = await makeFixture()
      const store = await fixture.open()

      await expect(store.ping()).resolves.toBeUndefined()
      const { known, applied, readsFrom } = await store.schemaState()
      expect(applied).toBe(known)
      expect(readsFrom).toBeLessThanOrEqual(known)
      expect(store.kind).toBe(fixture.options.databaseUrl === null ? 'sqlite' : 'postgres')
    })

    test('a key revoked by another process is announced within a second', async () => {
      await using fixture = await makeFixture()
      const [gateway, other] = await Promise.all([fixture.open(), fixture.open()])
      const { teamId } = await other.teams.openModeOwner()
      const { key } = await createKey(other, teamId)
      const heard = await listen(gateway, teamId)

      await other.keys.revoke(teamId, key.id)

      await vi.waitFor(() => expect(heard).toHaveBeenCalled(), { timeout: 1000, interval: 10 })
    })

    test('its own change is announced too', async () => {
      await using fixture = await makeFixture()
      const store = await fixture.open()
      const { teamId } = await store.teams.openModeOwner()
      const heard = await listen(store, teamId)

      await createKey(store, teamId)

      await vi.waitFor(() => expect(heard).toHaveBeenCalled(), { timeout: 1000, interval: 10 })
    })

    test('key use and request rows are not announced, and a stopped listener receives nothing', async () => {
      await using fixture = await makeFixture()
      const [gateway, other] = await Promise.all([fixture.open(), fixture.open()])
      const { teamId } = await other.teams.openModeOwner()
      const { key } = await createKey(other, teamId)
      const heard = await listen(gateway, teamId)
      const stopped = vi.fn<() => void>()
      gateway.onChange(stopped)()

      await other.keys.touch([key.id], 1)
      await other.requests.insertMany([requestRow({ teamId, keyId: key.id })])
      await quietTime()
      const callsBefore = heard.mock.calls.length
      await createKey(other, teamId)
      await vi.waitFor(() => expect(heard).toHaveBeenCalled(), 1000)

      expect(callsBefore).toBe(0)
      expect(stopped).not.toHaveBeenCalled()
    })
  })

  function createKey(store: Store, teamId: string): Promise<{ key: KeyRow; token: string }> {
    return store.keys.create({ teamId, ownerId: null, name: 'x', kind: 'api', scopes: [] })
  }

  /** A listener that has connected and received nothing since. */
  async function listen(store: Store, teamId: string) {
    const heard = vi.fn<() => void>()
    store.onChange(heard)
    await createKey(store, teamId)
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), 5000)
    await quietTime()
    heard.mockClear()
    return heard
  }

  /** Twice the poll interval: long enough for any notification. */
  function quietTime(): Promise<void> {
    return new Promise(resolve => setTimeout(resolve, 1100))
  }
})

describe('accounts', () => {
  onEachDatabase(makeFixture => {
    test('a new password ends the other sessions of its user only', async () => {
      await using fixture = await makeFixture()
      const store = await fixture.open()
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

    test('a new name is audited and visible on the next request', async () => {
      await using fixture = await makeFixture()
      const store = await fixture.open()
      const owner = await makeOwner(store)
      const mia = await makeMember(store, owner, 'member', 'Mia')
      const { teamId } = owner
      const { id } = await store.sessions.start({ userId: mia.id, teamId, actor: mia, client: null })

      await store.accounts.rename({ userId: mia.id, teamId, name: ' Mia Müller ', actor: mia })

      expect((await store.sessions.memberOf(id))?.name).toBe('Mia Müller')
      expect(
        await store.audit.list(teamId, { limit: 1, filter: { action: 'account.change' } }),
      ).toMatchObject([{ before: '{"name":"Mia"}', after: '{"name":"Mia Müller"}' }])
      for (const name of ['', ' ', 'a\nb', 'x'.repeat(101)]) {
        const renaming = () => store.accounts.rename({ userId: mia.id, teamId, name, actor: mia })
        expect(renaming).toThrow(expect.objectContaining({ code: 'invalid_value', param: 'name' }))
      }
    })
  })
})

describe('setup', () => {
  const accountOf = (number: number) => ({
    email: `admin-${number}@example.org`,
    name: `Admin ${number}`,
    passwordHash: null,
  })

  onEachDatabase(makeFixture => {
    test('of thirty simultaneous setups by three processes, one creates the owner', async () => {
      await using fixture = await makeFixture()
      const stores = await Promise.all([fixture.open(), fixture.open(), fixture.open()])
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

    test('a link works once, regardless of earlier guesses', async () => {
      await using fixture = await makeFixture()
      const store = await fixture.open()
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
      expect(await store.accounts.findByEmail('admin-2@example.org')).toMatchObject({
        name: 'Admin 2',
        teamId,
      })
      expect(await store.accounts.findByEmail('admin-3@example.org')).toBeNull()
    })

    test('the owner keeps the id, and with it the keys and requests, of open mode', async () => {
      await using fixture = await makeFixture()
      const store = await fixture.open()
      const before = await store.teams.openModeOwner()

      const owner = await makeOwner(store)

      expect(owner.id).toBe(before.userId)
      expect(await store.teams.openModeOwner()).toMatchObject({
        userId: owner.id,
        email: 'owner@example.org',
      })
    })

    test('a team whose first owner left cannot be set up again', async () => {
      await using fixture = await makeFixture()
      const store = await fixture.open()
      const owner = await makeOwner(store)
      const second = await makeMember(store, owner, 'owner')
      await store.members.remove({ teamId: owner.teamId, userId: owner.id, by: second })

      expect(await store.setUp.isDone(owner.teamId)).toBe(true)
      await expect(makeOwner(store)).rejects.toMatchObject({ code: 'link_not_valid' })
    })
  })
})
