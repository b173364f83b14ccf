import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** The deployment that answered a request, or was asked last. */
export async function deploymentsMigration(transaction: Kysely<Schema>): Promise<void> {
  await sql`alter table requests add column deployment text`.execute(transaction)
}
