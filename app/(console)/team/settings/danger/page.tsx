import type { Metadata } from 'next'
import { DangerPage } from '#components/settings/danger-page.tsx'
import { requirePageMember } from '#lib/console/auth/page-member.ts'

export const metadata: Metadata = { title: 'Danger zone' }

export default async function Page() {
  await requirePageMember('own')
  return <DangerPage />
}
