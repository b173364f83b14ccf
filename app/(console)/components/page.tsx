import type { Metadata } from 'next'
import { ComponentPage } from '#components/component-page/component-page.tsx'
import { requirePageMember } from '#lib/console/auth/page-member.ts'

export const metadata: Metadata = { title: 'Components' }

export default async function Page() {
  await requirePageMember('run')
  return <ComponentPage />
}
