import type { MemberActor } from './assert-role-unchanged.ts'
import type { Transaction } from 'kysely'
import { ApiError } from '#lib/errors.ts'
import { recordChange } from './audit.ts'
import type { Backend } from '#lib/store/core/backend.ts'
import { inTransaction, lockTeam } from '#lib/store/core/in-transaction.ts'
import { revokeInvitations } from './invitations.ts'
import { raiseRevision } from '#lib/store/core/raise-revision.ts'
import { assertRoleUnchanged } from './assert-role-unchanged.ts'
import type { Role } from './roles.ts'
import { endShares } from '#lib/store/shares/shares.ts'
import type { Schema } from '#lib/store/core/schema.ts'
import { toStorable } from '#lib/store/core/to-storable.ts'
import { readCeilings } from '#lib/store/keys/key-row.ts'
import { reduceScopes } from '#lib/store/keys/role-scopes.ts'

export interface MemberRow {
  readonly userId: string
  readonly name: string
  readonly email: string | null
  readonly role: Role
  readonly joinedAt: number
  readonly lastSeenAt: number | null
  /** Their active keys, without the playground key. */
  readonly keys: number
  /** Their active short links. */
  readonly shares: number
}

interface Change {
  readonly teamId: string
  readonly userId: string
  readonly by: MemberActor
}

export interface MemberStore {
  /** In the order in which they joined. */
  list(teamId: string): Promise<MemberRow[]>
  /**
   * Takes effect everywhere within seconds: everything derived from the old role stops working. Keys of a new
   * viewer are suspended until an admin enables them; scopes that the role does not allow are removed from keys, and
   * keys without any other scope are revoked; open invitations that they could no longer create are revoked.
   * @throws ApiError `not_found`, `role_not_allowed`, `last_owner`
   */
  changeRole(change: Change & { readonly role: Role }): Promise<void>
  /**
   * Ends the member's sessions, keys, short links and open invitations, and releases the email address; audit
   * entries stay.
   * @throws ApiError `not_found`, `role_not_allowed`, `last_owner`
   */
  remove(change: Change): Promise<{ endedKeys: number; endedShares: number }>
}

export function createMemberStore(backend: Backend): MemberStore {
  const { database } = backend
  return {
    async list(teamId) {
      const rows = await database
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.userId')
        .select(build => [
          'users.id as userId',
          'users.name',
          'users.email',
          'memberships.role',
          'memberships.createdAt as joinedAt',
          'users.lastSeenAt',
          build
            .selectFrom('keys')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .whereRef('keys.ownerId', '=', 'users.id')
            .where('keys.teamId', '=', teamId)
            .where('keys.kind', '=', 'api')
            .where('keys.revokedAt', 'is', null)
            .where(key => key.or([key('keys.expiresAt', 'is', null), key('keys.expiresAt', '>', Date.now())]))
            .as('keys'),
          build
            .selectFrom('shares')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .whereRef('shares.createdBy', '=', 'users.id')
            .where('shares.teamId', '=', teamId)
            .where('shares.revokedAt', 'is', null)
            .where(share =>
              share.or([share('shares.expiresAt', 'is', null), share('shares.expiresAt', '>', Date.now())]),
            )
            .as('shares'),
        ])
        .where('memberships.teamId', '=', teamId)
        .orderBy('memberships.createdAt')
        .orderBy('users.id')
        .execute()
      return rows.map(row => ({ ...row, keys: row.keys ?? 0, shares: row.shares ?? 0 }))
    },

    changeRole({ teamId, userId, role, by }) {
      return inTransaction(backend, async transaction => {
        const member = await findChangeable(backend, transaction, { teamId, userId, by })
        if (member.role === role) return
        if (role === 'owner' && by.role !== 'owner') throw ownersOnly()
        if (member.role === 'owner') await requireOtherOwner(transaction, teamId, userId)
        await transaction
          .updateTable('memberships')
          .set(build => ({ role, sessionEpoch: build('sessionEpoch', '+', 1) }))
          .where('teamId', '=', teamId)
          .where('userId', '=', userId)
          .execute()
        await endKeys(transaction, teamId, userId, 'playground')
        const endedInvitations = await revokeInvitations(transaction, teamId, userId, role)
        const { reducedKeys, endedKeys } = await reduceScopes(transaction, { teamId, userId, role })
        const suspendedKeys = role === 'viewer' ? await suspendKeys(transaction, teamId, userId) : 0
        await recordChange(transaction, teamId, by, {
          action: 'member.role',
          target: userId,
          before: { role: member.role },
          after: {
            role,
            ...(reducedKeys > 0 && { reducedKeys }),
            ...(endedKeys > 0 && { endedKeys }),
            ...(suspendedKeys > 0 && { suspendedKeys }),
            ...(endedInvitations > 0 && { endedInvitations }),
          },
        })
        await raiseRevision(backend, transaction, teamId)
      })
    },

    remove({ teamId, userId, by }) {
      return inTransaction(backend, async transaction => {
        const member = await findChangeable(backend, transaction, { teamId, userId, by })
        if (member.role === 'owner') await requireOtherOwner(transaction, teamId, userId)
        const endedKeys = await endKeys(transaction, teamId, userId, 'api')
        await endKeys(transaction, teamId, userId, 'playground')
        const endedShares = await endShares(transaction, teamId, userId)
        const endedInvitations = await revokeInvitations(transaction, teamId, userId, null)
        await transaction
          .deleteFrom('memberships')
          .where('teamId', '=', teamId)
          .where('userId', '=', userId)
          .execute()
        await closeAccount(transaction, userId)
        await recordChange(transaction, teamId, by, {
          action: 'member.remove',
          target: userId,
          before: { name: member.name, email: member.email, role: member.role },
          after: { endedKeys, endedShares, ...(endedInvitations > 0 && { endedInvitations }) },
        })
        await raiseRevision(backend, transaction, teamId)
        return { endedKeys, endedShares }
      })
    },
  }
}

async function findChangeable(backend: Backend, transaction: Transaction<Schema>, change: Change) {
  await lockTeam(backend, transaction, change.teamId)
  const member = await transaction
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .select(['memberships.role', 'users.name', 'users.email'])
    .where('memberships.teamId', '=', change.teamId)
    .where('memberships.userId', '=', toStorable(change.userId))
    .executeTakeFirst()
  if (member === undefined) throw new ApiError('not_found', 'This member does not exist.')
  await assertRoleUnchanged(backend, transaction, change.teamId, change.by)
  if (member.role === 'owner' && change.by.role !== 'owner') throw ownersOnly()
  return member
}

async function requireOtherOwner(
  transaction: Transaction<Schema>,
  teamId: string,
  userId: string,
): Promise<void> {
  const other = await transaction
    .selectFrom('memberships')
    .select('userId')
    .where('teamId', '=', teamId)
    .where('role', '=', 'owner')
    .where('userId', '!=', userId)
    .executeTakeFirst()
  if (other !== undefined) return
  throw new ApiError('last_owner', 'This is the last owner of the team. Make another member an owner first.')
}

async function endKeys(
  transaction: Transaction<Schema>,
  teamId: string,
  userId: string,
  kind: 'api' | 'playground',
): Promise<number> {
  const ended = await transaction
    .updateTable('keys')
    .set({ revokedAt: Date.now() })
    .where('teamId', '=', teamId)
    .where('ownerId', '=', userId)
    .where('kind', '=', kind)
    .where('revokedAt', 'is', null)
    .returning('id')
    .execute()
  return ended.length
}

/**
 * The row stays, because requests and audit entries refer to it, and so does its SSO identity: a removed user is
 * recognized by it, and cannot auto-join.
 */
async function closeAccount(transaction: Transaction<Schema>, userId: string): Promise<void> {
  const elsewhere = await transaction
    .selectFrom('memberships')
    .select('teamId')
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (elsewhere !== undefined) return
  await transaction
    .updateTable('sessions')
    .set({ revokedAt: Date.now() })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .execute()
  await transaction
    .updateTable('users')
    .set({ email: null, passwordHash: null })
    .where('id', '=', userId)
    .execute()
}

function ownersOnly(): ApiError {
  return new ApiError('role_not_allowed', 'Only an owner can change owners or make someone an owner.')
}

/**
 * Viewers cannot run requests, so their keys are suspended until an admin enables them, whatever role the
 * owner gets.
 * @returns number of suspended keys
 */
async function suspendKeys(
  transaction: Transaction<Schema>,
  teamId: string,
  userId: string,
): Promise<number> {
  const suspended = await transaction
    .selectFrom('keys')
    .select(['id', 'ceilings'])
    .where('teamId', '=', teamId)
    .where('ownerId', '=', userId)
    .where('kind', '=', 'api')
    .where('revokedAt', 'is', null)
    .where('disabledAt', 'is', null)
    .execute()
  for (const { id, ceilings } of suspended) {
    const rest = JSON.stringify({ ...readCeilings(ceilings), disabled: true })
    await transaction
      .updateTable('keys')
      .set({ disabledAt: Date.now(), ceilings: rest })
      .where('id', '=', id)
      .execute()
  }
  return suspended.length
}
