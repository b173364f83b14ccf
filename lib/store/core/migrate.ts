import { sql, type Kysely } from 'kysely'
import { migrations, type Migration } from '#lib/store/migrations/migrations.ts'
import type { Schema } from './schema.ts'

export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError'
}

/** Any number that nothing else locks: `sext` in ASCII. */
const lockNumber = 0x73657874

/**
 * Brings the tables up to date, each step in a transaction of its own. Several processes may call it at once: one
 * migrates, the others wait and find nothing to do.
 * @param lock how this database keeps the others out: SQLite by `begin immediate`, PostgreSQL by an advisory lock
 * @throws NewerDatabaseError when the database was written by a newer version; nothing is changed then
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

/** How many steps this database has seen; throws where there is no table of them. */
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
    `The database was written by a newer version of Sextant (schema ${applied}; this version knows ${known}). ` +
      'Nothing was changed. Start that version again, or use another SEXTANT_DATA_DIR or DATABASE_URL.',
  )
}
