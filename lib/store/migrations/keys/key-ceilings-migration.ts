import { sql, type Transaction } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** Limits on members' keys, as JSON; null: none. */
export async function keyCeilingsMigration(transaction: Transaction<Schema>): Promise<void> {
  await sql`alter table keys add column ceilings text`.execute(transaction)
}
