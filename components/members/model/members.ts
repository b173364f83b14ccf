import type { Members, TeamRole } from '#lib/contracts/console/members.ts'
import { askConsole } from '#lib/client/ask-console.ts'

// Schemas load with the first response, not with the page.
const schemas = () => import('#lib/contracts/console/members.ts')

export async function listMembers(): Promise<Members> {
  const [{ membersSchema }, answer] = await Promise.all([schemas(), askConsole('GET', '/api/people')])
  return membersSchema.parse(answer)
}

export async function changeRole(userId: string, role: TeamRole): Promise<void> {
  await askConsole('PATCH', `/api/members/${userId}`, { role })
}

export async function removeMember(userId: string): Promise<void> {
  await askConsole('DELETE', `/api/members/${userId}`)
}

/** @returns the link's secret, which is not stored anywhere, and its expiry */
export async function invite(role: TeamRole, email: string): Promise<{ secret: string; expiresAt: number }> {
  const body = { role, email: email.trim() === '' ? null : email }
  const [{ newInvitationSchema }, answer] = await Promise.all([
    schemas(),
    askConsole('POST', '/api/invitations', body),
  ])
  const { secret, expires_at: expiresAt } = newInvitationSchema.parse(answer)
  return { secret, expiresAt }
}

export async function revokeInvitation(id: string): Promise<void> {
  await askConsole('DELETE', `/api/invitations/${id}`)
}
