import 'server-only'
import { may } from '#lib/console/auth/permissions.ts'
import { requireMember } from '#lib/console/auth/session.ts'
import { answer } from '#lib/console/http/answer.ts'
import { parseFields } from '#lib/console/http/read-body.ts'
import { refuseForRemote } from '#lib/console/http/refuse-for-remote.ts'
import { type OpenList, openListSchema, openQuerySchema } from '#lib/contracts/console/open-requests.ts'
import type { Member } from '#lib/store/team/teams.ts'
import { readInternal } from './read-internal.ts'

/** Requests of a key that this machine's gateway is answering: own ones, or all for members who see the log of all. */
export function listOpenRequests(request: Request): Promise<Response> {
  return answer(request, async () => {
    refuseForRemote('The request log is managed')
    const member = await requireMember(request, 'run')
    const { key } = parseFields(openQuerySchema, Object.fromEntries(new URL(request.url).searchParams))
    const list = await readInternal(
      `/internal/open?${toOpenSearch(member, key)}`,
      openListSchema,
      request.signal,
    )
    return Response.json(list ?? ({ now: Date.now(), requests: [] } satisfies OpenList))
  })
}

/** Search params of the gateway's route. */
export function toOpenSearch(
  { teamId, userId, role }: Pick<Member, 'teamId' | 'userId' | 'role'>,
  key: string,
): URLSearchParams {
  const own = !may(role, 'see_requests') && { user: userId }
  return new URLSearchParams({ team: teamId, key, ...own })
}
