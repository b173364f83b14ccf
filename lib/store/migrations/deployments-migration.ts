import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** The deployment that a request was sent to last, and the deployments of a model that the console sets. */
export async function deploymentsMigration(transaction: Kysely<Schema>): Promise<void> {
  // One column per statement: SQLite does not add more.
  await sql`alter table requests add column deployment text`.execute(transaction)
  await sql`alter table model_settings add column deployments text`.execute(transaction)
}
