import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { migrations, type Migration, type NewIndex } from '#lib/store/migrations/migrations.ts'
import type { Schema } from './schema.ts'

export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError'
}

type Kind = 'sqlite' | 'postgres'

/** An arbitrary lock number: `sext` in ASCII. */
const lockNumber = 0x73657874
const lockPauseMs = 100

/**
 * Migrates the tables, each step in its own transaction, except concurrent ones on PostgreSQL. Several processes may
 * call it at once: one migrates, the others wait.
 * @param lock how this database excludes other processes: SQLite by `begin immediate`, PostgreSQL by an advisory
 * lock
 * @throws NewerDatabaseError if a newer version wrote the database and this one cannot work with it; nothing is
 * changed
 */
export async function migrate(
  database: Kysely<Schema>,
  lock: 'begin' | 'advisory',
  steps: readonly Migration[] = migrations,
): Promise<void> {
  const kind = lock === 'advisory' ? 'postgres' : 'sqlite'
  // Most starts find nothing to do: they wait neither for a writer nor for a step of a newer version.
  while (!(await isMigrated(database, kind, steps.length))) {
    const progress = await retryWhileLocked(() => migrateOnce(database, kind, steps))
    if (progress === 'locked') await sleep(lockPauseMs)
    if (progress === 'concurrent') await retryWhileLocked(() => createIndexesOfNextStep(database, steps))
  }
}

/** `known` is the schema of this version, `applied` that of the database. */
export interface SchemaState {
  readonly known: number
  readonly applied: number
  /** The lowest schema whose code works with the database. */
  readonly readsFrom: number
}

/** @throws an error of the database if the migrations table is missing */
export async function readSchemaState(
  database: Kysely<Schema>,
  known: number = migrations.length,
): Promise<SchemaState> {
  const row = await database
    .selectFrom('migrations')
    .select(({ fn, eb }) => [
      fn.max('id').as('applied'),
      fn.max(fn.coalesce('readsFrom', eb.ref('id'))).as('readsFrom'),
    ])
    .executeTakeFirst()
  return { known, applied: Number(row?.applied ?? 0), readsFrom: Number(row?.readsFrom ?? 0) }
}

async function isMigrated(database: Kysely<Schema>, kind: Kind, known: number): Promise<boolean> {
  if (!(await hasReadsFrom(database, kind))) return false
  const schema = await readSchemaState(database, known)
  refuseUnreadable(schema)
  return schema.applied >= known
}

async function hasReadsFrom(database: Kysely<Schema>, kind: Kind): Promise<boolean> {
  const column =
    kind === 'postgres'
      ? sql`select 1 from information_schema.columns
          where table_schema = current_schema() and table_name = 'migrations' and column_name = 'reads_from'`
      : sql`select 1 from pragma_table_info('migrations') where name = 'reads_from'`
  return (await column.execute(database)).rows.length > 0
}

/** Runs at most one step. */
async function migrateOnce(
  database: Kysely<Schema>,
  kind: Kind,
  steps: readonly Migration[],
): Promise<'migrated' | 'locked' | 'concurrent'> {
  return database.transaction().execute(async transaction => {
    // Waiting for the lock here would keep a snapshot, and the index that another process creates waits for its end.
    if (kind === 'postgres' && !(await tryLock(transaction, 'pg_try_advisory_xact_lock'))) return 'locked'
    // A statement that waits for a table blocks every later reader of that table.
    if (kind === 'postgres') await sql`set local lock_timeout = '5s'`.execute(transaction)
    await prepareTable(transaction, kind)
    const schema = await readSchemaState(transaction, steps.length)
    refuseUnreadable(schema)
    const step = steps[schema.applied]
    // Another process was faster.
    if (step === undefined) return 'migrated'
    if (step.kind === 'transaction') await step.up(transaction, kind)
    else if (kind === 'postgres') return 'concurrent'
    else await createIndexes(transaction, step.indexes)
    await recordStep(transaction, schema.applied + 1, step)
    return 'migrated'
  })
}

async function tryLock(
  database: Kysely<Schema>,
  lock: 'pg_try_advisory_xact_lock' | 'pg_try_advisory_lock',
): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select ${sql.raw(lock)}(${lockNumber}) as locked`.execute(
    database,
  )
  return rows[0]?.locked === true
}

async function prepareTable(transaction: Transaction<Schema>, kind: Kind): Promise<void> {
  await sql`create table if not exists migrations (
    id bigint primary key,
    name text not null,
    applied_at bigint not null,
    reads_from bigint
  )`.execute(transaction)
  if (await hasReadsFrom(transaction, kind)) return
  await sql`alter table migrations add column reads_from bigint`.execute(transaction)
}

function refuseUnreadable({ known, applied, readsFrom }: SchemaState): void {
  if (readsFrom <= known) return
  throw new NewerDatabaseError(
    `A newer version of Sextant wrote this database (schema ${applied}, readable from ${readsFrom}; this version ` +
      `supports ${known}). Nothing was changed. Start the newer version, or set SEXTANT_DATA_DIR or DATABASE_URL to ` +
      'a different database.',
  )
}

async function recordStep(database: Kysely<Schema>, id: number, step: Migration): Promise<void> {
  const row = { id, name: step.name, appliedAt: Date.now(), readsFrom: step.readsFrom }
  await database.insertInto('migrations').values(row).execute()
}

async function createIndexes(transaction: Transaction<Schema>, indexes: readonly NewIndex[]): Promise<void> {
  for (const { name, on } of indexes) {
    await sql`create index if not exists ${sql.id(name)} on ${sql.raw(on)}`.execute(transaction)
  }
}

/**
 * Creates the indexes of the next step outside a transaction, so that writes continue. The lock belongs to the
 * session of one connection.
 */
async function createIndexesOfNextStep(database: Kysely<Schema>, steps: readonly Migration[]): Promise<void> {
  await database.connection().execute(async connection => {
    while (!(await tryLock(connection, 'pg_try_advisory_lock'))) await sleep(lockPauseMs)
    try {
      const { applied } = await readSchemaState(connection)
      const step = steps[applied]
      // Another process was faster.
      if (step?.kind !== 'concurrent') return
      for (const index of step.indexes) await createIndexConcurrently(connection, index)
      await recordStep(connection, applied + 1, step)
    } finally {
      await sql`select pg_advisory_unlock(${lockNumber})`.execute(connection)
    }
  })
}

async function createIndexConcurrently(connection: Kysely<Schema>, { name, on }: NewIndex): Promise<void> {
  // An interrupted creation leaves an index that is maintained but never used.
  const { rows } = await sql`select 1 from pg_index join pg_class on pg_class.oid = pg_index.indexrelid
    where relname = ${name} and not indisvalid and pg_table_is_visible(pg_class.oid)`.execute(connection)
  if (rows.length > 0) await sql`drop index concurrently ${sql.id(name)}`.execute(connection)
  await sql`create index concurrently if not exists ${sql.id(name)} on ${sql.raw(on)}`.execute(connection)
}

const patienceMs = 60_000
/** `lock_not_available` and `deadlock_detected`. */
const lockErrors: ReadonlySet<unknown> = new Set(['55P03', '40P01'])

/** Retries a step that waited too long for a table which other instances use: its transaction was rolled back. */
async function retryWhileLocked<T>(work: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isLockError(error) || performance.now() > giveUpAt) throw error
      await sleep(lockPauseMs)
    }
  }
}

function isLockError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && lockErrors.has(error.code)
}
