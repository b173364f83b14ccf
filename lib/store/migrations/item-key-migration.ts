import { sql, type Transaction } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** With which key an item was last kept: what is spent to index it is that key's. */
export async function itemKeyMigration(transaction: Transaction<Schema>): Promise<void> {
  await sql`alter table library_items add column key_id text`.execute(transaction)
}
