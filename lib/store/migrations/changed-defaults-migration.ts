import type { Transaction } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/**
 * Marks the teams of an earlier version: the next start says once which defaults changed. A new installation has
 * no team yet.
 */
export async function changedDefaultsMigration(transaction: Transaction<Schema>): Promise<void> {
  const teams = await transaction
    .selectFrom('teams')
    .leftJoin('settings', 'settings.teamId', 'teams.id')
    .select(['teams.id', 'settings.data'])
    .where('teams.deletedAt', 'is', null)
    .execute()
  for (const { id, data } of teams) {
    const marked = JSON.stringify({ ...readFields(data ?? '{}'), changedDefaults: true })
    await transaction
      .insertInto('settings')
      .values({ teamId: id, data: marked, revision: 1, updatedAt: Date.now() })
      .onConflict(conflict => conflict.column('teamId').doUpdateSet({ data: marked }))
      .execute()
  }
}

function readFields(json: string): object {
  const fields: unknown = JSON.parse(json)
  return typeof fields === 'object' && fields !== null ? fields : {}
}
