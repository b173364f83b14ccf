import type { Metadata } from 'next'
import { ConnectPage } from '#components/connect/connect-page.tsx'
import { requirePageMember } from '#lib/console/auth/page-member.ts'

export const metadata: Metadata = { title: 'Connect' }

export default async function Page() {
  await requirePageMember('run')
  return <ConnectPage />
}
