import 'server-only'
import type { Route } from 'next'
import { headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import type { Member } from '#lib/store/team/teams.ts'
import { settings } from '#lib/console/api/loaded-config.ts'
import { toNextPath } from './next-path.ts'
import { pageHeader } from '#lib/console/http/page-header.ts'
import { may, type Permission } from './permissions.ts'
import { findMember } from './session.ts'

/** Who a page is for; whoever is not signed in is led to the sign-in and back. */
export async function requirePageMember(permission: Permission = 'see'): Promise<Member> {
  const received = await headers()
  const member = await findMember({ headers: received })
  if (member === null) {
    const next = toNextPath(received.get(pageHeader))
    redirect(next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`)
  }
  // To somebody who may not see it, there is no such page.
  if (!may(member.role, permission)) notFound()
  return member
}

/** For pages of people who sign in: in open mode there are none. */
export function requireSignInPage(): void {
  if (settings().auth === 'open') notFound()
}

/** The page of a member of people alone; nobody else is known in open mode. */
export async function requirePeoplePage(): Promise<void> {
  requireSignInPage()
  await requirePageMember('manage_people')
}

/** Leads whoever is signed in already on, past a page that is for those who are not. */
export async function leaveIfSignedIn(next: string): Promise<void> {
  requireSignInPage()
  if ((await findMember({ headers: await headers() })) !== null) redirect(next as Route)
}

/** Where somebody begins: a viewer with what there is to read. Who is not signed in is led to the sign-in from there. */
export async function homePath(): Promise<Route> {
  const member = await findMember({ headers: await headers() })
  return member === null || may(member.role, 'run') ? '/chat' : '/library'
}

/** What the frame of every page says of its member. */
export async function readPageAccount() {
  const { userId, name, role } = await requirePageMember()
  return { id: userId, name, role, signedIn: settings().auth !== 'open' }
}
