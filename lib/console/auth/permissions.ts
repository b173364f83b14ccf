import 'server-only'
import { ApiError } from '#lib/errors.ts'
import { type Role, roles } from '#lib/store/team/roles.ts'

/** The least role that may. Owners are told apart from admins by the store, where the change is made. */
const leastRoles = {
  /** Model list, shared links, reference, and searching the library. */
  see: 'viewer',
  /** Playgrounds, and keys of one's own. */
  run: 'member',
  /** Everybody's requests, and their bodies where kept. */
  see_requests: 'admin',
  /** Members, invitations, and everybody's keys. */
  manage_people: 'admin',
  /** Downloads of embedded models. */
  operate: 'admin',
  /** What is settled for the whole team, its record of changes, and everybody's sign-ins. */
  manage_team: 'admin',
  /** How people sign in, everything of the team in one file, and its end. */
  own: 'owner',
} satisfies Record<string, Role>

export type Permission = keyof typeof leastRoles

export function may(role: Role, permission: Permission): boolean {
  return roles.indexOf(role) >= roles.indexOf(leastRoles[permission])
}

/** @throws ApiError `role_not_allowed` */
export function requirePermission(role: Role, permission: Permission): void {
  if (may(role, permission)) return
  throw new ApiError('role_not_allowed', `A ${role} may not do this; ask an administrator of the team.`)
}
