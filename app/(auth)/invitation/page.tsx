import type { Metadata } from 'next'
import { InvitationPage } from '#components/account/invitation-page.tsx'
import { requireSignInPage } from '#lib/console/auth/page-member.ts'

export const metadata: Metadata = { title: 'Invitation' }

export default function Page() {
  requireSignInPage()
  return <InvitationPage />
}
