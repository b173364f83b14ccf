import type { Metadata } from 'next'
import { UsagePage } from '#components/usage/usage-page.tsx'
import { requirePageMember } from '#lib/console/auth/page-member.ts'

export const metadata: Metadata = { title: 'Usage' }

export default async function Page() {
  await requirePageMember('see')
  return <UsagePage />
}
