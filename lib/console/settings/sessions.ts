import 'server-only'
import { endSessionsSchema, type Session, type SessionPage } from '#lib/contracts/console/sessions.ts'
import { ApiError } from '#lib/errors.ts'
import type { TeamSessionRow } from '#lib/store/team/team-sessions.ts'
import type { Member } from '#lib/store/team/teams.ts'
import { answer } from '#lib/console/http/answer.ts'
import { idIn, toActor } from '#lib/console/auth/requester.ts'
import { forgetMembers } from '#lib/console/auth/member-cache.ts'
import { may, requirePermission } from '#lib/console/auth/permissions.ts'
import { readBody } from '#lib/console/http/read-body.ts'
import { readSessionId, requireMember } from '#lib/console/auth/session.ts'
import { store } from '#lib/console/core/store.ts'
import { requireSignInMode } from '#lib/console/auth/sign-in.ts'
import { readCursor, toCursor } from '#lib/console/http/time-cursor.ts'

const pageSize = 50

/** Own sessions, or with `of=everybody` those of the team. */
export function listSessions(request: Request): Promise<Response> {
  return answer(request, async () => {
    requireSignInMode()
    const { searchParams } = new URL(request.url)
    const all = searchParams.get('of') === 'everybody'
    const member = await requireMember(request, all ? 'manage_team' : 'see')
    const before = readCursor(searchParams, 'before')
    const current = await readSessionId(request)
    const { sessions } = await store()
    const rows = all
      ? await sessions.listTeam(member.teamId, {
          limit: pageSize + 1,
          before: before && { createdAt: before.at, id: before.id },
        })
      : (await sessions.list(member.userId)).map(row => toOwn(row, member))
    const shown = all ? rows.slice(0, pageSize) : rows
    const last = shown.at(-1)
    const page: SessionPage = {
      sessions: shown.map(row => toView(row, member, current)),
      next: rows.length > shown.length && last ? toCursor({ at: last.createdAt, id: last.id }) : null,
    }
    return Response.json(page)
  })
}

/** Ends a session, everywhere within seconds. */
export function endSession(request: Request): Promise<Response> {
  return answer(request, async () => {
    requireSignInMode()
    const member = await requireMember(request, 'see')
    const opened = await store()
    const { teamId } = member
    const found = await opened.sessions.find(teamId, idIn(request))
    const theirs = found !== null && (found.userId === member.userId || may(member.role, 'manage_team'))
    if (!theirs) throw new ApiError('not_found', 'This session does not exist or has ended.')
    if (!isEndable(found, member)) {
      throw new ApiError('role_not_allowed', 'Only an owner can end sessions of owners.')
    }
    const { id, userId } = found
    await opened.sessions.end({ id, userId, teamId, actor: toActor(member, request) })
    forgetMembers(opened)
    return Response.json({ ended: true })
  })
}

/** Ends the requester's other sessions, or all sessions of the team except the current one. */
export function endSessions(request: Request): Promise<Response> {
  return answer(request, async () => {
    requireSignInMode()
    const member = await requireMember(request, 'see')
    const { of } = await readBody(request, endSessionsSchema)
    if (of === 'everybody') requirePermission(member.role, 'manage_team')
    const opened = await store()
    const ended = await opened.sessions.endAll({
      teamId: member.teamId,
      userId: of === 'you' ? member.userId : null,
      except: await readSessionId(request),
      by: toActor(member, request),
    })
    forgetMembers(opened)
    return Response.json({ ended })
  })
}

function toOwn(row: Omit<TeamSessionRow, 'userId' | 'userName' | 'role'>, member: Member): TeamSessionRow {
  return { ...row, userId: member.userId, userName: member.name, role: member.role }
}

function isEndable(row: TeamSessionRow, member: Member): boolean {
  return row.role !== 'owner' || member.role === 'owner'
}

function toView(row: TeamSessionRow, member: Member, current: string | null): Session {
  return {
    id: row.id,
    user_id: row.userId,
    user: row.userName,
    yours: row.userId === member.userId,
    current: row.id === current,
    endable: isEndable(row, member),
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    address: row.address,
    client: row.client,
  }
}
