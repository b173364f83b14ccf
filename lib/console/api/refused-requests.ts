import 'server-only'
import { addressOf } from '#lib/console/auth/requester.ts'
import { requireMember } from '#lib/console/auth/session.ts'
import { answer } from '#lib/console/http/answer.ts'
import { parseFields } from '#lib/console/http/read-body.ts'
import { refuseForRemote } from '#lib/console/http/refuse-for-remote.ts'
import {
  type RefusedList,
  refusedListSchema,
  refusedQuerySchema,
} from '#lib/contracts/console/refused-requests.ts'
import { readInternal } from './read-internal.ts'

/** Refused requests of the member's own network: without a valid key, a request belongs to no team. */
export function listRefusedRequests(request: Request): Promise<Response> {
  return answer(request, async () => {
    refuseForRemote('The request log is managed')
    await requireMember(request, 'run')
    const { since } = parseFields(refusedQuerySchema, Object.fromEntries(new URL(request.url).searchParams))
    const search = new URLSearchParams({ address: addressOf(request) ?? '', since: String(since) })
    const list = await readInternal(`/internal/refused?${search}`, refusedListSchema, request.signal)
    return Response.json(list ?? ({ now: Date.now(), requests: [] } satisfies RefusedList))
  })
}
