import type { Metadata } from 'next'
import { SignInPage } from '#components/settings/sign-in-page.tsx'
import { requirePageMember } from '#lib/console/page-member.ts'
import { readSignInMode } from '#lib/console/ways-in.ts'

export const metadata: Metadata = { title: 'How to sign in' }

export default async function Page() {
  await requirePageMember('own')
  return <SignInPage {...readSignInMode()} />
}
