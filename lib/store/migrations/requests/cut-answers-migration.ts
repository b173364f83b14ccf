import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** The limit of an answer that only a budget has set, where the answer ended at it. */
export async function cutAnswersMigration(transaction: Kysely<Schema>): Promise<void> {
  await sql`alter table requests add column cut_at_tokens bigint`.execute(transaction)
}
