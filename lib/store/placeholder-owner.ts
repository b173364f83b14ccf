import type { Kysely } from 'kysely'
import type { Schema } from './core/schema.ts'

/** The owner whom open mode stood in for, while nobody can sign in as an owner; null once somebody can. */
export async function findPlaceholderOwner(database: Kysely<Schema>, teamId: string): Promise<string | null> {
  const owners = await database
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .select(['users.id', 'users.email', 'users.issuer'])
    .where('memberships.teamId', '=', teamId)
    .where('memberships.role', '=', 'owner')
    .orderBy('memberships.createdAt')
    .execute()
  if (owners.some(owner => owner.email !== null || owner.issuer !== null)) return null
  return owners[0]?.id ?? null
}
