import { beginOfDay, endOfDay, readDay } from '#lib/client/day.ts'
import { capabilityIds } from '#lib/contracts/api/capabilities.ts'
import type { RequestFilter } from '#lib/contracts/console/requests.ts'

const outcomes = ['ok', 'failed', '4xx', '5xx', 'abandoned'] as const
const windows = ['1h', '24h', '7d', '30d', 'all'] as const

/** Filters of the request log. */
export interface LogFilter extends Omit<RequestFilter, 'since' | 'until'> {
  /** Days such as `2026-11-22`, inclusive, in the local time zone. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The filter in a URL; invalid search params are ignored. */
export function readFilter(search: Pick<URLSearchParams, 'get'>): LogFilter {
  const choice = <T extends string>(name: string, choices: readonly T[]) =>
    choices.find(each => each === search.get(name))
  const text = (name: string) => search.get(name)?.trim() || undefined
  const minMs = Number(search.get('min_ms') ?? 0)
  const fields = {
    capability: choice('capability', capabilityIds),
    model: text('model'),
    provider: text('provider'),
    key: text('key'),
    member: text('member'),
    outcome: choice('outcome', outcomes),
    code: text('code'),
    min_ms: Number.isInteger(minMs) && minMs > 0 ? minMs : undefined,
    session: text('session'),
    within: choice('within', windows),
    from: readDay(search.get('from')) ?? undefined,
    to: readDay(search.get('to')) ?? undefined,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

export function toFilterSearch(filter: LogFilter | RequestFilter): URLSearchParams {
  return new URLSearchParams(
    Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}

/** The API query of a filter. */
export function toFilterQuery({ from, to, ...filter }: LogFilter): URLSearchParams {
  return toFilterSearch({
    ...filter,
    ...(from !== undefined && { since: beginOfDay(from) }),
    ...(to !== undefined && { until: endOfDay(to) }),
  })
}
