import type { Metadata } from 'next'
import { RetentionPage } from '#components/settings/retention-page.tsx'
import { requirePageMember } from '#lib/console/auth/page-member.ts'

export const metadata: Metadata = { title: 'Retention' }

export default async function Page() {
  await requirePageMember('manage_team')
  return <RetentionPage />
}
