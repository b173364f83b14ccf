import type { Transaction } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

/**
 * Takes `admin:read` from keys of members who lost the role for it before role changes did so. A key without any
 * other scope is revoked.
 */
export async function keyScopesMigration(transaction: Transaction<Schema>): Promise<void> {
  const keys = await transaction
    .selectFrom('keys')
    .innerJoin('memberships', join =>
      join.onRef('memberships.teamId', '=', 'keys.teamId').onRef('memberships.userId', '=', 'keys.ownerId'),
    )
    .select(['keys.id', 'keys.scopes'])
    .where('memberships.role', 'in', ['viewer', 'member'])
    .where('keys.revokedAt', 'is', null)
    .where('keys.scopes', 'like', '%"admin:read"%')
    .execute()
  for (const { id, scopes } of keys) {
    const rest = (JSON.parse(scopes) as string[]).filter(scope => scope !== 'admin:read')
    await transaction
      .updateTable('keys')
      .set(rest.length === 0 ? { revokedAt: Date.now() } : { scopes: JSON.stringify(rest) })
      .where('id', '=', id)
      .execute()
  }
}
