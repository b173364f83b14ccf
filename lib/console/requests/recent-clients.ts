import 'server-only'
import { may } from '#lib/console/auth/permissions.ts'
import { requireMember } from '#lib/console/auth/session.ts'
import { store } from '#lib/console/core/store.ts'
import { answer } from '#lib/console/http/answer.ts'
import { refuseForRemote } from '#lib/console/http/refuse-for-remote.ts'
import type { RecentClients } from '#lib/contracts/console/recent-clients.ts'
import { toRequestSearch } from './requests.ts'

// The newest rows of an index: enough for a hint, and as cheap as a page of the log.
const rowsMax = 200

/** The programs that sent the newest requests of the last seven days that the member may see. */
export function listRecentClients(request: Request): Promise<Response> {
  return answer(request, async () => {
    refuseForRemote('The request log is managed')
    const member = await requireMember(request, 'run')
    const onlyOf = may(member.role, 'see_requests') ? null : member.userId
    const { requests } = await store()
    const search = toRequestSearch({ within: '7d' }, onlyOf, Date.now())
    const { rows } = await requests.search(member.teamId, search, { limit: rowsMax, after: null })
    const clients = new Set(rows.flatMap(({ client }) => client ?? []))
    return Response.json({ clients: [...clients] } satisfies RecentClients)
  })
}
