import type { Kysely } from 'kysely'
import type { Schema } from './core/schema.ts'

/** The placeholder owner of open mode while no owner can sign in; null otherwise. */
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
