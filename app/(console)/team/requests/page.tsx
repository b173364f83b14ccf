import type { Metadata } from 'next'
import { RequestsPage } from '#components/requests/requests-page.tsx'
import { requirePageMember } from '#lib/console/auth/page-member.ts'

export const metadata: Metadata = { title: 'Requests' }

export default async function Page() {
  await requirePageMember('run')
  return <RequestsPage />
}
