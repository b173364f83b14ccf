import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import type { Migration } from '#lib/store/migrations/migrations.ts'
import { migrations } from '#lib/store/migrations/migrations.ts'
import { openBackend } from './open-backend.ts'
import { onEachDatabase } from '#lib/store/__fixtures__/test-store.ts'

onEachDatabase(makeFixture => {
  test('twenty simultaneous openings migrate once', async () => {
    await using fixture = await makeFixture()

    const stores = await Promise.all(Array.from({ length: 20 }, () => fixture.open()))

    const current = await Promise.all(stores.map(store => store.migrationsCurrent()))
    expect(current).toEqual(stores.map(() => true))
  })

  test('a failed step is rolled back, and earlier steps stay', async () => {
    await using fixture = await makeFixture()
    const backend = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)
    const good: Migration = {
      name: 'good',
      up: async transaction => void (await sql`create table good (id text)`.execute(transaction)),
    }
    const bad: Migration = {
      name: 'bad',
      async up(transaction) {
        await sql`create table bad (id text)`.execute(transaction)
        await sql`create table bad (id text)`.execute(transaction)
      },
    }
    const lock = backend.kind === 'sqlite' ? 'begin' : 'advisory'

    const failed = migrate(backend.database, lock, [...migrations, good, bad])

    await expect(failed).rejects.toThrow('bad')
    const tables = (await backend.database.introspection.getTables()).map(table => table.name)
    const applied = await backend.database.selectFrom('migrations').select('name').orderBy('id').execute()
    await backend.close()
    expect(tables).toContain('good')
    expect(tables).not.toContain('bad')
    expect(applied.map(row => row.name)).toEqual([...migrations.map(each => each.name), 'good'])
  })

  test('a database of a newer version is rejected and unchanged', async () => {
    await using fixture = await makeFixture()
    const newer = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)
    const row = { id: migrations.length + 1, name: 'from the future', appliedAt: 1 }
    await newer.database.insertInto('migrations').values(row).execute()
    await sql`drop table sessions`.execute(newer.database)
    await newer.close()

    await expect(fixture.open()).rejects.toThrow(/newer version of Sextant .*Nothing was changed/)

    await expect(fixture.open()).rejects.toThrow(/newer version/)
  })

  // Sign-in attempts belong to no team yet.
  test('every table belongs to a team, except teams, users, sessions, sign-in attempts, budget leases and gateways', async () => {
    await using fixture = await makeFixture()
    const backend = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)

    const tables = await backend.database.introspection.getTables()

    await backend.close()
    const withoutTeam = tables
      // Internal tables of SQLite's full-text index; chunks have a team.
      .filter(table => !table.name.startsWith('library_words') && !table.name.startsWith('sqlite_'))
      .filter(table => !table.columns.some(column => column.name === 'teamId' || column.name === 'team_id'))
      .map(table => table.name)
    expect(withoutTeam.sort()).toEqual([
      // They are deleted with their budget, which has a team.
      'budget_leases',
      'gateways',
      'migrations',
      'sessions',
      'sign_in_attempts',
      'teams',
      'users',
    ])
  })
})
