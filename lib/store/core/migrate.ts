import { sql, type Kysely } from 'kysely'
import { migrations, type Migration } from '#lib/store/migrations/migrations.ts'
import type { Schema } from './schema.ts'

export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError'
}

/** An arbitrary lock number: `sext` in ASCII. */
const lockNumber = 0x73657874

/**
 * Migrates the tables, each step in its own transaction. Several processes may call it at once: one migrates, the
 * others wait.
 * @param lock how this database excludes other processes: SQLite by `begin immediate`, PostgreSQL by an advisory
 * lock
 * @throws NewerDatabaseError if a newer version wrote the database; nothing is changed
 */
export async function migrate(
  database: Kysely<Schema>,
  lock: 'begin' | 'advisory',
  steps: readonly Migration[] = migrations,
): Promise<void> {
  let applied = 0
  do {
    applied = await database.transaction().execute(async transaction => {
      if (lock === 'advisory') await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(transaction)
      await sql`create table if not exists migrations (
        id bigint primary key,
        name text not null,
        applied_at bigint not null
      )`.execute(transaction)
      const count = await countApplied(transaction)
      refuseNewer(count, steps.length)
      const step = steps[count]
      if (step === undefined) return count
      await step.up(transaction, lock === 'advisory' ? 'postgres' : 'sqlite')
      const row = { id: count + 1, name: step.name, appliedAt: Date.now() }
      await transaction.insertInto('migrations').values(row).execute()
      return count + 1
    })
  } while (applied < steps.length)
}

/** Number of applied steps; throws if the migrations table is missing. */
export async function countApplied(database: Kysely<Schema>): Promise<number> {
  const row = await database
    .selectFrom('migrations')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirst()
  return Number(row?.last ?? 0)
}

function refuseNewer(applied: number, known: number): void {
  if (applied <= known) return
  throw new NewerDatabaseError(
    `A newer version of Sextant wrote this database (schema ${applied}; this version supports ${known}). ` +
      'Nothing was changed. Start the newer version, or set SEXTANT_DATA_DIR or DATABASE_URL to a different database.',
  )
}
