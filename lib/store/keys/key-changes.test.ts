import { expect, test } from 'vitest'
import { hashApiKey } from './api-key.ts'
import { makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { onEachDatabase, type MakeFixture } from '#lib/store/__fixtures__/test-store.ts'

onEachDatabase(makeFixture => {
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
    const entries = await store.audit.list(owner.teamId, { limit: 3 })
    expect(entries.at(-1)).toMatchObject({
      action: 'key.change',
      before: '{"requestsPerMinute":null,"disabled":false}',
      after: '{"requestsPerMinute":5,"disabled":true}',
    })
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
      teamBudgetId: null,
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
    expect((await store.audit.list(owner.teamId, { limit: 1 }))[0]).toMatchObject({
      action: 'key.revoke',
      target: key.id,
    })
  })
})

async function makeKey(makeFixture: MakeFixture) {
  const fixture = await makeFixture()
  const store = await fixture.open()
  const owner = await makeOwner(store)
  const settings = { teamId: owner.teamId, ownerId: owner.id, name: 'mine', kind: 'api' } as const
  const { key } = await store.keys.create({ ...settings, scopes: ['chat'], models: ['local/a'] }, owner)
  return { store, key, owner, [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose]() }
}
