import { redirect } from 'next/navigation'
import { homePath } from '#lib/console/auth/page-member.ts'

export default async function Home(): Promise<never> {
  redirect(await homePath())
}
