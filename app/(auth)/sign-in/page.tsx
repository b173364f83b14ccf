import type { Metadata } from 'next'
import { SignInPage } from '#components/account/sign-in-page.tsx'
import { toNextPath } from '#lib/console/next-path.ts'
import { leaveIfSignedIn } from '#lib/console/page-member.ts'

export const metadata: Metadata = { title: 'Sign in' }

export default async function Page({ searchParams }: PageProps<'/sign-in'>) {
  const next = toNextPath((await searchParams)['next'])
  await leaveIfSignedIn(next)
  return <SignInPage next={next} />
}
