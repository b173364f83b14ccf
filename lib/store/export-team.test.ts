import { expect, test } from 'vitest'
import { exportedTables, unexportedTables } from './export-tables.ts'
import type { ExportedRow } from './export-team.ts'
import { openBackend } from './open-backend.ts'
import { listTeamTables } from './purge-teams.ts'
import { makeMember, makeOtherTeam, makeOwner } from './test-people.ts'
import { requestRow } from './test-request-row.ts'
import { onEachDatabase } from './test-store.ts'

onEachDatabase(makePlace => {
  test('an export has every row of the team once, no secret, and nothing of another team', async () => {
    await using place = await makePlace()
    const store = await place.open()
    const owner = await makeOwner(store)
    const { teamId } = owner
    await store.setUp.makeOwner(teamId, {
      email: 'boss@example.org',
      name: 'Boss',
      passwordHash: '$argon2id$canary',
    })
    await makeMember(store, owner, 'member', 'Mia')
    const stranger = await makeOtherTeam(place.options)
    const settings = { teamId, ownerId: owner.id, name: 'Nightly', kind: 'api', scopes: ['chat'] } as const
    const { key, token } = await store.keys.create(settings, owner)
    const { secret } = await store.invitations.create({ teamId, role: 'member', email: null, by: owner })
    const rows = Array.from({ length: 1203 }, (_, at) => requestRow({ id: `req_${at}`, teamId }))
    await store.requests.insertMany([...rows, requestRow({ id: 'req_x', teamId: stranger.teamId })])

    const exported: ExportedRow[] = []
    for await (const part of store.teams.export(teamId)) exported.push(...part)

    const of = (table: string) => exported.filter(each => each.table === table).map(({ row }) => row)
    expect(of('teams')).toMatchObject([{ id: teamId, name: 'default' }])
    expect(new Set(of('users').map(({ name }) => name))).toEqual(new Set(['Olga', 'Boss', 'Mia']))
    expect(of('keys')).toMatchObject([{ id: key.id, name: 'Nightly', last4: token.slice(-4) }])
    expect(of('requests')).toHaveLength(1203)
    expect(new Set(of('requests').map(({ id }) => id)).size).toBe(1203)
    const text = JSON.stringify(exported)
    for (const canary of [token, secret, 'argon2id', stranger.teamId, stranger.id, '"hash"']) {
      expect(text).not.toContain(canary)
    }
  })

  test('of every table with rows of teams it is settled whether, and of every secret that, it stays', async () => {
    await using place = await makePlace()
    const backend = await openBackend(place.options.dataDir, place.options.databaseUrl)
    const tables = await listTeamTables(backend)
    const columns = (await backend.database.introspection.getTables()).flatMap(table =>
      table.columns.map(({ name }) => ({ table: table.name, name })),
    )
    await backend.close()

    const settled = [...exportedTables.map(({ name }) => name), ...Object.keys(unexportedTables)]
    expect(settled.toSorted(byText)).toEqual([...tables].toSorted(byText))
    const telling = /hash|secret|sealed|password|cipher|encrypted/
    const leaving = columns.filter(({ table, name }) => {
      const exported = exportedTables.find(each => each.name === table)
      return exported !== undefined && telling.test(name) && exported.withheld?.includes(name) !== true
    })
    expect(leaving).toEqual([])
  })
})

function byText(one: string, other: string): number {
  return one < other ? -1 : 1
}
