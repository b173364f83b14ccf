import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewShare } from '#lib/contracts/console/shares.ts'
import { makeTestTeam, type TestMember, type TestTeam } from '#lib/console/__fixtures__/test-team.ts'
import { findShare } from './find-share.ts'
import { openShare } from './open-share.ts'
import { createShare, listShares } from './shares.ts'

let team: TestTeam
beforeAll(async () => {
  team = await makeTestTeam()
})
afterAll(() => team[Symbol.asyncDispose]())

const plain: NewShare = {
  request: JSON.stringify({ contract: 'chat', draft: { model: 'a' } }),
  title: 'Hello',
  life: '7d',
  audience: 'team',
}

async function share(by: TestMember, about: Partial<NewShare> = {}): Promise<Response> {
  return createShare(await team.request('POST', '/api/shares', by, { ...plain, ...about }))
}

async function secretOf(response: Response): Promise<string> {
  return ((await response.json()) as { secret: string }).secret
}

async function open(secret: string, by: TestMember | null): Promise<Response> {
  return openShare(await team.request('POST', `/api/shares/${secret}/open`, by))
}

test('a stored share contains neither a key nor a file, whatever was sent', async () => {
  const key = `sk-${'a1'.repeat(12)}`
  const content = [
    { type: 'text', text: `use ${key}` },
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
  ]
  const request = JSON.stringify({ contract: 'chat', draft: { messages: [{ role: 'user', content }] } })

  const secret = await secretOf(await share(team.members.member, { request, title: `use ${key}` }))

  const opened = (await (await open(secret, team.members.viewer)).json()) as { request: string }
  expect(JSON.parse(opened.request)).toEqual({
    contract: 'chat',
    draft: { messages: [{ role: 'user', content: [{ type: 'text', text: 'use [key removed]' }] }] },
  })
  const listed = await listShares(await team.request('GET', '/api/shares', team.members.member))
  expect(await listed.text()).not.toMatch(/sk-|a1a1/)
})

test.each([
  ['text that is no JSON', 'no'],
  ['an unknown playground', '{"contract":"admin","draft":{}}'],
  ['a prototype', '{"contract":"chat","draft":{"__proto__":{}}}'],
  ['too deep nesting', `{"contract":"chat","draft":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`],
  ['a request above the size limit', JSON.stringify({ contract: 'chat', draft: { a: 'x'.repeat(500_000) } })],
])('%s cannot be shared', async (_, request) => {
  const response = await share(team.members.member, { request })

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { param: 'request' } })
})

test('without public links in the team settings, none can be created, and existing ones open for members only', async () => {
  const { owner, member, viewer } = team.members
  const made = await secretOf(await share(member, { audience: 'public' }))
  expect((await open(made, null)).status).toBe(200)

  await team.store.settings.update(owner.teamId, { publicLinks: false }, owner)

  expect(await (await share(member, { audience: 'public' })).json()).toMatchObject({
    error: { code: 'invalid_value', param: 'audience' },
  })
  expect((await open(made, null)).status).toBe(404)
  expect((await open(made, viewer)).status).toBe(200)
  expect(await findShare(made, null)).toBeNull()
  await team.store.settings.update(owner.teamId, { publicLinks: true }, owner)
})

test('members list their own links, and admins those of all members', async () => {
  const { admin, member } = team.members
  await share(admin, { title: 'of the admin' })
  await share(member, { title: 'of the member' })
  const list = async (by: TestMember, search = '') => {
    const response = await listShares(await team.request('GET', `/api/shares${search}`, by))
    return (await response.json()) as { you_see_all: boolean; shares: { title: string; yours: boolean }[] }
  }

  const [own, asked, all] = [
    await list(member),
    await list(member, '?whose=all'),
    await list(admin, '?whose=all'),
  ]

  expect([own.you_see_all, all.you_see_all]).toEqual([false, true])
  expect(own.shares.every(({ yours }) => yours)).toBe(true)
  expect(asked).toEqual(own)
  expect(all.shares.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['of the admin', 'of the member']),
  )
  expect((await list(admin)).shares.map(({ title }) => title)).toEqual(['of the admin'])
})

test('a forged cursor is rejected, not treated as the first page', async () => {
  const { member } = team.members

  const forged = await listShares(await team.request('GET', "/api/shares?cursor=1.'", member))

  expect([forged.status, await forged.json()]).toMatchObject([400, { error: { param: 'cursor' } }])
})
