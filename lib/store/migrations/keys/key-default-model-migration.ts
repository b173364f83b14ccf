import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** The model that a key uses instead of an unknown one; null: none. */
export async function keyDefaultModelMigration(transaction: Kysely<Schema>): Promise<void> {
  await sql`alter table keys add column default_model text`.execute(transaction)
}
