import { redirect } from 'next/navigation'
import { requirePageMember } from '#lib/console/auth/page-member.ts'
import { may } from '#lib/console/auth/permissions.ts'

export default async function Page() {
  const { role } = await requirePageMember()
  redirect(may(role, 'manage_team') ? '/team/settings/team' : '/team/settings/you')
}
