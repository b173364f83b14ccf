import { beginOfDay, endOfDay, toDay } from '#lib/client/day.ts'
import type { UsageSearchParams } from './usage-search-params.ts'

const hourMs = 3_600_000
const daysBack = { '7d': 6, '30d': 29 } as const

/** The API query of a usage page; periods of days start at local midnight. */
export function toUsageQuery(searchParams: UsageSearchParams, now: number, zone: string): URLSearchParams {
  const { from, to } = toPeriod(searchParams, now)
  const { scope, by, measure, filter, sort, down, page } = searchParams
  return new URLSearchParams({
    from: String(from),
    to: String(to),
    zone,
    ...(scope !== null && { scope }),
    by,
    measure,
    ...filter,
    ...(sort !== null && { sort, down: String(down) }),
    page: String(page),
  })
}

/** The days with which a custom period begins: those of the period before it. */
export function toCustomPeriod(searchParams: UsageSearchParams, now: number) {
  const { from, to } = searchParams
  if (from !== '' || to !== '') return { period: 'custom' as const }
  return { period: 'custom' as const, from: toDay(toPeriod(searchParams, now).from), to: toDay(now) }
}

function toPeriod({ period, from, to }: UsageSearchParams, now: number): { from: number; to: number } {
  const nextHour = now - (now % hourMs) + hourMs
  if (period === '24h') return { from: nextHour - 24 * hourMs, to: nextHour }
  if (period !== 'custom') return { from: beginOfDay(toDay(now, -daysBack[period])), to: nextHour }
  const [first, last] = [from || toDay(now), to || toDay(now)]
  // In either order.
  return first <= last
    ? { from: beginOfDay(first), to: endOfDay(last) }
    : { from: beginOfDay(last), to: endOfDay(first) }
}
