import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** Where a provider has the Messages API: `base`, `off`, a path on its host, or null for the default of its kind. */
export async function providerFormatsMigration(transaction: Kysely<Schema>): Promise<void> {
  await sql`alter table providers add column messages_api text`.execute(transaction)
}
