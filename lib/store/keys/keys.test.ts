import { expect, test } from 'vitest'
import { hashApiKey } from './api-key.ts'
import type { NewKey } from './keys.ts'
import type { Store } from '#lib/store/core/store.ts'
import { openBackend } from '#lib/store/core/open-backend.ts'
import { makeMember, makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { type MakeFixture, onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'

const fromOutside = {
  teamBudgetId: null,
  rejectsUnpriced: false,
  answerTokensMax: null,
  teamLimits: { requestsPerMinute: null, tokensPerMinute: null, parallel: null },
}

onEachDatabase(makeFixture => {
  test('a created key is found by its hash with all of its fields', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const settings = {
      ...(await settingsFor(store)),
      models: ['local/a', 'b'],
      requestsPerMinute: 10,
      expiresAt: 4e12,
    }

    const { key, token } = await store.keys.create(settings)

    const found = await store.keys.findByHash(hashApiKey(token))
    expect(found).toEqual({ ...key, ...fromOutside })
    expect(found).toMatchObject({ ...settings, tokensPerMinute: null, parallel: null, revokedAt: null })
    expect(found?.prefix).toBe(token.slice(0, 8))
    expect(found?.last4).toBe(token.slice(-4))
    expect(typeof found?.createdAt).toBe('number')
  })

  test('the key itself is never stored', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()

    const { token, key } = await store.keys.create(await settingsFor(store))

    expect(JSON.stringify(key)).not.toContain(token.slice(8, -4))
  })

  test('a user with a thousand keys cannot create or rotate more, and others can', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const settings = { teamId: owner.teamId, ownerId: owner.id, name: 'A', kind: 'api', scopes: [] } as const
    const { key } = await store.keys.create(settings, owner)
    const backend = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)
    const { scopes: _scopes, models: _models, keepBodies: _kept, ceilings: _ceilings, ...plain } = key
    const row = { ...plain, scopes: '[]', models: null, keepBodies: 0, ceilings: null }
    const rows = Array.from({ length: 999 }, (_, at) => ({ ...row, id: `key_${at}`, hash: `hash ${at}` }))
    await backend.write(() => backend.database.insertInto('keys').values(rows).execute())
    await backend.close()

    await expect(store.keys.create(settings, owner)).rejects.toMatchObject({ code: 'storage_full' })
    await expect(store.keys.rotate(owner.teamId, 'key_0', 0, owner)).rejects.toMatchObject({
      code: 'storage_full',
    })

    await store.keys.revoke(owner.teamId, key.id, owner)
    await expect(store.keys.create(settings, owner)).resolves.toBeDefined()
    const member = await makeMember(store, owner, 'member')
    await expect(store.keys.create({ ...settings, ownerId: member.id }, member)).resolves.toBeDefined()
  })

  test('an unknown hash is null', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()

    expect(await store.keys.findByHash(hashApiKey('nothing'))).toBeNull()
  })

  test('a revoked key has a revocation time, and revoking again does not change it', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const { key } = await store.keys.create(await settingsFor(store))

    const first = await store.keys.revoke(key.teamId, key.id)
    const { revokedAt } = (await store.keys.findByHash(key.hash)) ?? {}
    const second = await store.keys.revoke(key.teamId, key.id)

    expect([first, second]).toEqual([true, true])
    expect(revokedAt).toBeGreaterThanOrEqual(key.createdAt)
    expect((await store.keys.findByHash(key.hash))?.revokedAt).toBe(revokedAt)
  })

  test("another team can neither revoke nor list a team's key", async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const { key } = await store.keys.create(await settingsFor(store))

    const revoked = await store.keys.revoke('team_other', key.id)

    expect(revoked).toBe(false)
    expect((await store.keys.findByHash(key.hash))?.revokedAt).toBeNull()
    expect(await store.keys.list('team_other')).toEqual([])
  })

  test('ensuring a key twenty times at once stores it once, and a revoked one stays revoked', async () => {
    await using fixture = await makeFixture()
    const stores = await Promise.all([fixture.open(), fixture.open()])
    const [store] = stores
    const settings = { ...(await settingsFor(store)), token: 'chosen-by-the-operator-0123456789' }

    const keys = await Promise.all(
      stores.flatMap(opened => Array.from({ length: 10 }, () => opened.keys.ensure(settings))),
    )
    await store.keys.revoke(settings.teamId, keys[0]?.id ?? '')
    const again = await store.keys.ensure(settings)

    expect(new Set(keys.map(key => key.id)).size).toBe(1)
    expect(await store.keys.list(settings.teamId)).toHaveLength(1)
    expect(again.revokedAt).not.toBeNull()
  })

  test('a chosen key with our prefix and an invalid checksum is rejected', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const settings = { ...(await settingsFor(store)), token: `sxt_${'0'.repeat(36)}` }

    await expect(store.keys.ensure(settings)).rejects.toThrow('checksum')

    expect(await store.keys.list(settings.teamId)).toEqual([])
  })

  test('last use is recorded for all given keys', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const settings = await settingsFor(store)
    const { key: used } = await store.keys.create(settings)
    const { key: unused } = await store.keys.create(settings)

    await store.keys.touch([], 1)
    await store.keys.touch([used.id], 1_800_000_000_000)

    expect((await store.keys.findByHash(used.hash))?.lastUsedAt).toBe(1_800_000_000_000)
    expect((await store.keys.findByHash(unused.hash))?.lastUsedAt).toBeNull()
  })

  test.each(["'", '"', ';--', "'; drop table keys; --", '\0', '%', '\\', '😀', '\uD800'])(
    'a name is stored as plain text: %j',
    async name => {
      await using fixture = await makeFixture()
      const store = await fixture.open()
      const settings = { ...(await settingsFor(store)), name }

      const { key } = await store.keys.create(settings)

      // Characters that a database cannot store are replaced, equally in both.
      const kept = name.replaceAll('\0', '\uFFFD').toWellFormed()
      expect((await store.keys.list(settings.teamId)).map(row => row.name)).toEqual([kept])
      expect(key.name).toBe(kept)
      expect(await store.keys.findByHash(name)).toBeNull()
      expect(await store.keys.revoke(name, name)).toBe(false)
    },
  )

  test('forty keys created at once by two processes are all stored', async () => {
    await using fixture = await makeFixture()
    const stores = await Promise.all([fixture.open(), fixture.open()])
    const settings = await settingsFor(stores[0])

    const made = await Promise.all(
      stores.flatMap(store => Array.from({ length: 20 }, () => store.keys.create(settings))),
    )

    const listed = await stores[1].keys.list(settings.teamId)
    expect(listed.map(key => key.id).sort()).toEqual(made.map(entry => entry.key.id).sort())
  })

  test('given fields change, the others stay, and both versions are audited', async () => {
    await using made = await makeKey(makeFixture)
    const { store, key, owner } = made

    await store.keys.change(owner.teamId, key.id, { requestsPerMinute: 5, disabled: true }, owner)
    const again = await store.keys.change(owner.teamId, key.id, { disabled: true }, owner)
    const enabled = await store.keys.change(owner.teamId, key.id, { disabled: false }, owner)

    expect(again).toMatchObject({ name: 'mine', requestsPerMinute: 5, scopes: ['chat'] })
    expect(again.disabledAt).not.toBeNull()
    expect(enabled.disabledAt).toBeNull()
    expect(await store.keys.get(owner.teamId, key.id)).toEqual(enabled)
    // Entries of one millisecond have no order.
    const entries = await store.audit.list(owner.teamId, { limit: 10 })
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'key.change',
        before: '{"requestsPerMinute":null,"disabled":false}',
        after: '{"requestsPerMinute":5,"disabled":true}',
      }),
    )
  })

  test('rotation creates an equal key, and the old one works for the overlap period', async () => {
    await using made = await makeKey(makeFixture)
    const { store, key, owner } = made
    const before = Date.now()

    const rotated = await store.keys.rotate(owner.teamId, key.id, 60_000, owner)

    const old = await store.keys.get(owner.teamId, key.id)
    expect(old?.expiresAt).toBe(rotated.oldExpiresAt)
    expect(rotated.oldExpiresAt).toBeGreaterThanOrEqual(before + 60_000)
    expect(await store.keys.findByHash(hashApiKey(rotated.token))).toEqual({
      ...rotated.key,
      ...fromOutside,
    })
    expect(rotated.key).toMatchObject({
      name: 'mine',
      scopes: ['chat'],
      models: ['local/a'],
      replaces: key.id,
      expiresAt: null,
    })
  })

  test("rotation never extends the old key's expiry", async () => {
    await using made = await makeKey(makeFixture)
    const { store, key, owner } = made
    const soon = Date.now() + 1000
    await store.keys.change(owner.teamId, key.id, { expiresAt: soon }, owner)

    const { oldExpiresAt } = await store.keys.rotate(owner.teamId, key.id, 60_000, owner)

    expect(oldExpiresAt).toBe(soon)
  })

  test('of two simultaneous rotations one succeeds, so that no new key expires with the old one', async () => {
    await using made = await makeKey(makeFixture)
    const { store, key, owner } = made
    const rotate = (id: string) => store.keys.rotate(owner.teamId, id, 60_000, owner)

    const outcomes = await Promise.allSettled([rotate(key.id), rotate(key.id)])

    const [won] = outcomes.flatMap(outcome => (outcome.status === 'fulfilled' ? [outcome.value.key] : []))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(won?.expiresAt).toBeNull()
    expect((await rotate(won?.id ?? '')).key.expiresAt).toBeNull()
  })

  test("a key whose scopes exceed its owner's role cannot be rotated, whoever asks", async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const member = await makeMember(store, owner, 'member')
    const { teamId } = owner
    const settings = { teamId, ownerId: member.id, name: 'k', kind: 'api', scopes: ['admin:read'] } as const
    const { key } = await store.keys.create(settings)

    for (const by of [member, owner]) {
      await expect(store.keys.rotate(teamId, key.id, 60_000, by)).rejects.toMatchObject({
        code: 'role_not_allowed',
        param: 'scopes',
      })
    }
    expect(await store.keys.list(teamId)).toHaveLength(1)
  })

  test("an admin cannot give a member's key a scope that the member's role does not allow", async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const owner = await makeOwner(store)
    const member = await makeMember(store, owner, 'member')
    const { teamId } = owner
    const settings = { teamId, ownerId: member.id, name: 'k', kind: 'api', scopes: ['chat'] } as const
    const { key } = await store.keys.create(settings)
    const scopes = ['chat', 'admin:read']

    await expect(store.keys.change(teamId, key.id, { scopes }, owner)).rejects.toMatchObject({
      code: 'role_not_allowed',
    })
    expect(await store.keys.get(teamId, key.id)).toMatchObject({ scopes: ['chat'] })
  })

  test('an expired key cannot be rotated', async () => {
    await using made = await makeKey(makeFixture)
    const { store, key, owner } = made
    await store.keys.change(owner.teamId, key.id, { expiresAt: Date.now() - 1 }, owner)

    await expect(store.keys.rotate(owner.teamId, key.id, 0, owner)).rejects.toMatchObject({
      code: 'invalid_value',
    })
  })

  test('a revoked key and a key of another team can be neither changed nor rotated', async () => {
    await using made = await makeKey(makeFixture)
    const { store, key, owner } = made
    const missing = { code: 'not_found' }

    await expect(store.keys.change('team_other', key.id, { name: 'x' }, owner)).rejects.toMatchObject(missing)
    await expect(store.keys.rotate('team_other', key.id, 0, owner)).rejects.toMatchObject(missing)
    expect(await store.keys.get('team_other', key.id)).toBeNull()
    await store.keys.revoke(owner.teamId, key.id, owner)

    await expect(store.keys.change(owner.teamId, key.id, { disabled: false }, owner)).rejects.toMatchObject(
      missing,
    )
    await expect(store.keys.rotate(owner.teamId, key.id, 0, owner)).rejects.toMatchObject(missing)
    expect(await store.audit.list(owner.teamId, { limit: 10 })).toContainEqual(
      expect.objectContaining({ action: 'key.revoke', target: key.id }),
    )
  })
})

async function settingsFor(store: Store): Promise<NewKey> {
  const { teamId, userId } = await store.teams.openModeOwner()
  return { teamId, ownerId: userId, name: 'tests', kind: 'api', scopes: ['chat', 'web'] }
}

async function makeKey(makeFixture: MakeFixture) {
  const fixture = await makeFixture()
  const store = await fixture.open()
  const owner = await makeOwner(store)
  const settings = { teamId: owner.teamId, ownerId: owner.id, name: 'mine', kind: 'api' } as const
  const { key } = await store.keys.create({ ...settings, scopes: ['chat'], models: ['local/a'] }, owner)
  return { store, key, owner, [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose]() }
}
