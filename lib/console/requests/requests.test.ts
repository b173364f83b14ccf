import { afterAll, beforeAll, expect, test, describe } from 'vitest'
import {
  requestBodiesSchema,
  type RequestDetail,
  type RequestList,
  requestOutcomes,
} from '#lib/contracts/console/requests.ts'
import type { RequestRow } from '#lib/store/requests/request-row.ts'
import { requestRow } from '#lib/store/__fixtures__/test-request-row.ts'
import { makeTestTeam, type TestMember, type TestTeam } from '#lib/console/__fixtures__/test-team.ts'
import { exportRequests, listRequests, readRequest, readRequestBodies, toRequestSearch } from './requests.ts'

describe('requests', () => {
  let team: TestTeam
  beforeAll(async () => {
    team = await makeTestTeam()
  })
  afterAll(() => team[Symbol.asyncDispose]())

  const secret = 'private text'

  /** A request of theirs, with logged bodies. */
  async function write(of: TestMember, changes: Partial<RequestRow> = {}, http?: string): Promise<string> {
    const id = `req_${crypto.randomUUID().replaceAll('-', '')}`
    const { teamId } = of
    const row = requestRow({ id, teamId, userId: of.id, route: 'chat', bodiesKept: true, ...changes })
    await team.store.requests.insertMany([{ ...row, holds: [] }])
    const body = { text: JSON.stringify(secret), whole: true, bytes: 33 }
    const answer = { ...body, kind: 'body' } as const
    const sides = http === undefined ? {} : { http }
    await team.store.bodies.insertMany([{ requestId: id, teamId, at: 1, request: body, answer, ...sides }])
    return id
  }

  async function list(by: TestMember, search = ''): Promise<RequestList> {
    const response = await listRequests(await team.request('GET', `/api/requests?${search}`, by))
    expect(response.status).toBe(200)
    return (await response.json()) as RequestList
  }

  async function actionsAbout(target: string): Promise<string[]> {
    const entries = await team.store.audit.list(team.members.owner.teamId, { limit: 100 })
    return entries
      .filter(entry => entry.target === target)
      .map(({ action, actorId }) => `${action} ${actorId}`)
  }

  test('a member sees own requests, an admin all of the team’s, and no one another team’s', async () => {
    const { member, admin, owner } = team.members
    const mine = await write(member)
    const theirs = await write(owner)
    const elsewhere = await write(team.stranger)

    const own = await list(member)
    const all = await list(admin)

    const ids = ({ requests }: RequestList) => requests.map(({ id }) => id)
    expect(own.you_see_all).toBe(false)
    expect(ids(own)).toContain(mine)
    expect(ids(own)).not.toContain(theirs)
    expect(all.you_see_all).toBe(true)
    expect(ids(all)).toEqual(expect.arrayContaining([mine, theirs]))
    expect(ids(all)).not.toContain(elsewhere)
    expect(ids(await list(member, `member=${owner.id}`))).toEqual(ids(own))
  })

  test('lists and rows contain no part of a body', async () => {
    const { owner } = team.members
    const id = await write(owner)

    const response = await readRequest(await team.request('GET', `/api/requests/${id}`, owner))
    const text = await response.text()

    expect((JSON.parse(text) as RequestDetail).bodies_kept).toBe(true)
    expect(text + JSON.stringify(await list(owner))).not.toContain(secret)
  })

  test('a translated call that lost the cache of its session is marked in lists and alone', async () => {
    const { owner } = team.members
    const ids: string[] = []
    for (const startedAt of [10, 20, 30]) {
      const session = { session: 'lost', startedAt, promptTokens: 4000, cacheMissed: true }
      ids.push(await write(owner, { ...session, apiFormat: 'messages', upstreamApiFormat: 'chat' }))
    }

    const { requests } = await list(owner, 'session=lost')
    const alone = await readRequest(await team.request('GET', `/api/requests/${ids[2]}`, owner))

    expect(requests.map(row => row.cache_broken)).toEqual([true, false, false])
    expect(((await alone.json()) as RequestDetail).cache_broken).toBe(true)
  })

  test('reading another member’s request is audited, reading an own one is not', async () => {
    const { member, admin } = team.members
    const id = await write(member)
    const read = async (by: TestMember) =>
      (await readRequestBodies(await team.request('GET', `/api/requests/${id}/bodies`, by))).text()

    expect(await read(member)).toContain(secret)
    expect(await actionsAbout(id)).toEqual([])

    expect(await read(admin)).toContain(secret)
    expect(await actionsAbout(id)).toEqual([`request.read ${admin.id}`])
    const entries = await team.store.audit.list(admin.teamId, { limit: 100 })
    expect(JSON.stringify(entries)).not.toContain(secret)
  })

  test('bodies come with both HTTP sides, and without them where they were not logged or cannot be read', async () => {
    const { member } = team.members
    const client = { method: 'POST', path: '/v1/chat/completions', request_headers: [], response: null }
    const http = { client, exchanges: [], skipped: 0 }
    const read = async (logged?: string) => {
      const id = await write(member, {}, logged)
      const path = `/api/requests/${id}/bodies`
      const response = await readRequestBodies(await team.request('GET', path, member))
      return requestBodiesSchema.parse(await response.json()).bodies?.http
    }

    expect(await read(JSON.stringify(http))).toEqual(http)
    expect(await read()).toBeNull()
    expect(await read('{"client": 1}')).toBeNull()
  })

  test('pages follow each other, and an invalid filter is rejected', async () => {
    const { owner } = team.members
    for (let at = 0; at < 5; at++) await write(owner, { model: 'paged', startedAt: at })

    const first = await list(owner, 'model=paged&limit=3')
    const second = await list(owner, `model=paged&limit=3&cursor=${first.next}`)
    const between = await list(owner, 'model=paged&since=1&until=3')

    expect([first, second].map(({ requests }) => requests.map(row => row.started_at))).toEqual([
      [4, 3, 2],
      [1, 0],
    ])
    expect(second.next).toBeNull()
    expect(between.requests.map(row => row.started_at)).toEqual([2, 1])
    for (const search of ['cursor=x', 'limit=1000', 'outcome=odd', 'min_ms=-1', 'since=today']) {
      const refused = await listRequests(await team.request('GET', `/api/requests?${search}`, owner))
      expect({ search, status: refused.status }).toEqual({ search, status: 400 })
    }
  })

  test('an export matches the filter and is audited', async () => {
    const { owner } = team.members
    await write(owner, { model: 'exported', status: 502, errorCode: 'upstream_error' })
    await write(owner, { model: 'exported' })

    const address = '/api/requests/export?model=exported&outcome=failed'
    const response = await exportRequests(await team.request('GET', address, owner))

    const { requests } = (await response.json()) as RequestList
    expect(requests.map(({ status }) => status)).toEqual([502])
    const [entry] = await team.store.audit.list(owner.teamId, { limit: 1 })
    expect(entry).toMatchObject({ action: 'requests.export', actorId: owner.id })
    expect(JSON.parse(entry?.after ?? '')).toEqual({ model: 'exported', outcome: 'failed', rows: 1 })
  })
})

test('a request canceled by the client is not a failure, as in usage counts', () => {
  const takes = (status: number) =>
    requestOutcomes.filter(outcome => {
      const ranges = toRequestSearch({ outcome }, null, 0).status ?? []
      return ranges.some(({ from, to }) => from <= status && status <= to)
    })

  expect([200, 429, 498, 499, 502].map(takes)).toEqual([
    ['ok'],
    ['failed', '4xx'],
    ['failed', '4xx'],
    ['abandoned'],
    ['failed', '5xx'],
  ])
})
