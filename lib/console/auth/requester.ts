import 'server-only'
import type { MemberActor } from '#lib/store/team/assert-role-unchanged.ts'
import type { Member } from '#lib/store/team/teams.ts'

/** Client IP address as the gateway saw it; null in a test or a tool that sets none. */
export function addressOf(request: Request): string | null {
  return request.headers.get('x-forwarded-for')
}

/** A signed-in member as the actor of an audit entry. */
export function toActor(member: Member, request: Request): MemberActor & { readonly id: string } {
  return { id: member.userId, name: member.name, role: member.role, address: addressOf(request) }
}

/** Path parameter, e.g. the id in `/api/keys/<id>/rotate`; empty matches nothing. */
export function idIn(request: Request): string {
  try {
    return decodeURIComponent(new URL(request.url).pathname.split('/')[3] ?? '')
  } catch (error) {
    if (error instanceof URIError) return ''
    throw error
  }
}
