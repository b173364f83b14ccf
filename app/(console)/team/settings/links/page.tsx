import type { Metadata } from 'next'
import { LinksPage } from '#components/settings/links-page.tsx'
import { requirePageMember } from '#lib/console/auth/page-member.ts'

export const metadata: Metadata = { title: 'Shared links' }

export default async function Page() {
  await requirePageMember('run')
  return <LinksPage />
}
