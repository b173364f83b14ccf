import { readPersonName } from './account.ts'
import { type Actor, recordChange } from './audit.ts'
import type { Backend } from './backend.ts'
import { inTransaction } from './in-transaction.ts'
import { raiseRevision } from './raise-revision.ts'
import { toStorable } from './to-storable.ts'

/** What somebody may know and change of their own account. */
export interface AccountChanges {
  /** Null when there is no such user. */
  get(userId: string): Promise<{
    readonly name: string
    readonly email: string | null
    readonly passwordHash: string | null
    /** Who vouches for them; null: nobody does yet. */
    readonly issuer: string | null
  } | null>
  /** @throws ApiError `invalid_value` with param `name` */
  rename(input: { userId: string; teamId: string; name: string; actor: Actor }): Promise<void>
  /**
   * Takes a new password in place of a former one, and ends the user's other sign-ins.
   * @param formerHash what was checked: where it is no longer the account's, nothing changes
   * @returns how many sign-ins ended; null when nothing changed
   */
  changePassword(input: {
    userId: string
    teamId: string
    formerHash: string
    passwordHash: string
    /** The sign-in that goes on. */
    sessionId: string | null
    actor: Actor
  }): Promise<number | null>
}

export function createAccountChanges(backend: Backend): AccountChanges {
  const { database } = backend
  return {
    async get(userId) {
      const row = await database
        .selectFrom('users')
        .select(['name', 'email', 'passwordHash', 'issuer'])
        .where('id', '=', userId)
        .executeTakeFirst()
      return row ?? null
    },

    rename({ userId, teamId, name: given, actor }) {
      const name = toStorable(readPersonName(given))
      return inTransaction(backend, async transaction => {
        const { name: former } = await transaction
          .selectFrom('users')
          .select('name')
          .where('id', '=', userId)
          .executeTakeFirstOrThrow()
        if (former === name) return
        await transaction.updateTable('users').set({ name }).where('id', '=', userId).execute()
        await recordChange(transaction, teamId, actor, {
          action: 'account.change',
          target: userId,
          before: { name: former },
          after: { name },
        })
        await raiseRevision(backend, transaction, teamId)
      })
    },

    changePassword({ userId, teamId, formerHash, passwordHash, sessionId, actor }) {
      return inTransaction(backend, async transaction => {
        const changed = await transaction
          .updateTable('users')
          .set({ passwordHash })
          .where('id', '=', userId)
          .where('passwordHash', '=', formerHash)
          .returning('id')
          .executeTakeFirst()
        if (changed === undefined) return null
        const ended = await transaction
          .updateTable('sessions')
          .set({ revokedAt: Date.now() })
          .where('userId', '=', userId)
          .where('id', '!=', sessionId ?? '')
          .where('revokedAt', 'is', null)
          .where('expiresAt', '>', Date.now())
          .returning('id')
          .execute()
        await recordChange(transaction, teamId, actor, {
          action: 'account.change',
          target: userId,
          after: { password: 'changed', endedSessions: ended.length },
        })
        await raiseRevision(backend, transaction, teamId)
        return ended.length
      })
    },
  }
}
