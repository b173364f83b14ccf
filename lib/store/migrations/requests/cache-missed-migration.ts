import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** Requests whose translation may have broken the prompt cache of the provider. */
export async function cacheMissedMigration(transaction: Kysely<Schema>): Promise<void> {
  await sql`alter table requests add column cache_missed bigint not null default 0`.execute(transaction)
}
