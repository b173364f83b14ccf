import 'server-only'
import { ApiError } from '#lib/errors.ts'
import { type Role, roles } from '#lib/store/team/roles.ts'

/** Minimum role. The store distinguishes owners from admins when it makes a change. */
const leastRoles = {
  /** Model list, shared links, reference and library search. */
  see: 'viewer',
  /** Playgrounds and own keys. */
  run: 'member',
  /** All members' requests, and their logged bodies. */
  see_requests: 'admin',
  /** Members, invitations and all keys. */
  manage_people: 'admin',
  /** Providers, models and their downloads. */
  operate: 'admin',
  /** Team settings, audit log and all sessions. */
  manage_team: 'admin',
  /** Sign-in methods, export and deletion of the team. */
  own: 'owner',
} satisfies Record<string, Role>

export type Permission = keyof typeof leastRoles

export function may(role: Role, permission: Permission): boolean {
  return roles.indexOf(role) >= roles.indexOf(leastRoles[permission])
}

/** @throws ApiError `role_not_allowed` */
export function requirePermission(role: Role, permission: Permission): void {
  if (may(role, permission)) return
  throw new ApiError('role_not_allowed', `Your role ${role} does not allow this. Ask an admin.`)
}
