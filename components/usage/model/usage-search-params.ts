import { readDay } from '#lib/client/day.ts'
import {
  type UsageDimension,
  usageDimensions,
  type UsageMeasure,
  usageMeasures,
  type UsageSort,
  usageSorts,
} from '#lib/contracts/console/usage-labels.ts'

const usagePeriods = ['24h', '7d', '30d', 'custom'] as const
export const usageFields = ['key', 'member', 'model', 'provider', 'capability'] as const
export type UsageField = (typeof usageFields)[number]

/** Filters and grouping of the usage page. They are in the URL, so that reloads and links restore them. */
export interface UsageSearchParams {
  readonly period: (typeof usagePeriods)[number]
  /** Days of a custom period as `2026-11-22`, inclusive; empty: today. */
  readonly from: string
  readonly to: string
  /** Null: the widest scope that the role allows. */
  readonly scope: 'mine' | 'team' | null
  readonly by: UsageDimension
  readonly measure: UsageMeasure
  readonly filter: Readonly<Partial<Record<UsageField, string>>>
  /** Null: the default, by time or by requests, largest first. */
  readonly sort: UsageSort | null
  readonly down: boolean
  readonly page: number
}

export function readUsageSearchParams(search: Pick<URLSearchParams, 'get'>): UsageSearchParams {
  const choice = <T extends string>(name: string, choices: readonly T[]) =>
    choices.find(each => each === search.get(name)) ?? null
  const page = Number(search.get('page') ?? 1)
  return {
    period: choice('period', usagePeriods) ?? '7d',
    from: readDay(search.get('from')) ?? '',
    to: readDay(search.get('to')) ?? '',
    scope: choice('scope', ['mine', 'team']),
    by: choice('by', usageDimensions) ?? 'time',
    measure: choice('measure', usageMeasures) ?? 'requests',
    filter: Object.fromEntries(
      usageFields.flatMap(field => {
        const value = search.get(field)
        return value ? [[field, value]] : []
      }),
    ),
    sort: choice('sort', usageSorts),
    down: search.get('down') !== 'false',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** `?period=30d&by=model…`; empty for the defaults. */
export function writeUsageSearchParams(searchParams: UsageSearchParams): string {
  const { period, from, to, scope, by, measure, filter, sort, down, page } = searchParams
  const search = new URLSearchParams({
    ...(period !== '7d' && { period }),
    ...(period === 'custom' && from !== '' && { from }),
    ...(period === 'custom' && to !== '' && { to }),
    ...(scope !== null && { scope }),
    ...(by !== 'time' && { by }),
    ...(measure !== 'requests' && { measure }),
    ...filter,
    ...(sort !== null && { sort }),
    ...(!down && { down: 'false' }),
    ...(page !== 1 && { page: String(page) }),
  }).toString()
  return search === '' ? '' : `?${search}`
}
