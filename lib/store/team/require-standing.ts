import type { Transaction } from 'kysely'
import { ApiError } from '#lib/errors.ts'
import type { Actor } from './audit.ts'
import type { Backend } from '#lib/store/core/backend.ts'
import type { Role } from './roles.ts'
import { lockTeam } from '#lib/store/core/in-transaction.ts'

import type { Schema } from '#lib/store/core/schema.ts'

/** Who changes a member: their own role bounds what they may. */
export interface Changer extends Actor {
  readonly role: Role
}

/**
 * Begins a change by a member: the team is locked, and they are still in it with the role that they asked with. That
 * was read before their request's body, which may take its time, and by a process that may not know of a removal yet.
 * @param by an actor without a role is the operator, or the product itself
 * @throws ApiError `role_not_allowed`
 */
export async function requireStanding(
  backend: Backend,
  transaction: Transaction<Schema>,
  teamId: string,
  by: Actor | Changer,
): Promise<void> {
  await lockTeam(backend, transaction, teamId)
  if (!('role' in by)) return
  const place = await transaction
    .selectFrom('memberships')
    .select('role')
    .where('teamId', '=', teamId)
    .where('userId', '=', by.id)
    .executeTakeFirst()
  if (place?.role === by.role) return
  throw new ApiError('role_not_allowed', 'Your place in the team changed meanwhile. Load the page again.')
}
