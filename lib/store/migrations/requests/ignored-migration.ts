import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** Members of a request that the model which answered cannot use. */
export async function ignoredMigration(transaction: Kysely<Schema>): Promise<void> {
  await sql`alter table requests add column ignored text`.execute(transaction)
}
