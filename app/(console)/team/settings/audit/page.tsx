import type { Metadata } from 'next'
import { AuditPage } from '#components/settings/audit-page.tsx'
import { requirePageMember } from '#lib/console/auth/page-member.ts'

export const metadata: Metadata = { title: 'Audit log' }

export default async function Page() {
  await requirePageMember('manage_team')
  return <AuditPage />
}
