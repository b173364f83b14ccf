import type { Metadata } from 'next'
import { SignInPage } from '#components/settings/sign-in-page.tsx'
import { requirePageMember } from '#lib/console/auth/page-member.ts'
import { readSignInMode } from '#lib/console/auth/sign-in-methods.ts'

export const metadata: Metadata = { title: 'Sign-in methods' }

export default async function Page() {
  await requirePageMember('own')
  return <SignInPage {...readSignInMode()} />
}
