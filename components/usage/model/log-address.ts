import { toDay } from '#lib/client/day.ts'
import type { UsageField, UsageSearchParams } from './usage-search-params.ts'

/** URL of the request log with the filters of the usage page, and one more. */
export function toLogAddress(
  { period, from, to, filter }: Pick<UsageSearchParams, 'period' | 'from' | 'to' | 'filter'>,
  more: Readonly<Partial<Record<UsageField | 'outcome', string>>> = {},
  now = Date.now(),
): string {
  const { capability, ...known } = { ...filter, ...more }
  const search = new URLSearchParams({
    ...known,
    // The log cannot filter by rows that have no value.
    ...(capability !== undefined && capability !== 'other' && { capability }),
    ...(period === 'custom' ? { from: from || toDay(now), to: to || toDay(now) } : { within: period }),
  })
  return `/team/requests?${search}`
}
