import { sql, type Transaction } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** How far members may go with their own keys, as JSON; null: as far as they like. */
export async function keyCeilingsMigration(transaction: Transaction<Schema>): Promise<void> {
  await sql`alter table keys add column ceilings text`.execute(transaction)
}
