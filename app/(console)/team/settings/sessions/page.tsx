import type { Metadata } from 'next'
import { SessionsPage } from '#components/settings/sessions-page.tsx'
import { requirePageMember, requireSignInPage } from '#lib/console/auth/page-member.ts'

export const metadata: Metadata = { title: 'Sessions' }

export default async function Page() {
  requireSignInPage()
  await requirePageMember()
  return <SessionsPage />
}
