import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestTeam, type TestMember, type TestTeam } from '#lib/console/__fixtures__/test-team.ts'
import { listLocalModels, pullModel } from './models.ts'

const path = '/api/models/pull?id=local%2Fsmall'
let team: TestTeam

beforeAll(async () => {
  team = await makeTestTeam()
})
afterAll(() => team[Symbol.asyncDispose]())

const pull = async (by: TestMember, method = 'POST') => pullModel(await team.request(method, path, by))
const allow = (memberDownloads: boolean) =>
  team.store.settings.update(team.members.owner.teamId, { memberDownloads }, team.members.owner)

async function listAllowed(by: TestMember): Promise<unknown> {
  const response = await listLocalModels(await team.request('GET', '/api/models/local', by))
  return (await response.json()).may_download
}

test('a member downloads a model only while the team allows it, and is told so', async () => {
  const { member } = team.members
  const refused = await pull(member)
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ error: { code: 'role_not_allowed' } })
  expect(await listAllowed(member)).toBe(false)

  await allow(true)
  expect((await pull(member)).status).toBe(200)
  expect(await listAllowed(member)).toBe(true)

  await allow(false)
  expect((await pull(member)).status).toBe(403)
})

test('an admin always downloads models, and a viewer never does', async () => {
  const { admin, viewer } = team.members
  await allow(true)
  expect((await pull(viewer)).status).toBe(403)
  expect(await listAllowed(viewer)).toBe(false)

  await allow(false)
  expect((await pull(admin)).status).toBe(200)
  expect(await listAllowed(admin)).toBe(true)
})

test('the audit log has every download and cancellation with its member and model', async () => {
  const { owner, member } = team.members
  await allow(true)

  await pull(member)
  await pull(member, 'DELETE')

  const rows = await team.store.audit.list(owner.teamId, { limit: 2 })
  expect(rows.map(({ action, actorId, target }) => ({ action, actorId, target }))).toEqual([
    { action: 'model.download_cancel', actorId: member.id, target: 'local/small' },
    { action: 'model.download', actorId: member.id, target: 'local/small' },
  ])
})
