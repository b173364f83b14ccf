import 'server-only'
import { requireMember } from '#lib/console/auth/session.ts'
import { settings } from '#lib/console/core/loaded-config.ts'
import { store } from '#lib/console/core/store.ts'
import { answer } from '#lib/console/http/answer.ts'
import type { Gateways } from '#lib/contracts/console/gateways.ts'

/** The gateways that share this database, as `gateways list` prints them. */
export function listGateways(request: Request): Promise<Response> {
  return answer(request, async () => {
    await requireMember(request, 'manage_team')
    const { openRequests } = await store()
    const isShared = settings().databaseUrl !== null
    const gateways = isShared ? await openRequests.listGateways() : null
    const body: Gateways = {
      gateways:
        gateways?.map(({ id, version, startedAt, silentMs }) => ({
          id,
          version,
          started_at: startedAt,
          silent_ms: Math.max(0, silentMs),
        })) ?? null,
    }
    return Response.json(body)
  })
}
