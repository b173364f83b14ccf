import type { Transaction } from 'kysely'
import { ApiError } from '#lib/errors.ts'
import { type Actor, recordChange } from './audit.ts'
import type { Backend } from './backend.ts'
import { inTransaction, lockTeam } from './in-transaction.ts'
import { raiseRevision } from './raise-revision.ts'
import { requireStanding } from './require-standing.ts'
import type { Schema } from './schema.ts'

/**
 * Ends a team at once: nobody of it is signed in and no key of it works. Its rows go afterwards, see
 * `purgeDeletedTeams`; what stays is that it was deleted, when and by whom.
 * @throws ApiError `not_found` where it was deleted already
 */
export function deleteTeam(backend: Backend, teamId: string, actor: Actor): Promise<void> {
  return inTransaction(backend, async transaction => {
    await lockTeam(backend, transaction, teamId)
    const deletedAt = Date.now()
    const team = await transaction
      .selectFrom('teams')
      .select('name')
      .where('id', '=', teamId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
    if (team === undefined) throw new ApiError('not_found', 'There is no such team any more.')
    await requireStanding(backend, transaction, teamId, actor)
    const userIds = await listPeople(transaction, teamId)
    await transaction.deleteFrom('memberships').where('teamId', '=', teamId).execute()
    await closeAccounts(transaction, userIds, deletedAt)
    await transaction
      .updateTable('keys')
      .set({ revokedAt: deletedAt })
      .where('teamId', '=', teamId)
      .where('revokedAt', 'is', null)
      .execute()
    await transaction
      .updateTable('invitations')
      .set({ revokedAt: deletedAt })
      .where('teamId', '=', teamId)
      .where('revokedAt', 'is', null)
      .execute()
    await transaction.deleteFrom('setupLinks').where('teamId', '=', teamId).execute()
    await transaction.deleteFrom('shares').where('teamId', '=', teamId).execute()
    await transaction
      .updateTable('teams')
      .set({ slug: `deleted-${teamId}`, deletedAt })
      .where('id', '=', teamId)
      .execute()
    await recordChange(transaction, teamId, actor, {
      action: 'team.delete',
      target: teamId,
      before: { name: team.name },
    })
    await raiseRevision(backend, transaction, teamId)
  })
}

/** Everybody of the team who is in no other: those who left it too, as far as something still names them. */
async function listPeople(transaction: Transaction<Schema>, teamId: string): Promise<readonly string[]> {
  const members = transaction.selectFrom('memberships').select('userId').where('teamId', '=', teamId)
  const owners = transaction.selectFrom('keys').select('ownerId').where('teamId', '=', teamId)
  const invited = transaction.selectFrom('invitations').where('teamId', '=', teamId)
  const people = await transaction
    .selectFrom('users')
    .select('id')
    .where(user =>
      user.or([
        user('id', 'in', members),
        user('id', 'in', owners.where('ownerId', 'is not', null)),
        user('id', 'in', invited.select('createdBy')),
        user('id', 'in', invited.select('usedBy').where('usedBy', 'is not', null)),
      ]),
    )
    .where(
      'id',
      'not in',
      transaction.selectFrom('memberships').select('userId').where('teamId', '!=', teamId),
    )
    .execute()
  return people.map(({ id }) => id)
}

async function closeAccounts(
  transaction: Transaction<Schema>,
  userIds: readonly string[],
  at: number,
): Promise<void> {
  for (const id of userIds) {
    await transaction
      .updateTable('sessions')
      .set({ revokedAt: at })
      .where('userId', '=', id)
      .where('revokedAt', 'is', null)
      .execute()
    await transaction
      .updateTable('users')
      .set({ email: null, passwordHash: null, issuer: null, subject: null, name: '' })
      .where('id', '=', id)
      .execute()
  }
}
