import { sql, type Transaction } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** By which the sums of a deleted team are found: without it all sums are read again and again to find that none is left. */
export async function usageTeamIndexMigration(transaction: Transaction<Schema>): Promise<void> {
  await sql`create index usage_sums_by_team on usage_sums (team_id)`.execute(transaction)
}
