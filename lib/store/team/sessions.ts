import { type Actor, recordChange } from './audit.ts'
import type { Backend } from '#lib/store/core/backend.ts'
import { makeId } from '#lib/store/core/id.ts'
import { inTransaction } from '#lib/store/core/in-transaction.ts'
import { raiseRevision } from '#lib/store/core/raise-revision.ts'
import { createTeamSessions, type SessionRow, type TeamSessions } from './team-sessions.ts'
import type { Member } from './teams.ts'
import { toStorable } from '#lib/store/core/to-storable.ts'

export interface SessionStore extends TeamSessions {
  /** Records a session. */
  start(input: { userId: string; teamId: string; actor: Actor; client: string | null }): Promise<SessionRow>
  /** User of this session; null if it has ended or its user is in no team. */
  memberOf(id: string): Promise<Member | null>
  /** Active sessions, newest first. */
  list(userId: string): Promise<SessionRow[]>
  /** False if the user has no such session. All processes know within a second. */
  end(input: { id: string; userId: string; teamId: string; actor: Actor }): Promise<boolean>
  /** Records activity. */
  seen(userId: string, at: number): Promise<void>
}

/** A month: convenient, and any session can be ended. */
export const sessionLifeMs = 30 * 24 * 3_600_000

export function createSessionStore(backend: Backend): SessionStore {
  const { database } = backend
  return {
    ...createTeamSessions(backend),

    start({ userId, teamId, actor, client }) {
      const createdAt = Date.now()
      const row: SessionRow = {
        id: makeId('session'),
        createdAt,
        expiresAt: createdAt + sessionLifeMs,
        address: actor.address,
        client: client === null ? null : toStorable(client.slice(0, 200)),
      }
      return inTransaction(backend, async transaction => {
        await transaction
          .insertInto('sessions')
          .values({ ...row, userId, revokedAt: null })
          .execute()
        await transaction.deleteFrom('sessions').where('expiresAt', '<', createdAt).execute()
        await recordChange(transaction, teamId, actor, { action: 'session.start', target: userId })
        return row
      })
    },

    async memberOf(id) {
      const row = await database
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.userId')
        .innerJoin('memberships', 'memberships.userId', 'users.id')
        .select([
          'memberships.teamId',
          'memberships.userId',
          'memberships.role',
          'memberships.sessionEpoch',
          'users.name',
          'users.email',
        ])
        .where('sessions.id', '=', toStorable(id))
        .where('sessions.revokedAt', 'is', null)
        .where('sessions.expiresAt', '>', Date.now())
        .orderBy('memberships.createdAt')
        .executeTakeFirst()
      return row ?? null
    },

    list(userId) {
      return database
        .selectFrom('sessions')
        .select(['id', 'createdAt', 'expiresAt', 'address', 'client'])
        .where('userId', '=', userId)
        .where('revokedAt', 'is', null)
        .where('expiresAt', '>', Date.now())
        .orderBy('createdAt', 'desc')
        .execute()
    },

    end({ id, userId, teamId, actor }) {
      return inTransaction(backend, async transaction => {
        const ended = await transaction
          .updateTable('sessions')
          .set({ revokedAt: Date.now() })
          .where('id', '=', toStorable(id))
          .where('userId', '=', userId)
          .where('revokedAt', 'is', null)
          .returning('id')
          .executeTakeFirst()
        if (ended === undefined) return false
        await recordChange(transaction, teamId, actor, { action: 'session.end', target: userId })
        await raiseRevision(backend, transaction, teamId)
        return true
      })
    },

    async seen(userId, at) {
      await backend.write(() =>
        database.updateTable('users').set({ lastSeenAt: at }).where('id', '=', userId).execute(),
      )
    },
  }
}
