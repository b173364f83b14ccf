import { type AccountChanges, createAccountChanges } from './account-changes.ts'
import type { Backend } from './backend.ts'
import { toStorable } from './to-storable.ts'

/** Somebody who may try to sign in. */
export interface Account {
  readonly userId: string
  readonly teamId: string
  readonly name: string
  readonly passwordHash: string | null
}

export interface AccountStore extends AccountChanges {
  /** The account of this address, if its user is in a team. */
  findByEmail(email: string): Promise<Account | null>
  /** What users are called, those who left included. */
  namesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}

export function createAccountStore(backend: Backend): AccountStore {
  const { database } = backend
  return {
    ...createAccountChanges(backend),

    async findByEmail(email) {
      const row = await database
        .selectFrom('users')
        .innerJoin('memberships', 'memberships.userId', 'users.id')
        .select(['users.id as userId', 'memberships.teamId', 'users.name', 'users.passwordHash'])
        .where('users.email', '=', toStorable(email))
        .orderBy('memberships.createdAt')
        .executeTakeFirst()
      return row ?? null
    },

    async namesOf(userIds) {
      const ids = [...new Set(userIds)]
      if (ids.length === 0) return new Map()
      const rows = await database.selectFrom('users').select(['id', 'name']).where('id', 'in', ids).execute()
      return new Map(rows.map(({ id, name }) => [id, name]))
    },
  }
}
