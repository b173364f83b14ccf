import type { Metadata } from 'next'
import { SetUpPage } from '#components/account/set-up-page.tsx'
import { requireSignInPage } from '#lib/console/auth/page-member.ts'

export const metadata: Metadata = { title: 'Set up' }

export default function Page() {
  requireSignInPage()
  return <SetUpPage />
}
