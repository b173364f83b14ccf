import { toDay } from '#lib/client/day.ts'
import type { UsageField, UsagePlace } from './usage-place.ts'

/** The request log with the filters of this place, and with one more. */
export function toLogAddress(
  { period, from, to, filter }: Pick<UsagePlace, 'period' | 'from' | 'to' | 'filter'>,
  more: Readonly<Partial<Record<UsageField | 'outcome', string>>> = {},
  now = Date.now(),
): string {
  const { capability, ...known } = { ...filter, ...more }
  const search = new URLSearchParams({
    ...known,
    // What belongs to none is told apart in sums alone.
    ...(capability !== undefined && capability !== 'other' && { capability }),
    ...(period === 'custom' ? { from: from || toDay(now), to: to || toDay(now) } : { within: period }),
  })
  return `/team/requests?${search}`
}
