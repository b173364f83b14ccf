import { afterAll, beforeAll, expect, test } from 'vitest'
import { capabilities, capabilityIds, webRoute } from '#lib/contracts/api/capabilities.ts'
import { type UsageAnswer, usageSchema } from '#lib/contracts/console/usage.ts'
import { requestRow } from '#lib/store/__fixtures__/test-request-row.ts'
import { makeTestTeam, type TestMember, type TestTeam } from '#lib/console/__fixtures__/test-team.ts'
import { exportUsage } from './usage-export.ts'
import { readUsage } from './usage.ts'
import { toUsageCapability } from '#lib/store/usage/usage-writer.ts'

const from = Date.UTC(2026, 10, 20)
const dayMs = 86_400_000
const period = `from=${from}&to=${from + 3 * dayMs}`
let team: TestTeam

// The member calls a priced model on two days, the owner another one, which fails once.
beforeAll(async () => {
  team = await makeTestTeam()
  const { member, owner } = team.members
  const keys = await Promise.all([makeKey(member, '=member()'), makeKey(owner, 'Owner, "the" key')])
  const rows = Array.from({ length: 60 }, (_, at) => {
    const mine = at % 3 === 0
    const failed = !mine && at % 10 === 1
    return {
      ...requestRow({
        id: `req_${at}`,
        teamId: owner.teamId,
        keyId: keys[mine ? 0 : 1],
        startedAt: from + at * 3_000_000,
        route: 'chat',
        model: mine ? 'priced/a' : 'free/b',
        answeredBy: failed ? null : mine ? 'priced/a' : 'free/b',
        status: failed ? 502 : 200,
        promptTokens: 10,
        completionTokens: 5,
        costNanos: mine ? 2_000_000 : 0,
      }),
      listedModel: mine ? 'priced/a' : 'free/b',
      holds: [],
    }
  })
  await team.store.requests.insertMany(rows)
})
afterAll(() => team[Symbol.asyncDispose]())

test('an admin sees the team grouped by member, with sums that match the total', async () => {
  const usage = await ask('admin', 'by=member')

  expect(usage).toMatchObject({ scope: 'team', you_see_all: true, unit: 'day', row_count: 2 })
  expect(usage.bill_months).toEqual([new Date().toISOString().slice(0, 7)])
  expect(usage.rows.map(row => [row.name, row.requests, row.failed, row.cost_usd])).toEqual([
    ['Olga', 40, 4, null],
    ['member one', 20, 0, 0.04],
  ])
  expect(usage.totals).toMatchObject({ requests: 60, failed: 4, prompt_tokens: 600, cost_usd: 0.04 })
  expect(usage.course.names).toEqual(['Olga', 'member one'])
  const drawn = usage.course.points.map(({ values }) => values[0] ?? 0)
  expect(drawn.reduce((sum, value) => sum + value)).toBe(40)
})

test('a member sees own usage by group, and only the total of the team', async () => {
  const mine = await ask('member', 'by=model')
  const total = await ask('member', 'scope=team')

  expect(mine).toMatchObject({ scope: 'mine', you_see_all: false, totals: { requests: 20 } })
  expect(mine.rows.map(row => row.name)).toEqual(['priced/a'])
  expect(total.totals.requests).toBe(60)
  expect(total.rows.map(row => [row.name, row.requests])).toEqual([
    ['2026-11-22', 2],
    ['2026-11-21', 29],
    ['2026-11-20', 29],
  ])
})

test('uploads without a key are a group of their own among keys and members, and can be selected', async () => {
  const { members, store } = team
  const row = requestRow({
    id: 'req_anonymous',
    teamId: members.owner.teamId,
    keyId: 'anonymous',
    userId: null,
    startedAt: from + 5 * dayMs,
    route: 'upload',
  })
  await store.requests.insertMany([{ ...row, listedModel: null, holds: [] }])
  const day = `from=${from + 5 * dayMs}&to=${from + 6 * dayMs}`

  for (const grouped of ['by=member', 'by=key']) {
    expect((await ask('owner', grouped, day)).rows).toMatchObject([
      { id: 'anonymous', name: 'anonymous', requests: 1 },
    ])
  }
  for (const selected of ['key=anonymous', 'member=anonymous']) {
    expect((await ask('owner', selected, day)).totals.requests).toBe(1)
  }
})

test('a filter narrows everything, and its name is returned', async () => {
  const usage = await ask('owner', 'by=key&model=priced/a')

  expect(usage.rows.map(row => row.name)).toEqual(['=member()'])
  expect(usage.totals.requests).toBe(20)
  expect(usage.filters).toEqual([{ field: 'model', name: 'priced/a' }])
})

test('the durations of a page are those used to sort by duration', async () => {
  for (const by of ['key', 'member']) {
    const plain = await ask('owner', `capability=chat&by=${by}&sort=name`)
    const sorted = await ask('owner', `capability=chat&by=${by}&sort=total_p50`)
    const byName = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)

    expect(plain.rows.every(row => row.total_ms !== null && row.first_ms !== null)).toBe(true)
    expect(plain.rows.toSorted(byName)).toEqual(sorted.rows.toSorted(byName))
    expect(plain.totals).toEqual(sorted.totals)
  }
})

test('latency is apart per capability, and what has no output tokens has no time to first token', async () => {
  const { owner } = team.members
  const start = Date.UTC(2026, 9, 1)
  const key = await makeKey(owner, 'mixed')
  const rows = Array.from({ length: 40 }, (_, at) => {
    const isChat = at % 4 === 0
    return requestRow({
      id: `req_mixed_${at}`,
      teamId: owner.teamId,
      keyId: key,
      startedAt: start + at,
      route: isChat ? 'chat' : 'library-list',
      completionTokens: isChat ? 5 : 0,
      firstMs: isChat ? 500 : 1,
      totalMs: isChat ? 60_000 : 1,
    })
  })
  await team.store.requests.insertMany(rows)

  const url = `/api/usage?from=${start}&to=${start + dayMs}`
  const response = await readUsage(await team.request('GET', url, owner))

  const { latency } = usageSchema.parse(await response.json())
  expect(latency.map(({ capability, requests }) => [capability, requests])).toEqual([
    ['library', 30],
    ['chat', 10],
  ])
  const [library, chat] = latency
  expect(library?.total_ms.p99).toBeLessThan(20)
  expect(library?.first_ms).toBeNull()
  expect(chat?.total_ms.p50).toBeGreaterThan(30_000)
  expect(chat?.first_ms?.p50).toBeGreaterThan(100)
})

test.each(['time', 'key', 'member', 'model'])(
  'rows by %s have durations for one capability only, and totals have none',
  async by => {
    const mixed = await ask('owner', `by=${by}&sort=total_p95`)
    const chat = await ask('owner', `by=${by}&capability=chat`)

    expect(mixed.rows.map(row => [row.total_ms, row.first_ms])).toEqual(mixed.rows.map(() => [null, null]))
    expect(chat.rows.some(row => row.total_ms !== null)).toBe(true)
    expect(mixed.totals).not.toHaveProperty('total_ms')
    expect(mixed.totals.requests).toBe(60)
  },
)

test.each(['time', 'model'])('the file by %s has a line per capability', async by => {
  const { owner } = team.members
  const start = Date.UTC(2026, 8, 1)
  const key = await makeKey(owner, 'file')
  const rows = ['chat', 'library-list', 'library-list'].map((route, at) =>
    requestRow({
      id: `req_file_${by}_${at}`,
      teamId: owner.teamId,
      keyId: key,
      startedAt: start + at,
      route,
      model: null,
      answeredBy: null,
      completionTokens: 0,
      totalMs: route === 'chat' ? 60_000 : 1,
    }),
  )
  await team.store.requests.insertMany(rows)

  const url = `/api/usage/export?from=${start}&to=${start + 3_600_000}&by=${by}&key=${key}`
  const text = await (await exportUsage(await team.request('GET', url, owner))).text()

  const [header = '', ...lines] = text.trim().split('\r\n')
  const columns = header.split(',')
  const read = (name: string) => lines.map(line => line.split(',')[columns.indexOf(name)])
  expect(columns[2]).toBe('capability')
  expect(read('capability')).toEqual(['chat', 'library'])
  expect(read('requests')).toEqual(['1', '2'])
  const [chatMs = 0, libraryMs = 0] = read('total_p99_ms').map(Number)
  expect(chatMs).toBeGreaterThan(30_000)
  expect(libraryMs).toBeLessThan(20)
})

test.each([
  ['sort=cost_usd', ['priced/a', 'free/b']],
  ['sort=cost_usd&down=false', ['priced/a', 'free/b']],
  ['sort=requests&down=false', ['priced/a', 'free/b']],
  ['sort=name&down=true', ['priced/a', 'free/b']],
  ['sort=name&down=false', ['free/b', 'priced/a']],
])('rows are ordered by %s, unknown values last', async (order, names) => {
  const usage = await ask('owner', `by=model&${order}`)

  expect(usage.rows.map(row => row.name)).toEqual(names)
})

test('the file has a line per day and key, and executes no formula', async () => {
  const request = await team.request('GET', `/api/usage/export?${period}&by=key`, team.members.owner)
  const text = await (await exportUsage(request)).text()

  const lines = text.trim().split('\r\n')
  expect(lines[0]).toMatch(/^day,zone,capability,key_id,key,requests,refused,failed,/)
  expect(lines).toHaveLength(6)
  expect(text).toContain(",'=member(),10,0,0,0,100,50,0.02,")
  expect(text).toContain(',"Owner, ""the"" key",')
  const [entry] = await team.store.audit.list(team.members.owner.teamId, { limit: 1 })
  expect(entry).toMatchObject({ action: 'usage.export', actorId: team.members.owner.id })
})

test("every operation is counted under the log's capability", () => {
  for (const capability of capabilityIds) {
    const { routes, webModels } = capabilities[capability]
    for (const route of Object.keys(routes)) {
      expect(toUsageCapability({ route, model: null })).toBe(capability)
    }
    for (const model of webModels) expect(toUsageCapability({ route: webRoute, model })).toBe(capability)
  }
})

async function ask(role: keyof TestTeam['members'], query: string, within = period): Promise<UsageAnswer> {
  const response = await readUsage(
    await team.request('GET', `/api/usage?${within}&${query}`, team.members[role]),
  )
  return usageSchema.parse(await response.json())
}

test('an admin learns which keys are near their budgets, a member only of own keys', async () => {
  const { owner } = team.members
  const settings = { teamId: owner.teamId, ownerId: owner.id, kind: 'api', scopes: ['chat'] } as const
  const budget = { limitNanos: 100, period: null }
  const { key } = await team.store.keys.create({ ...settings, name: 'small', budget })
  await team.store.keys.create({ ...settings, name: 'unused', budget })
  const spends = async (id: string, costNanos: number) => {
    const row = requestRow({ id, teamId: owner.teamId, keyId: key.id, startedAt: from - dayMs, costNanos })
    await team.store.requests.insertMany([{ ...row, holds: [] }])
  }

  await spends('req_near_1', 79)
  expect((await ask('admin', 'by=time')).keys_near_budget).toBeNull()
  await spends('req_near_2', 19)

  expect((await ask('admin', 'by=time')).keys_near_budget).toEqual({
    count: 1,
    name: 'small',
    share: expect.closeTo(0.98),
  })
  expect((await ask('member', 'by=time')).keys_near_budget).toBeNull()
  expect((await ask('member', 'scope=team')).keys_near_budget).toBeNull()
})

async function makeKey(by: TestMember, name: string): Promise<string> {
  const settings = { teamId: by.teamId, ownerId: by.id, name, kind: 'api', scopes: ['chat'] } as const
  return (await team.store.keys.create(settings)).key.id
}
