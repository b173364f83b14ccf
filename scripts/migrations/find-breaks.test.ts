import Database from 'better-sqlite3'
import { CamelCasePlugin, Kysely, PostgresDialect, sql, SqliteDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { onEachEmptyDatabase } from '#lib/store/__fixtures__/test-store.ts'
import type { Schema } from '#lib/store/core/schema.ts'
import { type Migration, migrations } from '#lib/store/migrations/migrations.ts'
import { findBreaks } from './find-breaks.ts'

/** Steps after which older instances no longer work, so that an upgrade needs a pause. Each is in CHANGELOG.md. */
const pauses: ReadonlySet<string> = new Set()

/** What steps may remove, and the first schema whose code does not use it. */
const unusedSince: Readonly<Record<string, number>> = {}

const withoutReadsFrom = 16

test('each step since `readsFrom` exists keeps the previous version working', () => {
  const later = migrations.map(({ name, readsFrom }, index) => ({ name, readsFrom, id: index + 1 }))
  const unlisted = later.filter(({ id, readsFrom }) => id > withoutReadsFrom && readsFrom >= id)

  expect(unlisted.map(({ name }) => name).filter(name => !pauses.has(name))).toEqual([])
})

onEachEmptyDatabase(makeFixture => {
  test('no step breaks a version that it declares to keep working', async () => {
    await using empty = await openEmpty()

    expect(await findBreaks(empty.database, empty.kind, migrations, unusedSince)).toEqual([])
  })

  test.each([
    ['drops a column', 'alter table things drop column size', 'things.size is removed or renamed'],
    [
      'renames a column',
      'alter table things rename column size to width',
      'things.size is removed or renamed',
    ],
    ['drops a table', 'drop table things', 'things.id is removed or renamed'],
    ['renames a table', 'alter table things rename to items', 'things.id is removed or renamed'],
    [
      'adds a column that must be written',
      'create table copies (id text); drop table things; create table things (id text primary key, size bigint, need text not null)',
      'things.need is new and has neither a default nor null',
    ],
    [
      'adds a unique index',
      'create unique index one on things (size)',
      'unique index one rejects rows of existing columns',
    ],
    ['updates request rows', 'update requests set total_ms = 0', 'it updates rows of requests'],
    ['deletes request rows', 'delete from requests', 'it deletes rows of requests'],
  ])('a step that %s is found', async (_, statements, reason) => {
    await using empty = await openEmpty()

    expect(await findBreaks(empty.database, empty.kind, [things, requests, step(statements)])).toContain(
      `step: ${reason}`,
    )
  })

  test.for([
    ['changes a type', 'alter table things alter column size type text', 'things.size changes its type'],
    [
      'requires a value',
      'alter table things alter column size set not null',
      'things.size no longer accepts null',
    ],
    [
      'adds a check',
      'alter table things add check (size > 0)',
      'constraint things: CHECK ((size > 0)) rejects rows of existing columns',
    ],
  ] as const)('a step that %s is found', async ([, statements, reason], context) => {
    await using empty = await openEmpty()
    if (empty.kind === 'sqlite') return context.skip('SQLite has no such statement')

    expect(await findBreaks(empty.database, empty.kind, [things, step(statements)])).toEqual([
      `step: ${reason}`,
    ])
  })

  test('a column that no supported version uses may be removed', async () => {
    await using empty = await openEmpty()
    const later: Migration = { ...things, name: 'later', readsFrom: 1, up: () => Promise.resolve() }
    const drop: Migration = { ...step('alter table things drop column size'), readsFrom: 2 }

    expect(await findBreaks(empty.database, empty.kind, [things, later, drop], { 'things.size': 2 })).toEqual(
      [],
    )
  })

  test('new tables, indexes, and columns with a default or null are no breaks', async () => {
    await using empty = await openEmpty()
    const added = step(
      "create table more (id text primary key, size bigint not null); create index by_size on things (size); alter table things add column a text; alter table things add column b text not null default ''; create unique index one on things (a)",
    )

    expect(await findBreaks(empty.database, empty.kind, [things, added])).toEqual([])
  })

  test('builder statements on request rows are found too', async () => {
    await using empty = await openEmpty()
    const built: Migration = {
      ...step(''),
      up: async transaction => void (await transaction.updateTable('requests').set({ status: 1 }).execute()),
    }

    expect(await findBreaks(empty.database, empty.kind, [things, requests, built])).toEqual([
      'step: it updates rows of requests',
    ])
  })

  /** The database before the first step. */
  async function openEmpty(): Promise<Empty> {
    const fixture = await makeFixture()
    const { databaseUrl } = fixture.options
    const database = new Kysely<Schema>({
      dialect:
        databaseUrl === null
          ? new SqliteDialect({ database: new Database(':memory:') })
          : new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl }) }),
      plugins: [new CamelCasePlugin()],
    })
    return {
      database,
      kind: databaseUrl === null ? 'sqlite' : 'postgres',
      async [Symbol.asyncDispose]() {
        await database.destroy()
        await fixture[Symbol.asyncDispose]()
      },
    }
  }
})

interface Empty extends AsyncDisposable {
  readonly database: Kysely<Schema>
  readonly kind: 'sqlite' | 'postgres'
}

const things = {
  name: 'things',
  kind: 'transaction',
  readsFrom: 1,
  up: (transaction: Transaction<Schema>) =>
    run(transaction, 'create table things (id text primary key, size bigint)'),
} satisfies Migration

const requests = {
  name: 'requests',
  kind: 'transaction',
  readsFrom: 1,
  up: (transaction: Transaction<Schema>) =>
    run(transaction, 'create table requests (id text, status bigint, total_ms bigint)'),
} satisfies Migration

function step(statements: string) {
  return {
    name: 'step',
    kind: 'transaction',
    readsFrom: 1,
    up: (transaction: Transaction<Schema>) => run(transaction, statements),
  } satisfies Migration
}

async function run(transaction: Transaction<Schema>, statements: string): Promise<void> {
  for (const statement of statements.split('; ')) await sql.raw(statement).execute(transaction)
}
