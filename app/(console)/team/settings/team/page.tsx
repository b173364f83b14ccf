import type { Metadata } from 'next'
import { TeamPage } from '#components/settings/team-page.tsx'
import { requirePageMember } from '#lib/console/auth/page-member.ts'

export const metadata: Metadata = { title: 'Team' }

export default async function Page() {
  await requirePageMember('manage_team')
  return <TeamPage />
}
