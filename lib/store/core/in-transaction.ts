import { sql, type Transaction } from 'kysely'
import type { Backend } from './backend.ts'
import type { Schema } from './schema.ts'

/** Commits all of the work or none; it may rerun when SQLite was busy, so it must have no other side effects. */
export function inTransaction<T>(
  backend: Backend,
  work: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  return backend.write(() => backend.database.transaction().execute(work))
}

/**
 * Serializes changes to a team's members or setup, so that two changes cannot both pass a check that only one of
 * them may. SQLite's transactions hold the single write lock anyway. Inserting rows that reference the team does
 * not wait for this lock, so an insert cannot deadlock with it.
 */
export async function lockTeam(
  backend: Backend,
  transaction: Transaction<Schema>,
  teamId: string,
): Promise<void> {
  if (backend.kind === 'sqlite') return
  await sql`select id from teams where id = ${teamId} for no key update`.execute(transaction)
}
