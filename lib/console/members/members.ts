import 'server-only'
import { z } from 'zod'
import { type Members, roleSchema } from '#lib/contracts/console/members.ts'
import { ApiError } from '#lib/errors.ts'
import { readEmail } from '#lib/store/team/account.ts'
import { answer } from '#lib/console/http/answer.ts'
import { idIn, toActor } from '#lib/console/auth/requester.ts'
import { forgetMembers } from '#lib/console/auth/member-cache.ts'
import { readBody } from '#lib/console/http/read-body.ts'
import { requireMember } from '#lib/console/auth/session.ts'
import { store } from '#lib/console/core/store.ts'
import { requireSignInMode } from '#lib/console/auth/sign-in.ts'

/** The team's members and open invitations. */
export function listMembers(request: Request): Promise<Response> {
  return answer(request, async () => {
    requireSignInMode()
    const { teamId, userId } = await requireMember(request, 'manage_people')
    const { members, invitations } = await store()
    const [rows, open] = await Promise.all([members.list(teamId), invitations.list(teamId)])
    const memberRows: Members = {
      members: rows.map(row => ({
        user_id: row.userId,
        name: row.name,
        email: row.email,
        role: row.role,
        joined_at: row.joinedAt,
        last_seen_at: row.lastSeenAt,
        keys: row.keys,
        shares: row.shares,
        you: row.userId === userId,
      })),
      invitations: open.map(row => ({
        id: row.id,
        role: row.role,
        email: row.email,
        created_at: row.createdAt,
        expires_at: row.expiresAt,
        created_by: row.createdByName,
      })),
    }
    return Response.json(memberRows)
  })
}

const roleChange = z.object({ role: roleSchema })

export function changeMember(request: Request): Promise<Response> {
  return answer(request, async () => {
    requireSignInMode()
    const member = await requireMember(request, 'manage_people')
    const { role } = await readBody(request, roleChange)
    const opened = await store()
    const by = toActor(member, request)
    await opened.members.changeRole({ teamId: member.teamId, userId: idIn(request), role, by })
    forgetMembers(opened)
    return Response.json({ role })
  })
}

export function removeMember(request: Request): Promise<Response> {
  return answer(request, async () => {
    requireSignInMode()
    const member = await requireMember(request, 'manage_people')
    const opened = await store()
    const by = toActor(member, request)
    const { endedKeys, endedShares } = await opened.members.remove({
      teamId: member.teamId,
      userId: idIn(request),
      by,
    })
    forgetMembers(opened)
    return Response.json({ ended_keys: endedKeys, ended_shares: endedShares })
  })
}

const newInvitation = z.object({ role: roleSchema, email: z.string().nullish() })

/** Creates an invitation. The response is the only copy of its link's secret. */
export function invite(request: Request): Promise<Response> {
  return answer(request, async () => {
    requireSignInMode()
    const member = await requireMember(request, 'manage_people')
    const { role, email } = await readBody(request, newInvitation)
    if (role === 'owner' && member.role !== 'owner') {
      throw new ApiError('role_not_allowed', 'Only an owner can invite an owner.')
    }
    const { invitations } = await store()
    const { id, secret, expiresAt } = await invitations.create({
      teamId: member.teamId,
      role,
      email: email ? readEmail(email) : null,
      by: toActor(member, request),
    })
    return Response.json({ id, secret, expires_at: expiresAt }, { status: 201 })
  })
}

export function revokeInvitation(request: Request): Promise<Response> {
  return answer(request, async () => {
    requireSignInMode()
    const member = await requireMember(request, 'manage_people')
    const { invitations } = await store()
    const isRevoked = await invitations.revoke(member.teamId, idIn(request), toActor(member, request))
    if (!isRevoked) throw new ApiError('not_found', 'This invitation does not exist or is no longer open.')
    return Response.json({ withdrawn: true })
  })
}
