import { expect, test } from 'vitest'
import { makeMember, makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { openBackend } from '#lib/store/core/open-backend.ts'
import { type MakeFixture, onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'

const five = { limitNanos: 5e9, period: 'month' } as const

onEachDatabase(makeFixture => {
  test('owners can lower an admin’s limit on their key, and never raise it above', async () => {
    await using made = await makeMembersKey(makeFixture)
    const { store, key, admin, member } = made
    const change = (patch: Parameters<typeof store.keys.change>[2], by = member) =>
      store.keys.change(key.teamId, key.id, patch, by)
    await change({ budget: five, requestsPerMinute: 60, expiresAt: 4e12 }, admin)

    await change({ budget: { ...five, limitNanos: 3e9 }, requestsPerMinute: 10, expiresAt: 3e12 })
    await change({ budget: five, requestsPerMinute: 60, expiresAt: 4e12, parallel: null })

    for (const [patch, param] of [
      [{ budget: { ...five, limitNanos: 5e9 + 1 } }, 'budget.limit_usd'],
      [{ budget: { ...five, period: 'day' } }, 'budget.limit_usd'],
      [{ budget: null }, 'budget.limit_usd'],
      [{ requestsPerMinute: 61 }, 'requests_per_minute'],
      [{ requestsPerMinute: null }, 'requests_per_minute'],
      [{ expiresAt: null }, 'expires_at'],
    ] as const) {
      await expect(change(patch)).rejects.toMatchObject({ code: 'role_not_allowed', param })
    }
    expect(await store.keys.get(key.teamId, key.id)).toMatchObject({ requestsPerMinute: 60, expiresAt: 4e12 })
  })

  test('owners control their own limits, and get control back when an admin removes a limit', async () => {
    await using made = await makeMembersKey(makeFixture)
    const { store, key, admin, member } = made
    const change = (patch: Parameters<typeof store.keys.change>[2], by = member) =>
      store.keys.change(key.teamId, key.id, patch, by)
    await change({ parallel: 2, tokensPerMinute: 100 })

    // Forms submit all fields; unchanged fields set no limit.
    await change({ parallel: 2, tokensPerMinute: 50, name: 'theirs' }, admin)
    await change({ parallel: 3 })
    await expect(change({ tokensPerMinute: 100 })).rejects.toMatchObject({ param: 'tokens_per_minute' })
    await change({ tokensPerMinute: null }, admin)

    expect(await change({ tokensPerMinute: 100 })).toMatchObject({ parallel: 3, tokensPerMinute: 100 })
  })

  test('a key disabled by an admin stays suspended, and a rotated key has the same limits', async () => {
    await using made = await makeMembersKey(makeFixture)
    const { store, key, admin, member } = made
    await store.keys.change(key.teamId, key.id, { disabled: true, parallel: 1 }, admin)

    const { key: next } = await store.keys.rotate(key.teamId, key.id, 0, member)

    for (const [patch, param] of [
      [{ disabled: false }, 'disabled'],
      [{ parallel: 2 }, 'parallel'],
    ] as const) {
      const changed = store.keys.change(key.teamId, next.id, patch, member)
      await expect(changed).rejects.toMatchObject({ code: 'role_not_allowed', param })
    }
    await store.keys.change(key.teamId, next.id, { disabled: false }, admin)
    await store.keys.change(key.teamId, next.id, { disabled: true }, member)
    expect(await store.keys.change(key.teamId, next.id, { disabled: false }, member)).toMatchObject({
      disabledAt: null,
    })
  })

  test('owners can choose fewer of the scopes and models that an admin set, also on a rotated key', async () => {
    await using made = await makeMembersKey(makeFixture)
    const { store, key, admin, member } = made
    const change = (patch: Parameters<typeof store.keys.change>[2], by = member, id = key.id) =>
      store.keys.change(key.teamId, id, patch, by)
    await change({ scopes: ['rerank', 'chat', 'embeddings'] })
    await change({ models: ['p1', 'p2'], scopes: ['chat', 'rerank'] }, admin)

    const { key: next } = await store.keys.rotate(key.teamId, key.id, 60_000, member)
    for (const id of [key.id, next.id]) {
      await change({ models: ['p1'], scopes: ['chat'] }, member, id)
      await change({ models: ['p2', 'p1'], scopes: ['rerank', 'chat'] }, member, id)
      for (const [patch, param] of [
        [{ models: null }, 'models'],
        [{ models: ['p1', 'p3'] }, 'models'],
        [{ scopes: ['chat', 'embeddings'] }, 'scopes'],
      ] as const) {
        await expect(change(patch, member, id)).rejects.toMatchObject({ code: 'role_not_allowed', param })
      }
    }

    // Another order of the same models is no limit of the admin's.
    const own = await store.keys.create({
      ...settings,
      teamId: key.teamId,
      ownerId: member.id,
      models: ['a', 'b'],
    })
    await change({ models: ['b', 'a'], parallel: 1 }, admin, own.key.id)
    await change({ models: null }, member, own.key.id)
    await change({ models: null }, admin)
    expect(await change({ models: ['p3'] })).toMatchObject({ models: ['p3'] })
  })

  test('owners keep a wider choice that an earlier version allowed, and can rename the key', async () => {
    await using made = await makeMembersKey(makeFixture)
    const { store, key, admin, member } = made
    const change = (patch: Parameters<typeof store.keys.change>[2], by = member) =>
      store.keys.change(key.teamId, key.id, patch, by)
    await change({ models: ['a', 'b'] })
    // Earlier versions kept all fields that an admin changed, and did not enforce these.
    await made.keepCeilings({ scopes: ['chat'], models: ['a'], name: 'theirs', keepBodies: true })

    // Forms submit all fields.
    expect(await change({ name: 'mine', scopes: ['chat'], models: ['b', 'a'] })).toMatchObject({
      name: 'mine',
      models: ['b', 'a'],
    })
    await expect(change({ models: ['a', 'b', 'c'] })).rejects.toMatchObject({ param: 'models' })
    expect((await change({ name: 'ours', keepBodies: false, parallel: 1 }, admin)).ceilings).toEqual({
      scopes: ['chat'],
      models: ['a'],
      parallel: 1,
    })
  })

  test('owners can narrow a key without a limit step by step, and never remove a limit again', async () => {
    await using made = await makeMembersKey(makeFixture)
    const { store, key, member } = made
    const change = (patch: Parameters<typeof store.keys.change>[2]) =>
      store.keys.change(key.teamId, key.id, patch, member)
    const ten = { ...five, limitNanos: 10e9 }
    await made.keepCeilings({ budget: five, requestsPerMinute: 60 })

    await change({ budget: ten, requestsPerMinute: 100 })
    for (const [patch, param] of [
      [{ budget: { ...ten, limitNanos: 11e9 } }, 'budget.limit_usd'],
      [{ budget: null }, 'budget.limit_usd'],
      [{ requestsPerMinute: null }, 'requests_per_minute'],
    ] as const) {
      await expect(change(patch)).rejects.toMatchObject({ code: 'role_not_allowed', param })
    }
    await change({ budget: five, requestsPerMinute: 60 })
    await expect(change({ budget: ten })).rejects.toMatchObject({ param: 'budget.limit_usd' })
  })

  test('owners can narrow a wider choice step by step, and never widen it again', async () => {
    await using made = await makeMembersKey(makeFixture)
    const { store, key, admin, member } = made
    const change = (patch: Parameters<typeof store.keys.change>[2], by = member) =>
      store.keys.change(key.teamId, key.id, patch, by)
    const ten = { ...five, limitNanos: 10e9 }
    await change({ models: ['a', 'b', 'c'], requestsPerMinute: 100, budget: ten })
    await made.keepCeilings({ models: ['a'], requestsPerMinute: 60, budget: five, parallel: 2 })

    await change({
      models: ['b', 'a'],
      requestsPerMinute: 80,
      budget: { ...ten, limitNanos: 8e9 },
      parallel: 5,
    })

    for (const [patch, param] of [
      [{ models: ['a', 'b', 'c'] }, 'models'],
      [{ models: null }, 'models'],
      [{ requestsPerMinute: 90 }, 'requests_per_minute'],
      [{ budget: ten }, 'budget.limit_usd'],
      [{ budget: { ...five, period: 'day' } }, 'budget.limit_usd'],
      [{ parallel: null }, 'parallel'],
    ] as const) {
      await expect(change(patch)).rejects.toMatchObject({ code: 'role_not_allowed', param })
    }
    await change({ models: ['a'], requestsPerMinute: 10, parallel: 1 })
    await expect(change({ models: ['a', 'b'] })).rejects.toMatchObject({ param: 'models' })
    await change({ requestsPerMinute: 60, parallel: 2 })
    expect((await change({ models: ['a'] }, admin)).ceilings).toMatchObject({ models: ['a'], parallel: 2 })
  })

  test('admins can set any limit on their own keys', async () => {
    await using made = await makeMembersKey(makeFixture)
    const { store, key, admin } = made
    const own = await store.keys.create({ ...settings, teamId: key.teamId, ownerId: admin.id })

    await store.keys.change(key.teamId, own.key.id, { budget: five }, admin)

    expect(await store.keys.change(key.teamId, own.key.id, { budget: null }, admin)).toMatchObject({
      ceilings: {},
    })
  })
})

const settings = { name: 'a', kind: 'api', scopes: ['chat'] } as const

async function makeMembersKey(makeFixture: MakeFixture) {
  const fixture = await makeFixture()
  const store = await fixture.open()
  const owner = await makeOwner(store)
  const [admin, member] = [await makeMember(store, owner, 'admin'), await makeMember(store, owner, 'member')]
  const { key } = await store.keys.create({ ...settings, teamId: owner.teamId, ownerId: member.id })
  const keepCeilings = async (ceilings: object) => {
    const backend = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)
    const json = JSON.stringify(ceilings)
    await backend.database.updateTable('keys').set({ ceilings: json }).where('id', '=', key.id).execute()
    await backend.close()
  }
  const dispose = () => fixture[Symbol.asyncDispose]()
  return { store, key, admin, member, keepCeilings, [Symbol.asyncDispose]: dispose }
}
