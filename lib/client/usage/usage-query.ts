import type { UsagePlace } from './usage-place.ts'

const hourMs = 3_600_000
const daysBack = { '7d': 6, '30d': 29 } as const

/** What the console is asked for a place; periods of days begin at midnight, where this browser is. */
export function toUsageQuery(place: UsagePlace, now: number, zone: string): URLSearchParams {
  const { from, to } = toPeriod(place, now)
  const { scope, by, measure, filter, sort, down, page } = place
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

function toPeriod({ period, from, to }: UsagePlace, now: number): { from: number; to: number } {
  const nextHour = now - (now % hourMs) + hourMs
  if (period === '24h') return { from: nextHour - 24 * hourMs, to: nextHour }
  if (period !== 'custom') return { from: toMidnight(new Date(now), -daysBack[period]), to: nextHour }
  const [first, last] = [from, to].map(text => toDate(text) ?? new Date(now)) as [Date, Date]
  // In whichever order they were given.
  const [earlier, later] = first <= last ? [first, last] : [last, first]
  return { from: toMidnight(earlier, 0), to: toMidnight(later, 1) }
}

function toDate(text: string): Date | null {
  const date = new Date(`${text}T00:00`)
  return Number.isNaN(date.getTime()) ? null : date
}

/** The beginning of the day that is so many days after the date's. */
function toMidnight(date: Date, days: number): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime()
}
