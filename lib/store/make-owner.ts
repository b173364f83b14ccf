import type { NewAccount } from './account.ts'
import { recordChange } from './audit.ts'
import type { Backend } from './backend.ts'
import { makeId } from './id.ts'
import { inTransaction, lockTeam } from './in-transaction.ts'
import { raiseRevision } from './raise-revision.ts'
import { toStorable } from './to-storable.ts'

const operator = { id: null, name: 'command line', address: null }

/**
 * What the operator of the machine may do where nobody can sign in any more: an owner with this address and password,
 * new or in place of what the account was. Sessions of a former password end.
 */
export function makeOwner(
  backend: Backend,
  teamId: string,
  account: NewAccount,
): Promise<'made' | 'changed'> {
  const { email, name, passwordHash } = account
  return inTransaction(backend, async transaction => {
    await lockTeam(backend, transaction, teamId)
    const now = Date.now()
    const known = await transaction
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst()
    const userId = known?.id ?? makeId('user')
    if (known === undefined) {
      const nothing = { issuer: null, subject: null, lastSeenAt: null }
      await transaction
        .insertInto('users')
        .values({ id: userId, email, name: toStorable(name), createdAt: now, passwordHash, ...nothing })
        .execute()
    } else {
      await transaction.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute()
      await transaction
        .updateTable('sessions')
        .set({ revokedAt: now })
        .where('userId', '=', userId)
        .where('revokedAt', 'is', null)
        .execute()
    }
    await transaction
      .insertInto('memberships')
      .values({ teamId, userId, role: 'owner', sessionEpoch: 0, createdAt: now })
      .onConflict(conflict =>
        conflict
          .columns(['teamId', 'userId'])
          .doUpdateSet(({ eb }) => ({ role: 'owner', sessionEpoch: eb('memberships.sessionEpoch', '+', 1) })),
      )
      .execute()
    await recordChange(transaction, teamId, operator, {
      action: known === undefined ? 'member.join' : 'member.role',
      target: userId,
      after: { role: 'owner', email },
    })
    await raiseRevision(backend, transaction, teamId)
    return known === undefined ? 'made' : 'changed'
  })
}
