import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeMember } from '#lib/store/__fixtures__/test-members.ts'
import { makeTestTeam, type TestTeam } from '#lib/console/__fixtures__/test-team.ts'
import { exportAudit } from './audit-export.ts'
import { listAudit } from './audit.ts'
import { deleteTeam, exportTeam } from './danger.ts'
import { endSession, listSessions } from './sessions.ts'
import { changeSettings, readSettings } from './settings-team.ts'

let team: TestTeam

beforeAll(async () => {
  team = await makeTestTeam()
})
afterAll(() => team[Symbol.asyncDispose]())

const get = (path: string, by = team.members.owner) => team.request('GET', path, by)

test('given settings change, and the audit log has the actor, the old and the new values', async () => {
  const { admin } = team.members

  const changed = await changeSettings(
    await team.request('PATCH', '/api/settings', admin, { name: 'Harbour', request_days: null }),
  )
  const page = await (await listAudit(await get(`/api/audit?actor=${admin.id}`))).json()

  const settings = { name: 'Harbour', request_days: null, body_days: 7, public_links: true }
  expect(await changed.json()).toMatchObject(settings)
  expect(await (await readSettings(await get('/api/settings'))).json()).toMatchObject(settings)
  const words = page.entries.map((entry: { words: string }) => entry.words)
  expect(new Set(words.slice(0, 2))).toEqual(new Set(['Renamed the team', 'Changed settings']))
  expect(page.entries).toContainEqual(
    expect.objectContaining({
      action: 'settings.change',
      actor: 'admin one',
      before: { requestDays: 90 },
      after: { requestDays: null },
    }),
  )
})

test('responses are stored only after an admin has switched that on', async () => {
  const { admin } = team.members
  const change = async (stored_response_days: number | null) =>
    await changeSettings(await team.request('PATCH', '/api/settings', admin, { stored_response_days }))

  const before = await (await readSettings(await get('/api/settings'))).json()
  const on = await (await change(30)).json()
  const stored = await team.store.settings.read(admin.teamId)
  const off = await (await change(null)).json()

  expect([before, on, off].map(settings => settings.stored_response_days)).toEqual([null, 30, null])
  expect(stored.storedResponseDays).toBe(30)
})

test.each([
  [{ request_days: 0 }, 'request_days'],
  [{ body_days: null }, 'body_days'],
  [{ stored_response_days: 0 }, 'stored_response_days'],
  [{ stored_response_days: 91 }, 'stored_response_days'],
  [{ public_links: 'yes' }, 'public_links'],
  [{ name: '' }, 'name'],
  [{ name: 'a\nb' }, 'name'],
])('an invalid setting is rejected by name: %j', async (body, param) => {
  const response = await changeSettings(
    await team.request('PATCH', '/api/settings', team.members.owner, body),
  )

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { code: 'invalid_value', param } })
})

test('the audit log is paginated to its end, without duplicates', async () => {
  const { store, members } = team
  for (let number = 0; number < 120; number++) {
    await store.audit.append(members.owner.teamId, members.owner, {
      action: 'key.create',
      target: `k${number}`,
    })
  }
  const seen: string[] = []
  let next: string | null = ''
  while (next !== null) {
    const place: string = next === '' ? '' : `&before=${next}`
    const page = await (await listAudit(await get(`/api/audit?action=key.create${place}`))).json()
    seen.push(...page.entries.map((entry: { target: string }) => entry.target))
    next = page.next
  }

  expect(seen).toHaveLength(120)
  expect(new Set(seen).size).toBe(120)
})

test.each(['before=x', "before=1.'", 'since=yesterday', 'until=-1'])(
  'an invalid cursor is rejected: %s',
  async query => {
    expect((await listAudit(await get(`/api/audit?${query}`))).status).toBe(400)
  },
)

test('the audit log file matches the list; spreadsheets execute nothing in it', async () => {
  const formula = { id: null, name: '=HYPERLINK("http://evil.example")', address: null }
  await team.store.audit.append(team.members.owner.teamId, formula, {
    action: 'key.revoke',
    target: null,
    after: { note: 'a "quoted", text' },
  })

  const csv = await exportAudit(await get('/api/audit/export?format=csv&action=key.revoke'))
  const lines = await exportAudit(await get('/api/audit/export?format=jsonl&action=key.revoke'))

  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="sextant-audit.csv"')
  const [head, row, end] = (await csv.text()).split('\r\n')
  expect(head).toBe('time,actor,actor_id,address,action,target,target_name,before,after')
  expect(row).toContain(`"'=HYPERLINK(""http://evil.example"")",,,key.revoke,,,,`)
  expect(row).toContain('"{""note"":""a \\""quoted\\"", text""}"')
  expect(end).toBe('')
  expect(JSON.parse(await lines.text())).toMatchObject({ actor: formula.name, action: 'key.revoke' })
  const exports = await (await listAudit(await get('/api/audit?action=audit.export'))).json()
  expect(exports.entries).toHaveLength(2)
})

test('the audit log names keys and members of the team, and shows only ids of others', async () => {
  const { store, members, stranger } = team
  const { owner, member } = members
  const { key } = await store.keys.create({
    teamId: owner.teamId,
    ownerId: owner.id,
    name: 'Nightly job',
    kind: 'api',
    scopes: ['chat'],
  })
  const note = (userId: string) =>
    store.audit.append(owner.teamId, owner, {
      action: 'request.read',
      target: 'req_1',
      after: { member: userId, key: key.id, route: 'chat' },
    })
  await note(stranger.id)
  await note(member.id)

  const page = await (await listAudit(await get('/api/audit?action=request.read'))).json()
  const lines = await (
    await exportAudit(await get('/api/audit/export?format=jsonl&action=request.read'))
  ).text()

  const noted = page.entries.map((entry: { after: object }) => entry.after)
  expect(noted).toContainEqual({ member: member.name, key: 'Nightly job', route: 'chat' })
  expect(noted).toContainEqual({ member: stranger.id, key: 'Nightly job', route: 'chat' })
  expect(lines).toContain(key.id)
})

test('a member sees and ends only own sessions, and the next request of an ended one is rejected', async () => {
  const { store, members } = team
  const { id, teamId } = members.member
  const start = (userId: string) =>
    store.sessions.start({ userId, teamId, actor: members.member, client: 'Browser/1' })
  const [theirs, owners] = [await start(id), await start(members.owner.id)]

  const list = await (await listSessions(await get('/api/sessions?of=you', members.member))).json()
  const refused = await listSessions(await get('/api/sessions?of=everybody', members.member))
  const all = await (await listSessions(await get('/api/sessions?of=everybody', members.admin))).json()
  await endSession(await team.request('DELETE', `/api/sessions/${theirs.id}`, members.member))

  expect(new Set(list.sessions.map((each: { user_id: string }) => each.user_id))).toEqual(new Set([id]))
  expect(list.sessions.filter((each: { current: boolean }) => each.current)).toHaveLength(1)
  expect(refused.status).toBe(403)
  const ofOwner = all.sessions.find((each: { id: string }) => each.id === owners.id)
  expect(ofOwner).toMatchObject({ endable: false, yours: false, client: 'Browser/1' })
  expect(await store.sessions.memberOf(theirs.id)).toBeNull()
})

test('an export names its format, confirms that it is complete, and contains no secret', async () => {
  const { store, members } = team
  const { teamId, id: ownerId } = members.owner
  const { token } = await store.keys.create({
    teamId,
    ownerId,
    name: 'Nightly',
    kind: 'api',
    scopes: ['chat'],
  })

  const response = await exportTeam(await get('/api/team/export'))

  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="sextant-export-.*\.jsonl"$/,
  )
  const text = await response.text()
  const lines = text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(lines[0]).toMatchObject({ object: 'sextant.export', version: 1 })
  expect(lines.at(-1)).toEqual({ object: 'sextant.export.end', rows: lines.length - 2 })
  expect(lines).toContainEqual(
    expect.objectContaining({ table: 'keys', row: expect.objectContaining({ name: 'Nightly' }) }),
  )
  expect(text).not.toContain(token)
  const [entry] = await store.audit.list(teamId, { limit: 1, filter: { action: 'team.export' } })
  expect(entry).toMatchObject({ actorId: ownerId })
})

// Last: the team no longer exists afterwards.
test('typing its name deletes the team, for all members and permanently', async () => {
  const { store, members } = team
  const { owner } = members
  await makeMember(store, owner, 'member', 'Last')
  const { key } = await store.keys.create({
    teamId: owner.teamId,
    ownerId: owner.id,
    name: 'k',
    kind: 'api',
    scopes: ['chat'],
  })
  const end = async (name: string) => deleteTeam(await team.request('DELETE', '/api/team', owner, { name }))

  expect((await end('harbour')).status).toBe(400)
  const ended = await end('Harbour')

  expect(ended.status).toBe(200)
  expect(ended.headers.get('set-cookie')).toContain('Max-Age=0')
  expect((await readSettings(await get('/api/settings', members.admin))).status).toBe(401)
  expect((await end('Harbour')).status).toBe(401)
  await store.teams.purge()
  expect(await store.keys.get(owner.teamId, key.id)).toBeNull()
  expect((await store.teams.openModeOwner()).teamId).not.toBe(owner.teamId)
})
