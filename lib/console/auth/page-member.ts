import 'server-only'
import type { Route } from 'next'
import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import type { Member } from '#lib/store/team/teams.ts'
import { settings } from '#lib/console/core/loaded-config.ts'
import { toNextPath } from './next-path.ts'
import { pageHeader } from '#lib/console/http/page-header.ts'
import { may, type Permission } from './permissions.ts'
import { findMember } from './session.ts'

/** The member of a page; redirects signed-out visitors to the sign-in and back. */
export async function requirePageMember(permission: Permission = 'see'): Promise<Member> {
  const received = await headers()
  const member = await findMember({ headers: received })
  if (member === null) {
    const next = toNextPath(received.get(pageHeader))
    redirect(next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`)
  }
  // For those without permission, the page does not exist.
  if (!may(member.role, permission)) notFound()
  return member
}

/** For pages about sign-in: they do not exist in open mode. */
export function requireSignInPage(): void {
  if (settings().auth === 'open') notFound()
}

/** Redirects signed-in members away from sign-in pages. */
export async function leaveIfSignedIn(next: string): Promise<void> {
  requireSignInPage()
  if ((await findMember({ headers: await headers() })) !== null) redirect(next as Route)
}

/** The member as shown in the page layout. */
export async function readPageAccount() {
  const { userId, name, role } = await requirePageMember()
  return { id: userId, name, role, signedIn: settings().auth !== 'open' }
}
