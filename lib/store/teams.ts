import type { Actor } from './audit.ts'
import type { Backend } from './backend.ts'
import { deleteTeam } from './delete-team.ts'
import { type ExportedRow, exportTeam } from './export-team.ts'
import { makeId } from './id.ts'
import { purgeDeletedTeams } from './purge-teams.ts'
import { renameTeam } from './rename-team.ts'
import type { Role } from './roles.ts'

/** A user's place in a team. */
export interface Member {
  readonly teamId: string
  readonly userId: string
  readonly role: Role
  readonly sessionEpoch: number
  readonly name: string
  /** Null in open mode, where nobody signs in. */
  readonly email: string | null
}

export interface TeamStore {
  /** The owner of the team `default`, who is everyone in open mode; both are made at first use. */
  openModeOwner(): Promise<Member>
  nameOf(teamId: string): Promise<string>
  /** @throws ApiError `invalid_value` with param `name` outside 1 to 100 characters */
  rename(teamId: string, name: string, actor: Actor): Promise<void>
  /** Everything of a team but secrets, in parts; see `exportTeam`. */
  export(teamId: string): AsyncIterable<readonly ExportedRow[]>
  /** Ends a team at once; `purge` removes what is left of it. */
  delete(teamId: string, actor: Actor): Promise<void>
  /** Removes the rows of deleted teams; it may take minutes, and may be stopped and called again. */
  purge(): Promise<void>
}

const slug = 'default'
const nobodySignsIn = { email: null, passwordHash: null, issuer: null, subject: null, lastSeenAt: null }

export function createTeamStore(backend: Backend): TeamStore {
  const { database } = backend

  function find(): Promise<Member | undefined> {
    return database
      .selectFrom('memberships')
      .innerJoin('teams', 'teams.id', 'memberships.teamId')
      .innerJoin('users', 'users.id', 'memberships.userId')
      .select([
        'memberships.teamId',
        'memberships.userId',
        'memberships.role',
        'memberships.sessionEpoch',
        'users.name',
        'users.email',
      ])
      .where('teams.slug', '=', slug)
      .where('memberships.role', '=', 'owner')
      .orderBy('memberships.createdAt')
      .executeTakeFirst()
  }

  /** Several processes start at once: the unique slug lets one of them make the team, in one transaction. */
  function make(): Promise<void> {
    const createdAt = Date.now()
    const teamId = makeId('team')
    const userId = makeId('user')
    return backend.write(() =>
      database.transaction().execute(async transaction => {
        const team = await transaction
          .insertInto('teams')
          .values({ id: teamId, slug, name: slug, createdAt })
          .onConflict(conflict => conflict.column('slug').doNothing())
          .returning('id')
          .executeTakeFirst()
        if (team === undefined) return
        await transaction
          .insertInto('users')
          .values({ id: userId, name: 'Owner', createdAt, ...nobodySignsIn })
          .execute()
        await transaction
          .insertInto('memberships')
          .values({ teamId, userId, role: 'owner', sessionEpoch: 0, createdAt })
          .execute()
        await transaction
          .insertInto('settings')
          .values({ teamId, data: '{}', revision: 0, updatedAt: createdAt })
          .execute()
      }),
    )
  }

  return {
    async openModeOwner() {
      const found = await find()
      if (found !== undefined) return found
      await make()
      const owner = await find()
      if (owner === undefined) throw new Error('The team `default` has no owner.')
      return owner
    },

    async nameOf(teamId) {
      const { name } = await database
        .selectFrom('teams')
        .select('name')
        .where('id', '=', teamId)
        .executeTakeFirstOrThrow()
      return name
    },

    rename: (teamId, name, actor) => renameTeam(backend, teamId, name, actor),
    export: teamId => exportTeam(backend, teamId),
    delete: (teamId, actor) => deleteTeam(backend, teamId, actor),
    purge: () => purgeDeletedTeams(backend),
  }
}
