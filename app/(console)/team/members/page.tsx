import type { Metadata } from 'next'
import { MembersPage } from '#components/members/members-page.tsx'
import { TurnOnSignIn } from '#components/members/turn-on-sign-in.tsx'
import { readPageAccount, requirePageMember } from '#lib/console/auth/page-member.ts'

export const metadata: Metadata = { title: 'Members' }

export default async function Page() {
  const { signedIn } = await readPageAccount()
  if (!signedIn) return <TurnOnSignIn />
  await requirePageMember('manage_people')
  return <MembersPage />
}
