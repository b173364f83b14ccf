import type { Metadata } from 'next'
import { YouPage } from '#components/settings/you-page.tsx'
import { requirePageMember } from '#lib/console/auth/page-member.ts'

export const metadata: Metadata = { title: 'Profile' }

export default async function Page() {
  await requirePageMember('see')
  return <YouPage />
}
