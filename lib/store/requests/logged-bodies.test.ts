import { expect, test } from 'vitest'
import type { LoggedBodies } from './logged-bodies.ts'
import { requestRow } from '#lib/store/__fixtures__/test-request-row.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'

const dayMs = 24 * 3_600_000
const now = 1_800_000_000_000

function bodies(teamId: string, requestId: string, days: number): LoggedBodies {
  return {
    requestId,
    teamId,
    at: now - days * dayMs,
    request: { text: '{"model":"a"}', whole: true, bytes: 13 },
    answer: { text: '[[3,"data: 1"]]', whole: false, bytes: 900_000, kind: 'events' },
  }
}

onEachDatabase(makeFixture => {
  test('bodies are returned as written, stored once, and only for their own team', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const first = { ...bodies('team_1', 'req_1', 0), http: '{"exchanges":[]}' }

    await store.bodies.insertMany([first])
    await store.bodies.insertMany([{ ...first, at: 1 }, bodies('team_1', 'req_2', 0)])
    await store.bodies.insertMany([])

    expect(await store.bodies.get('team_1', 'req_1')).toEqual(first)
    expect(await store.bodies.get('team_1', 'req_2')).not.toBeNull()
    expect(await store.bodies.get('team_2', 'req_1')).toBeNull()
    expect(await store.bodies.get("'; --", '\0')).toBeNull()
  })

  test('client input that a database cannot store is sanitized and stored', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const odd = bodies('team_1', 'req_1', 0)

    await store.bodies.insertMany([{ ...odd, request: { ...odd.request, text: 'a\0b\uD800' } }])

    expect((await store.bodies.get('team_1', 'req_1'))?.request.text).toBe('a\uFFFDb\uFFFD')
  })

  test('rows and bodies expire by the team’s retention, in small batches', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const { teamId } = await store.teams.openModeOwner()
    const by = { id: null, name: 'test', address: null }
    await store.settings.update(teamId, { requestDays: 30, bodyDays: 3 }, by)
    const old = Array.from({ length: 620 }, (_, at) =>
      requestRow({ id: `req_old${at}`, teamId, startedAt: now - 31 * dayMs }),
    )
    const young = requestRow({ id: 'req_young', teamId, startedAt: now - 29 * dayMs })
    await store.requests.insertMany([...old, young].map(row => ({ ...row, holds: [] })))
    await store.bodies.insertMany([bodies(teamId, 'req_young', 2), bodies(teamId, 'req_older', 4)])
    let pauses = 0

    const removed = await store.bodies.removeOld(now, async () => void pauses++)

    expect(removed).toEqual({ requests: 620, bodies: 1 })
    expect(pauses).toBe(2)
    expect((await store.requests.list(teamId, { limit: 10 })).map(({ id }) => id)).toEqual(['req_young'])
    expect(await store.bodies.get(teamId, 'req_older')).toBeNull()
    expect(await store.bodies.get(teamId, 'req_young')).not.toBeNull()
    expect(await store.bodies.removeOld(now, async () => {})).toEqual({ requests: 0, bodies: 0 })
  })

  test('a team with unlimited retention keeps its rows; bodies never outlive their row', async () => {
    await using fixture = await makeFixture()
    const store = await fixture.open()
    const { teamId } = await store.teams.openModeOwner()
    const by = { id: null, name: 'test', address: null }
    const row = requestRow({ id: 'req_old', teamId, startedAt: now - 900 * dayMs })
    await store.requests.insertMany([{ ...row, holds: [] }])
    await store.bodies.insertMany([bodies(teamId, 'req_young', 2)])

    await store.settings.update(teamId, { requestDays: null, bodyDays: 30 }, by)
    expect(await store.bodies.removeOld(now, async () => {})).toEqual({ requests: 0, bodies: 0 })

    await store.settings.update(teamId, { requestDays: 1 }, by)
    expect(await store.bodies.removeOld(now, async () => {})).toEqual({ requests: 1, bodies: 1 })
  })
})
