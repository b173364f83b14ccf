import 'server-only'
import type { Changer } from '#lib/store/team/require-standing.ts'
import type { Member } from '#lib/store/team/teams.ts'

/** Where a request came from, as the gateway saw it; null in a test or under a tool that sets no address. */
export function addressOf(request: Request): string | null {
  return request.headers.get('x-forwarded-for')
}

/** A signed-in member as the record of changes names them. */
export function toChanger(member: Member, request: Request): Changer & { readonly id: string } {
  return { id: member.userId, name: member.name, role: member.role, address: addressOf(request) }
}

/** What follows the console's own address, e.g. the id in `/api/keys/<id>/rotate`; nobody has an empty one. */
export function idIn(request: Request): string {
  try {
    return decodeURIComponent(new URL(request.url).pathname.split('/')[3] ?? '')
  } catch (error) {
    if (error instanceof URIError) return ''
    throw error
  }
}
