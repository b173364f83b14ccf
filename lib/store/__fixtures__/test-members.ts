import { makeId } from '#lib/store/core/id.ts'
import type { MemberActor } from '#lib/store/team/assert-role-unchanged.ts'
import { openBackend } from '#lib/store/core/open-backend.ts'
import type { Role } from '#lib/store/team/roles.ts'
import type { Store, StoreOptions } from '#lib/store/core/store.ts'

/** The team with an owner who can sign in; for tests. */
export async function makeOwner(store: Store): Promise<MemberActor & { id: string; teamId: string }> {
  const { teamId } = await store.teams.openModeOwner()
  const account = { email: 'owner@example.org', name: 'Olga', passwordHash: null }
  const id = await store.setUp.claim({ teamId, proof: { by: 'operator' }, account, address: null })
  return { id, teamId, role: 'owner', name: 'Olga', address: null }
}

/** A member who joined by invitation; for tests. */
export async function makeMember(
  store: Store,
  owner: MemberActor & { id: string; teamId: string },
  role: Role,
  name = `${role} one`,
): Promise<MemberActor & { id: string; teamId: string }> {
  const { teamId } = owner
  const { secret } = await store.invitations.create({ teamId, role, email: null, by: owner })
  const email = `${name.replaceAll(' ', '-')}@example.org`.toLowerCase()
  const account = { email, name, passwordHash: null }
  const { userId } = await store.invitations.accept({ secret, account, address: null })
  return { id: userId, teamId, role, name, address: null }
}

/** Another team with an owner; for tests. */
export async function makeOtherTeam(
  options: StoreOptions,
): Promise<MemberActor & { id: string; teamId: string }> {
  const backend = await openBackend(options.dataDir, options.databaseUrl)
  const [teamId, id, createdAt] = [makeId('team'), makeId('user'), Date.now()]
  const { database } = backend
  await database.insertInto('teams').values({ id: teamId, slug: teamId, name: 'Other', createdAt }).execute()
  const account = {
    email: `${id}@example.com`.toLowerCase(),
    passwordHash: null,
    issuer: null,
    subject: null,
  }
  await database
    .insertInto('users')
    .values({ id, name: 'Otto', createdAt, lastSeenAt: null, ...account })
    .execute()
  await database
    .insertInto('memberships')
    .values({ teamId, userId: id, role: 'owner', sessionEpoch: 0, createdAt })
    .execute()
  await backend.close()
  return { id, teamId, role: 'owner', name: 'Otto', address: null }
}
