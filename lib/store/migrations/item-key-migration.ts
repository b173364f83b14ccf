import { sql, type Transaction } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** The key that last saved an item: indexing is charged to it. */
export async function itemKeyMigration(transaction: Transaction<Schema>): Promise<void> {
  await sql`alter table library_items add column key_id text`.execute(transaction)
}
