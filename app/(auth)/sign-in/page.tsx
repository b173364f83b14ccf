import type { Metadata } from 'next'
import { SignInPage } from '#components/account/sign-in-page.tsx'
import { toNextPath } from '#lib/console/auth/next-path.ts'
import { leaveIfSignedIn } from '#lib/console/auth/page-member.ts'
import { isSetUp } from '#lib/console/auth/set-up.ts'
import { readSignInMethods } from '#lib/console/auth/sign-in-methods.ts'

export const metadata: Metadata = { title: 'Sign in' }

export default async function Page({ searchParams }: PageProps<'/sign-in'>) {
  const given = await searchParams
  const next = toNextPath(given['next'])
  await leaveIfSignedIn(next)
  // The SSO library adds `error` when the identity provider denies or aborts the sign-in.
  const failed = given['problem'] !== undefined || given['error'] !== undefined
  return <SignInPage next={next} {...readSignInMethods()} failed={failed} isSetUp={await isSetUp()} />
}
