import { sql, type Transaction } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** Finds the sums of a deleted team: without it, every check for remaining sums reads the whole table. */
export async function usageTeamIndexMigration(transaction: Transaction<Schema>): Promise<void> {
  await sql`create index usage_sums_by_team on usage_sums (team_id)`.execute(transaction)
}
