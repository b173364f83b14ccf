import { sql, type Transaction } from 'kysely'
import type { Backend } from './backend.ts'
import type { Schema } from './schema.ts'

/** All of the work or none of it; it may run again where SQLite was busy, so it must have no other effect. */
export function inTransaction<T>(
  backend: Backend,
  work: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  return backend.write(() => backend.database.transaction().execute(work))
}

/**
 * Lets one change of a team's people or set-up follow the other, so that two cannot both find the state that only
 * one of them may. SQLite's transactions hold the one write lock anyway. Rows that name the team are added meanwhile:
 * whoever does that does not wait, holding what is wanted next here.
 */
export async function lockTeam(
  backend: Backend,
  transaction: Transaction<Schema>,
  teamId: string,
): Promise<void> {
  if (backend.kind === 'sqlite') return
  await sql`select id from teams where id = ${teamId} for no key update`.execute(transaction)
}
