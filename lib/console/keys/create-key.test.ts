import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestTeam, type TestTeam } from '#lib/console/__fixtures__/test-team.ts'
import { changeSettings } from '#lib/console/settings/settings-team.ts'
import { keyListSchema, keySchema, type MadeKey, madeKeySchema } from '#lib/contracts/console/keys.ts'
import { createKey } from './create-key.ts'
import { changeKey, listKeys } from './keys.ts'

let team: TestTeam
beforeAll(async () => {
  team = await makeTestTeam()
})
afterAll(() => team[Symbol.asyncDispose]())

test('new keys get the limits of the team, null means none, and existing keys keep theirs', async () => {
  const { owner } = team.members
  const make = async (limits: object): Promise<MadeKey['key']> => {
    const body = { name: 'k', scopes: ['chat'], ...limits }
    const response = await createKey(await team.request('POST', '/api/keys', owner, body))
    return madeKeySchema.parse(await response.json()).key
  }
  const before = await make({})

  await changeSettings(
    await team.request('PATCH', '/api/settings', owner, { key_requests_per_minute: 5, key_parallel: null }),
  )

  const limits = { requests_per_minute: 600, tokens_per_minute: 2_000_000, parallel: 20 }
  expect(before).toMatchObject(limits)
  const list = keyListSchema.parse(
    await (await listKeys(await team.request('GET', '/api/keys', owner))).json(),
  )
  expect(list.keys.find(({ id }) => id === before.id)).toMatchObject(limits)
  const changed = { requests_per_minute: 5, tokens_per_minute: 2_000_000, parallel: null }
  expect(list.new_key_limits).toEqual(changed)
  expect(await make({})).toMatchObject(changed)
  expect(await make({ requests_per_minute: null, parallel: 3 })).toMatchObject({
    requests_per_minute: null,
    parallel: 3,
  })
})

test('a key has a default model until it is removed', async () => {
  const { owner } = team.members
  const body = { name: 'k', scopes: ['chat'], default_model: ' local/a ' }
  const made = await createKey(await team.request('POST', '/api/keys', owner, body))
  const { key } = madeKeySchema.parse(await made.json())
  const change = async (patch: object) => {
    const request = await team.request('PATCH', `/api/keys/${key.id}`, owner, patch)
    return keySchema.parse(await (await changeKey(request)).json()).default_model
  }

  expect(key.default_model).toBe('local/a')
  expect(await change({ name: 'n' })).toBe('local/a')
  expect(await change({ default_model: null })).toBeNull()
})

test('a member sees which models an admin set for a key, and cannot add others', async () => {
  const { admin, member } = team.members
  const body = { name: 'k', scopes: ['chat', 'rerank'] }
  const made = await createKey(await team.request('POST', '/api/keys', member, body))
  const { key } = madeKeySchema.parse(await made.json())
  const change = async (by: typeof member, patch: object) =>
    changeKey(await team.request('PATCH', `/api/keys/${key.id}`, by, patch))
  const limited = await change(admin, { models: ['local/a'], scopes: ['chat'] })

  expect(keySchema.parse(await limited.json()).ceilings).toMatchObject({
    models: ['local/a'],
    scopes: ['chat'],
  })
  for (const [patch, param, allowed] of [
    [{ models: null }, 'models', 'local/a'],
    [{ scopes: ['chat', 'rerank'] }, 'scopes', 'chat'],
  ] as const) {
    const refused = await change(member, patch)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({
      error: {
        param,
        message: `An admin limits this key to the ${param} ${allowed}. You can choose fewer of them.`,
      },
    })
  }
})
