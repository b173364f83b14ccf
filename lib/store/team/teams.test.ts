import { expect, test, describe } from 'vitest'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'
import { openBackend } from '#lib/store/core/open-backend.ts'
import { makeMember, makeOtherTeam, makeOwner } from '#lib/store/__fixtures__/test-members.ts'
import { requestRow } from '#lib/store/__fixtures__/test-request-row.ts'
import { listTeamTables, type ExportedRow, exportedTables, unexportedTables } from './teams.ts'
import { sql } from 'kysely'

describe('teams', () => {
  onEachDatabase(makeFixture => {
    test("open mode's team and owner are created once", async () => {
      await using fixture = await makeFixture()
      const stores = await Promise.all([fixture.open(), fixture.open(), fixture.open()])

      const owners = await Promise.all(
        stores.flatMap(store => Array.from({ length: 4 }, () => store.teams.openModeOwner())),
      )

      expect(new Set(owners.map(owner => JSON.stringify(owner))).size).toBe(1)
      expect(owners[0]).toMatchObject({ role: 'owner', sessionEpoch: 0 })
      expect(owners[0]?.teamId).toMatch(/^team_[0-9A-Za-z]{24}$/)
      expect(owners[0]?.userId).toMatch(/^user_[0-9A-Za-z]{24}$/)
    })

    test('they are the same after a restart', async () => {
      await using fixture = await makeFixture()
      const first = await fixture.open()
      const owner = await first.teams.openModeOwner()
      await first.close()

      const second = await fixture.open()

      expect(await second.teams.openModeOwner()).toEqual(owner)
    })
  })
})

describe('export team', () => {
  onEachDatabase(makeFixture => {
    test('an export has every row of the team once, no secret, and nothing of another team', async () => {
      await using fixture = await makeFixture()
      const store = await fixture.open()
      const owner = await makeOwner(store)
      const { teamId } = owner
      await store.setUp.makeOwner(teamId, {
        email: 'boss@example.org',
        name: 'Boss',
        passwordHash: '$argon2id$canary',
      })
      await makeMember(store, owner, 'member', 'Mia')
      const stranger = await makeOtherTeam(fixture.options)
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

    test('every team table and every secret column is explicitly included or excluded', async () => {
      await using fixture = await makeFixture()
      const backend = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)
      const tables = await listTeamTables(backend)
      const columns = (await backend.database.introspection.getTables()).flatMap(table =>
        table.columns.map(({ name }) => ({ table: table.name, name })),
      )
      await backend.close()

      const settled = [...exportedTables.map(({ name }) => name), ...Object.keys(unexportedTables)]
      expect(settled.toSorted(byText)).toEqual([...tables].toSorted(byText))
      const secretColumn = /hash|secret|sealed|password|cipher|encrypted/
      const leaving = columns.filter(({ table, name }) => {
        const exported = exportedTables.find(each => each.name === table)
        return exported !== undefined && secretColumn.test(name) && exported.withheld?.includes(name) !== true
      })
      expect(leaving).toEqual([])
    })
  })

  function byText(one: string, other: string): number {
    return one < other ? -1 : 1
  }
})

describe('delete team', () => {
  onEachDatabase(makeFixture => {
    test('a deleted team ends immediately and its rows are purged; another team is unchanged', async () => {
      await using fixture = await makeFixture()
      const [store, other] = await Promise.all([fixture.open(), fixture.open()])
      const owner = await makeOwner(store)
      const mia = await makeMember(store, owner, 'member', 'Mia')
      const stranger = await makeOtherTeam(fixture.options)
      const { teamId } = owner
      const { id: sessionId } = await store.sessions.start({
        userId: mia.id,
        teamId,
        actor: mia,
        client: null,
      })
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
      // As the last batch of a gateway may.
      await store.requests.insertMany([requestRow({ id: 'req_late', teamId, keyId: key.id })])
      await store.teams.purge()

      expect(await countRows(fixture.options, teamId)).toEqual({ audit: 1 })
      expect(await store.audit.list(teamId, { limit: 2 })).toMatchObject([
        { action: 'team.delete', actorId: owner.id, before: '{"name":"default"}' },
      ])
      expect(await store.requests.list(stranger.teamId, { limit: 2 })).toHaveLength(1)
      expect((await store.keys.get(stranger.teamId, theirs.key.id))?.revokedAt).toBeNull()
    })

    test('the check for remaining rows does not scan rows of other teams', async () => {
      await using fixture = await makeFixture()
      const backend = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)
      const rows = await backend.database.transaction().execute(async transaction => {
        // PostgreSQL always scans an empty table.
        if (backend.kind === 'postgres') await sql`set local enable_seqscan = off`.execute(transaction)
        const explain = sql.raw(backend.kind === 'sqlite' ? 'explain query plan' : 'explain')
        const asked = sql`${explain} delete from usage_sums where team_id = 'team_1'`
        return (await asked.execute(transaction)).rows
      })
      await backend.close()

      expect(JSON.stringify(rows)).toContain('usage_sums_by_team')
    })

    test('a team is deleted only once', async () => {
      await using fixture = await makeFixture()
      const store = await fixture.open()
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
})
