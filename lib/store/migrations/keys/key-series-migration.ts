import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** The first key of each series of rotations: all of them share its rate limits. */
export async function keySeriesMigration(transaction: Kysely<Schema>): Promise<void> {
  await sql`alter table keys add column first_key_id text`.execute(transaction)
}
