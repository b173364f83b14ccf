import type { Kysely, Transaction } from 'kysely'
import { recordChange } from './audit.ts'
import type { Backend } from '#lib/store/core/backend.ts'
import { inTransaction } from '#lib/store/core/in-transaction.ts'
import type { MemberActor } from './assert-role-unchanged.ts'
import { raiseRevision } from '#lib/store/core/raise-revision.ts'
import { assertRoleUnchanged } from './assert-role-unchanged.ts'
import type { Role } from './roles.ts'
import type { Schema } from '#lib/store/core/schema.ts'
import { toStorable } from '#lib/store/core/to-storable.ts'

/** A session in one browser. Times are milliseconds since 1970. */
export interface SessionRow {
  readonly id: string
  readonly createdAt: number
  readonly expiresAt: number
  readonly address: string | null
  /** User agent of the browser. */
  readonly client: string | null
}

/** A session with its user. */
export interface TeamSessionRow extends SessionRow {
  readonly userId: string
  readonly userName: string
  readonly role: Role
}

/** Sessions for team admins. */
export interface TeamSessions {
  /** All sessions of the team, newest first; `before` is the last one of the previous page. */
  listTeam(
    teamId: string,
    page: { limit: number; before?: { createdAt: number; id: string } | null },
  ): Promise<TeamSessionRow[]>
  /** Null if no member has it, or it has ended. */
  find(teamId: string, id: string): Promise<TeamSessionRow | null>
  /**
   * Ends the sessions of one member or the whole team; when an admin ends the team's sessions, those of owners
   * stay.
   * @returns number of ended sessions
   */
  endAll(input: {
    teamId: string
    /** Null: all members. */
    userId: string | null
    /** The session to keep; null: none. */
    except: string | null
    by: MemberActor
  }): Promise<number>
}

export function createTeamSessions(backend: Backend): TeamSessions {
  const { database } = backend
  return {
    listTeam(teamId, { limit, before }) {
      const newest = ofTeam(database, teamId)
        .orderBy('sessions.createdAt', 'desc')
        .orderBy('sessions.id', 'desc')
        .limit(limit)
      if (!before) return newest.execute()
      const last = [before.createdAt, toStorable(before.id)] as const
      return newest
        .where(build => build(build.refTuple('sessions.createdAt', 'sessions.id'), '<', build.tuple(...last)))
        .execute()
    },

    async find(teamId, id) {
      const row = await ofTeam(database, teamId).where('sessions.id', '=', toStorable(id)).executeTakeFirst()
      return row ?? null
    },

    endAll({ teamId, userId, except, by }) {
      return inTransaction(backend, async transaction => {
        await assertRoleUnchanged(backend, transaction, teamId, by)
        const ids = await listEndable(transaction, { teamId, userId, except, by })
        if (ids.length === 0) return 0
        await endSessions(transaction, ids)
        await recordChange(transaction, teamId, by, {
          action: 'session.end_all',
          target: userId,
          after: { ended: ids.length },
        })
        await raiseRevision(backend, transaction, teamId)
        return ids.length
      })
    },
  }
}

function ofTeam(database: Kysely<Schema>, teamId: string) {
  return database
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .innerJoin('memberships', 'memberships.userId', 'users.id')
    .select([
      'sessions.id',
      'sessions.createdAt',
      'sessions.expiresAt',
      'sessions.address',
      'sessions.client',
      'sessions.userId',
      'users.name as userName',
      'memberships.role',
    ])
    .where('memberships.teamId', '=', teamId)
    .where('sessions.revokedAt', 'is', null)
    .where('sessions.expiresAt', '>', Date.now())
}

async function listEndable(
  transaction: Transaction<Schema>,
  about: { teamId: string; userId: string | null; except: string | null; by: MemberActor },
): Promise<readonly string[]> {
  const { teamId, userId, except, by } = about
  let found = ofTeam(transaction, teamId)
  if (userId !== null) found = found.where('sessions.userId', '=', toStorable(userId))
  if (except !== null) found = found.where('sessions.id', '!=', toStorable(except))
  // Only an owner can end owners' sessions.
  if (by.role !== 'owner') found = found.where('memberships.role', '!=', 'owner')
  return (await found.execute()).map(({ id }) => id)
}

// Far below SQLite's bind limit per statement.
const idsAtOnce = 1000

async function endSessions(transaction: Transaction<Schema>, ids: readonly string[]): Promise<void> {
  const revokedAt = Date.now()
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    await transaction
      .updateTable('sessions')
      .set({ revokedAt })
      .where('id', 'in', ids.slice(start, start + idsAtOnce))
      .execute()
  }
}
