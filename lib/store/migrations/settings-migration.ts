import { sql, type Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/** Indexes of the audit log by action and actor, and the deletion time of a team. */
export async function settingsMigration(transaction: Kysely<Schema>): Promise<void> {
  const statements = [
    sql`create index audit_by_action on audit (team_id, action, at)`,
    sql`create index audit_by_actor on audit (team_id, actor_id, at)`,
    sql`alter table teams add column deleted_at bigint`,
  ]
  for (const statement of statements) await statement.execute(transaction)
}
