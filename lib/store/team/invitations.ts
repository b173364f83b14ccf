import type { Transaction } from 'kysely'
import { ApiError } from '#lib/errors.ts'
import type { NewAccount } from './account.ts'
import { type Actor, recordChange } from './audit.ts'
import type { Backend } from '#lib/store/core/backend.ts'
import { makeId } from '#lib/store/core/id.ts'
import { inTransaction, lockTeam } from '#lib/store/core/in-transaction.ts'
import { hashLinkSecret, makeLinkSecret } from '#lib/store/core/link-secret.ts'
import { assertRoleUnchanged } from './assert-role-unchanged.ts'
import type { Role } from './roles.ts'
import type { Schema } from '#lib/store/core/schema.ts'
import type { InvitationTable } from './team-schema.ts'
import { toStorable } from '#lib/store/core/to-storable.ts'

/** An invitation as the team sees it, without its link. Times are milliseconds since 1970. */
export type InvitationRow = Pick<InvitationTable, 'id' | 'role' | 'email' | 'createdAt' | 'expiresAt'> & {
  readonly createdByName: string
}

export interface InvitationStore {
  /** `secret` belongs to the link and is returned only here. */
  create(input: {
    teamId: string
    role: Role
    email: string | null
    by: Actor & { readonly id: string }
  }): Promise<{ id: string; secret: string; expiresAt: number }>
  /** Open invitations, newest first. */
  list(teamId: string): Promise<InvitationRow[]>
  /** False if the team has no open invitation with this id. */
  revoke(teamId: string, id: string, by: Actor): Promise<boolean>
  /** Target of a link; null if it is not valid. */
  find(secret: string): Promise<{ role: Role; email: string | null; teamName: string } | null>
  /**
   * Creates the account and its membership; a link works once.
   * @throws ApiError `link_not_valid`, `email_taken`, `invalid_value` if the link is for another email address
   */
  accept(input: {
    secret: string
    account: NewAccount
    address: string | null
  }): Promise<{ teamId: string; userId: string }>
}

const lifeMs = 7 * 24 * 3_600_000

export function createInvitationStore(backend: Backend): InvitationStore {
  const { database } = backend
  const open = (from: typeof database, now: number) =>
    from
      .selectFrom('invitations')
      .where('invitations.usedAt', 'is', null)
      .where('invitations.revokedAt', 'is', null)
      .where('invitations.expiresAt', '>', now)

  return {
    create({ teamId, role, email, by }) {
      const { secret, hash } = makeLinkSecret()
      const createdAt = Date.now()
      const [id, expiresAt] = [makeId('invitation'), createdAt + lifeMs]
      const unused = { usedAt: null, usedBy: null, revokedAt: null }
      return inTransaction(backend, async transaction => {
        await assertRoleUnchanged(backend, transaction, teamId, by)
        await transaction
          .insertInto('invitations')
          .values({ id, teamId, hash, role, email, createdBy: by.id, createdAt, expiresAt, ...unused })
          .execute()
        await recordChange(transaction, teamId, by, {
          action: 'invitation.create',
          target: id,
          after: { role, email },
        })
        return { id, secret, expiresAt }
      })
    },

    list(teamId) {
      return open(database, Date.now())
        .innerJoin('users', 'users.id', 'invitations.createdBy')
        .select([
          'invitations.id',
          'invitations.role',
          'invitations.email',
          'invitations.createdAt',
          'invitations.expiresAt',
          'users.name as createdByName',
        ])
        .where('invitations.teamId', '=', teamId)
        .orderBy('invitations.createdAt', 'desc')
        .orderBy('invitations.id')
        .execute()
    },

    revoke(teamId, id, by) {
      return inTransaction(backend, async transaction => {
        await lockTeam(backend, transaction, teamId)
        const revoked = await transaction
          .updateTable('invitations')
          .set({ revokedAt: Date.now() })
          .where('teamId', '=', teamId)
          .where('id', '=', toStorable(id))
          .where('usedAt', 'is', null)
          .where('revokedAt', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (revoked === undefined) return false
        await assertRoleUnchanged(backend, transaction, teamId, by)
        await recordChange(transaction, teamId, by, { action: 'invitation.revoke', target: id })
        return true
      })
    },

    async find(secret) {
      const found = await open(database, Date.now())
        .innerJoin('teams', 'teams.id', 'invitations.teamId')
        .select(['invitations.role', 'invitations.email', 'teams.name as teamName'])
        .where('invitations.hash', '=', hashLinkSecret(secret))
        .executeTakeFirst()
      return found ?? null
    },

    accept({ secret, account, address }) {
      return inTransaction(backend, async transaction => {
        const now = Date.now()
        const hash = hashLinkSecret(secret)
        const invited = await open(transaction, now)
          .select('teamId')
          .where('hash', '=', hash)
          .executeTakeFirst()
        if (invited === undefined) throw linkNotValid()
        await lockTeam(backend, transaction, invited.teamId)
        // Claimed before it is read: of two simultaneous uses, one finds it used.
        const taken = await transaction
          .updateTable('invitations')
          .set({ usedAt: now })
          .where('hash', '=', hash)
          .where('usedAt', 'is', null)
          .where('revokedAt', 'is', null)
          .where('expiresAt', '>', now)
          .returningAll()
          .executeTakeFirst()
        if (taken === undefined) throw linkNotValid()
        if (taken.email !== null && taken.email !== account.email) throw otherAddress(taken.email)
        const { id, teamId, role } = taken
        const userId = makeId('user')
        const made = await transaction
          .insertInto('users')
          .values({
            id: userId,
            email: account.email,
            name: toStorable(account.name),
            createdAt: now,
            passwordHash: account.passwordHash,
            issuer: null,
            subject: null,
            lastSeenAt: null,
          })
          .onConflict(conflict => conflict.column('email').doNothing())
          .returning('id')
          .executeTakeFirst()
        if (made === undefined) throw emailTaken()
        await transaction
          .insertInto('memberships')
          .values({ teamId, userId, role, sessionEpoch: 0, createdAt: now })
          .execute()
        await transaction.updateTable('invitations').set({ usedBy: userId }).where('id', '=', id).execute()
        const actor: Actor = { id: userId, name: account.name, address }
        await recordChange(transaction, teamId, actor, {
          action: 'member.join',
          target: userId,
          after: { role, email: account.email, invitation: id },
        })
        return { teamId, userId }
      })
    },
  }
}

/**
 * Revokes a member's open invitations that they could no longer create: a saved link would lead back in.
 * @param role their new role; null: removed from the team
 * @returns their number
 */
export async function revokeInvitations(
  transaction: Transaction<Schema>,
  teamId: string,
  userId: string,
  role: Role | null,
): Promise<number> {
  if (role === 'owner') return 0
  let theirs = transaction
    .updateTable('invitations')
    .set({ revokedAt: Date.now() })
    .where('teamId', '=', teamId)
    .where('createdBy', '=', userId)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
  if (role === 'admin') theirs = theirs.where('role', '=', 'owner')
  return (await theirs.returning('id').execute()).length
}

function linkNotValid(): ApiError {
  return new ApiError(
    'link_not_valid',
    'This invitation is not valid: it was used or revoked, has expired, or its link is incomplete. Ask for a new one.',
  )
}

function otherAddress(email: string): ApiError {
  return new ApiError('invalid_value', `This invitation is for ${email}.`, { param: 'email' })
}

function emailTaken(): ApiError {
  return new ApiError(
    'email_taken',
    'An account with this email address already exists. Sign in, or enter another one.',
    {
      param: 'email',
    },
  )
}
