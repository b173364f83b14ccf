import type { Metadata } from 'next'
import { KeysPage } from '#components/keys/keys-page.tsx'
import { requirePageMember } from '#lib/console/auth/page-member.ts'

export const metadata: Metadata = { title: 'API keys' }

export default async function Page() {
  await requirePageMember('run')
  return <KeysPage />
}
