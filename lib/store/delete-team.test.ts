import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openBackend } from './open-backend.ts'
import { listTeamTables } from './purge-teams.ts'
import { makeMember, makeOtherTeam, makeOwner } from './test-people.ts'
import { requestRow } from './test-request-row.ts'
import { onEachDatabase } from './test-store.ts'

onEachDatabase(makePlace => {
  test('a deleted team is over at once, and its rows go; another team is as it was', async () => {
    await using place = await makePlace()
    const [store, other] = await Promise.all([place.open(), place.open()])
    const owner = await makeOwner(store)
    const mia = await makeMember(store, owner, 'member', 'Mia')
    const stranger = await makeOtherTeam(place.options)
    const { teamId } = owner
    const { id: sessionId } = await store.sessions.start({ userId: mia.id, teamId, actor: mia, client: null })
    const settings = { teamId, ownerId: mia.id, name: 'k', kind: 'api', scopes: ['chat'] } as const
    const { key } = await store.keys.create(settings, mia)
    const theirs = await store.keys.create({ ...settings, teamId: stranger.teamId, ownerId: stranger.id })
    const { secret } = await store.invitations.create({ teamId, role: 'member', email: null, by: owner })
    const rows = Array.from({ length: 250 }, (_, at) =>
      requestRow({ id: `req_${at}`, teamId, keyId: key.id }),
    )
    await store.requests.insertMany(rows)
    await store.requests.insertMany([
      requestRow({ id: 'req_theirs', teamId: stranger.teamId, keyId: theirs.key.id }),
    ])

    await store.teams.delete(teamId, owner)

    expect(await other.sessions.memberOf(sessionId)).toBeNull()
    expect(await other.invitations.find(secret)).toBeNull()
    expect((await other.keys.get(teamId, key.id))?.revokedAt).not.toBeNull()
    expect(await other.accounts.findByEmail('mia@example.org')).toBeNull()
    expect((await other.teams.openModeOwner()).teamId).not.toBe(teamId)

    await Promise.all([store.teams.purge(), other.teams.purge()])
    // As a gateway's last batch may.
    await store.requests.insertMany([requestRow({ id: 'req_late', teamId, keyId: key.id })])
    await store.teams.purge()

    expect(await countRows(place.options, teamId)).toEqual({ audit: 1 })
    expect(await store.audit.list(teamId, { limit: 2 })).toMatchObject([
      { action: 'team.delete', actorId: owner.id, before: '{"name":"default"}' },
    ])
    expect(await store.requests.list(stranger.teamId, { limit: 2 })).toHaveLength(1)
    expect((await store.keys.get(stranger.teamId, theirs.key.id))?.revokedAt).toBeNull()
  })

  test('whether anything is left of it is found without reading what is others’', async () => {
    await using place = await makePlace()
    const backend = await openBackend(place.options.dataDir, place.options.databaseUrl)
    const rows = await backend.database.transaction().execute(async transaction => {
      // Of an empty table PostgreSQL reads all.
      if (backend.kind === 'postgres') await sql`set local enable_seqscan = off`.execute(transaction)
      const explain = sql.raw(backend.kind === 'sqlite' ? 'explain query plan' : 'explain')
      const asked = sql`${explain} delete from usage_sums where team_id = 'team_1'`
      return (await asked.execute(transaction)).rows
    })
    await backend.close()

    expect(JSON.stringify(rows)).toContain('usage_sums_by_team')
  })

  test('it is deleted once', async () => {
    await using place = await makePlace()
    const store = await place.open()
    const owner = await makeOwner(store)
    await store.teams.delete(owner.teamId, owner)

    await expect(store.teams.delete(owner.teamId, owner)).rejects.toMatchObject({ code: 'not_found' })
  })
})

async function countRows(
  options: { dataDir: string; databaseUrl: string | null },
  teamId: string,
): Promise<Record<string, number>> {
  const backend = await openBackend(options.dataDir, options.databaseUrl)
  const tables = await listTeamTables(backend)
  const counts: Record<string, number> = {}
  for (const table of tables) {
    const all = sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where team_id = ${teamId}`
    const count = Number((await all.execute(backend.database)).rows[0]?.n)
    if (count > 0) counts[table] = count
  }
  await backend.close()
  return counts
}
