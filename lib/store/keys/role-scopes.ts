import type { Transaction } from 'kysely'
import { ApiError } from '#lib/errors.ts'
import type { Schema } from '#lib/store/core/schema.ts'
import type { Role } from '#lib/store/team/roles.ts'

/** Reads operator statistics, as members do who see the whole team. */
const adminScope = 'admin:read'

/**
 * Checks that a key's scopes do not exceed its owner's role. Call it with the team locked.
 * @param ownerId null: a key of the operator, which no role limits
 * @throws ApiError `role_not_allowed`
 */
export async function requireScopesOfRole(
  transaction: Transaction<Schema>,
  { teamId, ownerId, scopes }: { teamId: string; ownerId: string | null; scopes: readonly string[] },
): Promise<void> {
  if (ownerId === null || !scopes.includes(adminScope)) return
  const membership = await transaction
    .selectFrom('memberships')
    .select('role')
    .where('teamId', '=', teamId)
    .where('userId', '=', ownerId)
    .executeTakeFirst()
  if (membership !== undefined && isAdmin(membership.role)) return
  const message = `Only keys of admins and owners can have the scope ${adminScope}. Remove it from this key.`
  throw new ApiError('role_not_allowed', message, { param: 'scopes' })
}

/**
 * Takes from a member's keys the scopes that their new role does not allow. A key without any other scope is revoked.
 * @returns numbers of changed keys
 */
export async function reduceScopes(
  transaction: Transaction<Schema>,
  { teamId, userId, role }: { teamId: string; userId: string; role: Role },
): Promise<{ reducedKeys: number; endedKeys: number }> {
  if (isAdmin(role)) return { reducedKeys: 0, endedKeys: 0 }
  const keys = await transaction
    .selectFrom('keys')
    .select(['id', 'scopes'])
    .where('teamId', '=', teamId)
    .where('ownerId', '=', userId)
    .where('revokedAt', 'is', null)
    .where('scopes', 'like', `%"${adminScope}"%`)
    .execute()
  let endedKeys = 0
  for (const { id, scopes } of keys) {
    const rest = (JSON.parse(scopes) as string[]).filter(scope => scope !== adminScope)
    if (rest.length === 0) endedKeys++
    await transaction
      .updateTable('keys')
      .set(rest.length === 0 ? { revokedAt: Date.now() } : { scopes: JSON.stringify(rest) })
      .where('id', '=', id)
      .execute()
  }
  return { reducedKeys: keys.length - endedKeys, endedKeys }
}

function isAdmin(role: Role): boolean {
  return role === 'admin' || role === 'owner'
}
