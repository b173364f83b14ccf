import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** Prices of cached tokens that the console sets. */
export async function cacheRatesMigration(transaction: Kysely<Schema>): Promise<void> {
  await sql`alter table model_settings add column cache_rates text`.execute(transaction)
}
