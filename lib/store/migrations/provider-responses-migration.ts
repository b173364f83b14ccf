import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** Where a provider has the Responses API: `base`, `off`, a path on its host, or null for the default of its server. */
export async function providerResponsesMigration(transaction: Kysely<Schema>): Promise<void> {
  await sql`alter table providers add column responses_api text`.execute(transaction)
}
