import type { Metadata } from 'next'
import { MembersPage } from '#components/members/members-page.tsx'
import { requireMembersPage } from '#lib/console/auth/page-member.ts'

export const metadata: Metadata = { title: 'Members' }

export default async function Page() {
  await requireMembersPage()
  return <MembersPage />
}
