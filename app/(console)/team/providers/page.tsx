import type { Metadata } from 'next'
import { ProvidersPage } from '#components/providers/providers-page.tsx'
import { requirePageMember } from '#lib/console/auth/page-member.ts'

export const metadata: Metadata = { title: 'Providers' }

export default async function Page() {
  await requirePageMember('operate')
  return <ProvidersPage />
}
