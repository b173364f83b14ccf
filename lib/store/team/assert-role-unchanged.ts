import type { Transaction } from 'kysely'
import { ApiError } from '#lib/errors.ts'
import type { Actor } from './audit.ts'
import type { Backend } from '#lib/store/core/backend.ts'
import type { Role } from './roles.ts'
import { lockTeam } from '#lib/store/core/in-transaction.ts'

import type { Schema } from '#lib/store/core/schema.ts'

/** The actor of a member change: their own role limits it. */
export interface MemberActor extends Actor {
  readonly role: Role
}

/**
 * Begins a change by a member: locks the team and checks that they still have the role of the request. The role
 * was read before the request body, which may take a while, and by a process that may not know of a removal yet.
 * @param by an actor without a role is the operator or the server
 * @throws ApiError `role_not_allowed`
 */
export async function assertRoleUnchanged(
  backend: Backend,
  transaction: Transaction<Schema>,
  teamId: string,
  by: Actor | MemberActor,
): Promise<void> {
  await lockTeam(backend, transaction, teamId)
  if (!('role' in by)) return
  const membership = await transaction
    .selectFrom('memberships')
    .select('role')
    .where('teamId', '=', teamId)
    .where('userId', '=', by.id)
    .executeTakeFirst()
  if (membership?.role === by.role) return
  throw new ApiError('role_not_allowed', 'Your role in the team has changed. Reload the page.')
}
