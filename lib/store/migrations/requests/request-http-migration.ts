import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** Both HTTP sides of a request whose bodies are logged. */
export async function requestHttpMigration(transaction: Kysely<Schema>): Promise<void> {
  await sql`alter table request_bodies add column http text`.execute(transaction)
}
