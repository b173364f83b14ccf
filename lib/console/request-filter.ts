import 'server-only'
import { rowsByCapability, webRoute } from '#lib/contracts/team/request-capability.ts'
import type { RequestFilter } from '#lib/contracts/team/requests.ts'
import type { RequestSearch } from '#lib/store/request-search.ts'

const hourMs = 3_600_000
const windowMs = {
  '1h': hourMs,
  '24h': 24 * hourMs,
  '7d': 7 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
  all: null,
} as const satisfies Record<NonNullable<RequestFilter['within']>, number | null>

/**
 * What the store is asked for.
 * @param onlyOf the user whose requests alone may be seen; null: everybody's
 */
export function toRequestSearch(filter: RequestFilter, onlyOf: string | null, now: number): RequestSearch {
  const { capability, model, provider, key, member, outcome, code, min_ms: minMs, within } = filter
  const lastMs = within === undefined ? null : windowMs[within]
  const rows = capability === undefined ? null : rowsByCapability[capability]
  return {
    userId: onlyOf ?? member ?? null,
    keyId: key ?? null,
    since: filter.since ?? (lastMs === null ? null : now - lastMs),
    until: filter.until ?? null,
    failed: outcome !== undefined && outcome !== 'ok',
    status: outcome === undefined ? null : statusOf[outcome],
    errorCode: code ?? null,
    model: model ?? null,
    provider: provider ?? null,
    minMs: minMs ?? null,
    operations: rows && { routes: rows.routes, web: { route: webRoute, models: rows.webModels } },
  }
}

const refused = { from: 400, to: 498 } as const
const broken = { from: 500, to: 599 } as const
const statusOf = {
  ok: [{ from: 100, to: 399 }],
  failed: [refused, broken],
  '4xx': [refused],
  '5xx': [broken],
  abandoned: [{ from: 499, to: 499 }],
} as const satisfies Record<NonNullable<RequestFilter['outcome']>, RequestSearch['status']>
