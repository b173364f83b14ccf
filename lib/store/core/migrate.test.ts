import { type Kysely, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { migrate, readSchemaState } from './migrate.ts'
import type { Migration } from '#lib/store/migrations/migrations.ts'
import { migrations } from '#lib/store/migrations/migrations.ts'
import type { Backend } from './backend.ts'
import { openBackend } from './open-backend.ts'
import type { Schema } from './schema.ts'
import { missingPostgres } from '#lib/store/__fixtures__/test-database.ts'
import { onEachEmptyDatabase, sharedPostgres, temporaryFolder } from '#lib/store/__fixtures__/test-store.ts'
import { openStore } from './store.ts'

const current = {
  known: migrations.length,
  applied: migrations.length,
  readsFrom: Math.max(...migrations.map(({ readsFrom }) => readsFrom)),
}
const nextStep = { kind: 'transaction', readsFrom: migrations.length, up: () => Promise.resolve() } as const

function lockOf({ kind }: Backend): 'begin' | 'advisory' {
  return kind === 'sqlite' ? 'begin' : 'advisory'
}

const index = { name: 'requests_by_model', on: 'requests (model)' }
const indexed: Migration = {
  name: 'indexed',
  kind: 'concurrent',
  readsFrom: current.known,
  indexes: [index],
}

/** What a killed process leaves behind. */
async function leaveInvalidIndex(
  database: Kysely<Schema>,
  { name, on }: { name: string; on: string },
): Promise<void> {
  await sql.raw(`create index ${name} on ${on}`).execute(database)
  await sql`update pg_index set indisvalid = false where indexrelid = ${name}::regclass`.execute(database)
}

onEachEmptyDatabase(makeFixture => {
  test('twenty simultaneous openings migrate once', { timeout: 60_000 }, async () => {
    await using fixture = await makeFixture()

    const stores = await Promise.all(Array.from({ length: 20 }, () => fixture.open()))

    const schemas = await Promise.all(stores.map(store => store.schemaState()))
    expect(schemas).toEqual(stores.map(() => current))
  })

  test('a failed step is rolled back, and earlier steps stay', async () => {
    await using fixture = await makeFixture()
    const backend = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)
    const good: Migration = {
      ...nextStep,
      name: 'good',
      up: async transaction => void (await sql`create table good (id text)`.execute(transaction)),
    }
    const bad: Migration = {
      ...nextStep,
      name: 'bad',
      async up(transaction) {
        await sql`create table bad (id text)`.execute(transaction)
        await sql`create table bad (id text)`.execute(transaction)
      },
    }

    const failed = migrate(backend.database, lockOf(backend), [...migrations, good, bad])

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
    const row = { id: migrations.length + 1, name: 'from the future', appliedAt: 1, readsFrom: null }
    await newer.database.insertInto('migrations').values(row).execute()
    await sql`drop table sessions`.execute(newer.database)
    await newer.close()

    await expect(fixture.open()).rejects.toThrow(/newer version of Sextant .*Nothing was changed/)

    await expect(fixture.open()).rejects.toThrow(/newer version/)
  })

  test('a newer version may migrate a database that older instances read; they start and keep working', async () => {
    await using fixture = await makeFixture()
    const older = await fixture.open()
    const { teamId } = await older.teams.openModeOwner()
    const newer = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)
    const added: Migration = {
      ...nextStep,
      name: 'added',
      up: async transaction =>
        void (await sql`alter table keys add column note text not null default ''`.execute(transaction)),
    }

    await migrate(newer.database, lockOf(newer), [...migrations, added])
    await newer.close()
    const restarted = await fixture.open()

    for (const store of [older, restarted]) {
      const { key } = await store.keys.create({
        teamId,
        ownerId: null,
        name: 'k',
        kind: 'api',
        scopes: ['chat'],
      })
      expect(await store.keys.get(teamId, key.id)).toMatchObject({ name: 'k' })
      expect(await store.schemaState()).toEqual({
        ...current,
        applied: current.known + 1,
        readsFrom: current.known,
      })
    }
  })

  test('after a step that needs newer code, older instances report it and do not start', async () => {
    await using fixture = await makeFixture()
    const older = await fixture.open()
    const newer = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)
    const breaking: Migration = { ...nextStep, name: 'breaking', readsFrom: current.known + 1 }

    await migrate(newer.database, lockOf(newer), [...migrations, breaking])
    await newer.close()

    const next = current.known + 1
    expect(await older.schemaState()).toEqual({ known: current.known, applied: next, readsFrom: next })
    await expect(fixture.open()).rejects.toThrow(/newer version of Sextant .*Nothing was changed/)
  })

  test('a database without `reads_from` gets the column, and its rows need exactly their own version', async () => {
    await using fixture = await makeFixture()
    const former = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)
    await sql`alter table migrations drop column reads_from`.execute(former.database)
    await former.close()

    const store = await fixture.open()

    expect(await store.schemaState()).toEqual({ ...current, readsFrom: current.known })
  })

  test('two processes create an index once, and one that was interrupted again', async () => {
    await using fixture = await makeFixture()
    const backend = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)
    const { database, kind } = backend
    if (kind === 'postgres') await leaveInvalidIndex(database, index)

    await Promise.all([
      migrate(database, lockOf(backend), [...migrations, indexed]),
      migrate(database, lockOf(backend), [...migrations, indexed]),
    ])

    const { rows } = await (
      kind === 'postgres'
        ? sql`select 1 from pg_index join pg_class on pg_class.oid = indexrelid
          where relname = ${index.name} and indisvalid`
        : sql`select 1 from sqlite_master where name = ${index.name}`
    ).execute(database)
    const { applied } = await readSchemaState(database)
    await backend.close()
    expect(rows).toHaveLength(1)
    expect(applied).toBe(current.known + 1)
  })

  // Sign-in attempts belong to no team yet.
  test('every table belongs to a team, except teams, users, sessions, sign-in attempts, budget leases, limit uses, gateways and price catalogs', async () => {
    await using fixture = await makeFixture()
    const backend = await openBackend(fixture.options.dataDir, fixture.options.databaseUrl)

    const tables = await backend.database.introspection.getTables()

    await backend.close()
    const withoutTeam = tables
      // Internal tables of SQLite's full-text index; chunks have a team.
      .filter(table => !table.name.startsWith('library_words') && !table.name.startsWith('sqlite_'))
      .filter(table => !table.columns.some(column => column.name === 'teamId' || column.name === 'team_id'))
      .map(table => table.name)
    // Only in PostgreSQL. Its subjects are keys, teams and networks, and its rows live two minutes.
    expect(withoutTeam.filter(name => name !== 'limit_uses').sort()).toEqual([
      // They are deleted with their budget, which has a team.
      'budget_leases',
      'gateways',
      'migrations',
      // Their names include a hash of the price, so that teams cannot differ.
      'operator_prices',
      // All teams use the same prices.
      'price_catalogs',
      'sessions',
      'sign_in_attempts',
      'teams',
      'users',
    ])
  })
})

describe.skipIf(missingPostgres() !== null)('on PostgreSQL', () => {
  test('rows are written, and older instances start, while a concurrent step waits for a long transaction', async () => {
    const dataDir = temporaryFolder()
    const databaseUrl = await (await sharedPostgres()).createDatabase()
    const backend = await openBackend(dataDir, databaseUrl)
    const store = await openStore({ dataDir, databaseUrl })
    const { teamId } = await store.teams.openModeOwner()
    const write = (id: string, database: Kysely<Schema> = backend.database) =>
      sql`insert into pages_seen values (${id})`.execute(database)
    await sql`create table pages_seen (id text)`.execute(backend.database)
    const seen: Migration = { ...indexed, indexes: [{ name: 'pages_seen_by_id', on: 'pages_seen (id)' }] }
    const long = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const transaction = backend.database.transaction().execute(async open => {
      await write('first', open)
      begun.resolve()
      await long.promise
    })
    await begun.promise

    const migrated = migrate(backend.database, 'advisory', [...migrations, seen])
    await expect.poll(async () => (await waitingIndexes(backend)).length).toBe(1)
    await write('second')
    await store.keys.create({ teamId, ownerId: null, name: 'k', kind: 'api', scopes: ['chat'] })
    const started = await openStore({ dataDir, databaseUrl })
    await started.close()
    const waiting = (await waitingIndexes(backend)).length
    long.resolve()
    await Promise.all([transaction, migrated])

    await store.close()
    await backend.close()
    expect(waiting).toBe(1)
  })
})

async function waitingIndexes({ database }: Backend): Promise<readonly unknown[]> {
  return (await sql`select 1 from pg_stat_progress_create_index`.execute(database)).rows
}
