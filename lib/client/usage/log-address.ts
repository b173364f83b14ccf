import type { UsageField, UsagePlace } from './usage-place.ts'

// The log knows no other windows; a custom period may lie anywhere.
const windows = { '24h': '24h', '7d': '7d', '30d': '30d', custom: null } as const

/** The request log with the filters of this place, and with one more. */
export function toLogAddress(
  { period, filter }: Pick<UsagePlace, 'period' | 'filter'>,
  more: Readonly<Partial<Record<UsageField | 'outcome', string>>> = {},
): string {
  const { provider: _provider, capability, ...known } = { ...filter, ...more }
  const within = windows[period]
  const search = new URLSearchParams({
    ...known,
    ...(capability !== undefined && capability !== 'other' && { capability }),
    ...(within !== null && { within }),
  }).toString()
  return search === '' ? '/team/requests' : `/team/requests?${search}`
}
