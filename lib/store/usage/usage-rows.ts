import { type Kysely, sql } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'
import { toStorable } from '#lib/store/core/to-storable.ts'
import { usageBuckets } from './usage-buckets.ts'
import type { UsageCounts, UsageSeriesTable } from './usage-schema.ts'

/** Dimensions of the sums. */
export type UsageDimension = 'keyId' | 'model' | 'provider' | 'capability'

/**
 * Filter by keys; null: all. An owner stands for all of their keys, or all except those; without an id, for keys
 * without an owner.
 */
export interface UsageFilter {
  readonly keyIds: readonly string[] | null
  readonly owner: { readonly id: string | null; readonly others?: true } | null
  readonly model: string | null
  readonly provider: string | null
  readonly capability: string | null
}

/** Sums by dimension value, by start time, or both. */
export interface UsageRow extends UsageCounts {
  /** Empty without a dimension. */
  readonly value: string
  /** Milliseconds since 1970; 0 without grouping by time. */
  readonly start: number
  /** Histogram of successful calls by duration, for `readPercentile`; empty if durations were not requested. */
  readonly totals: readonly number[]
  readonly firsts: readonly number[]
}

export interface UsageQuestion {
  readonly filter: UsageFilter
  readonly by: UsageDimension | null
  readonly byStart: boolean
  readonly withTimes: boolean
}

const counts = [
  'requests',
  'refused',
  'failed',
  'abandoned',
  'promptTokens',
  'completionTokens',
  'costNanos',
  'cacheReadTokens',
  'unpriced',
] as const satisfies readonly (keyof UsageCounts)[]

/** Totals the sums of one grain over a period, both ends in milliseconds since 1970 and aligned to the grain. */
export async function readUsageRows(
  database: Kysely<Schema>,
  teamId: string,
  { filter, by, byStart, withTimes }: UsageQuestion,
  { grain, from, to }: { grain: UsageSeriesTable['grain']; from: number; to: number },
): Promise<UsageRow[]> {
  const times = withTimes ? ['t', 'f'].flatMap(measure => usageBuckets.map(at => `${measure}${at}`)) : []
  const sums = [...counts, ...times].map(
    column => sql`cast(sum(${sql.ref(`u.${column}`)}) as bigint) as ${sql.ref(column)}`,
  )
  const value = by === null ? sql`''` : sql.ref(`s.${by}`)
  const start = byStart ? sql`u.start` : sql`0`
  const groups = [...(by === null ? [] : [value]), ...(byStart ? [start] : [])]
  const conditions = [
    sql`s.team_id = ${teamId}`,
    sql`s.grain = ${grain}`,
    ...toConditions(teamId, filter, by),
    isTogether({ filter, by, grain }) ? sql`s.capability = ''` : sql`s.capability > ''`,
    sql`u.start >= ${from}`,
    sql`u.start < ${to}`,
  ]
  const { rows } = await sql<UsageCounts & { value: string; start: number } & Record<string, number>>`
    select ${value} as value, ${start} as start, ${sql.join(sums)}
    from usage_series s join usage_sums u on u.series_id = s.id
    where ${sql.join(conditions, sql` and `)}
    ${groups.length > 0 ? sql`group by ${sql.join(groups)}` : sql``}
    having count(*) > 0`.execute(database)
  return rows.map(row => ({
    ...toCounts(row),
    value: row.value,
    start: row.start,
    totals: withTimes ? usageBuckets.map(at => row[`t${at}`] ?? 0) : [],
    firsts: withTimes ? usageBuckets.map(at => row[`f${at}`] ?? 0) : [],
  }))
}

/** Whether a totals series covers the request. */
function isTogether({
  filter: { keyIds, owner, model, provider, capability },
  by,
  grain,
}: Pick<UsageQuestion, 'filter' | 'by'> & Pick<UsageSeriesTable, 'grain'>): boolean {
  if ([model, provider, capability].some(value => value !== null)) return false
  if (by !== null && by !== 'keyId') return false
  return grain === 'day' || (by === null && keyIds === null && owner === null)
}

function toConditions(teamId: string, filter: UsageFilter, by: UsageDimension | null) {
  const { keyIds, owner, model, provider, capability } = filter
  const isTheirs = owner?.id ? sql`owner_id = ${toStorable(owner.id)}` : sql`owner_id is null`
  const asked = owner?.others ? sql`(${isTheirs}) is not true` : isTheirs
  const owned = sql`s.key_id in (select id from keys where team_id = ${teamId} and ${asked})`
  const conditions = [
    ...(keyIds === null ? [] : [sql`s.key_id in (${sql.join(keyIds.map(toStorable))})`]),
    ...(owner === null ? [] : [owned]),
    ...(model === null ? [] : [sql`s.model = ${toStorable(model)}`]),
    ...(provider === null ? [] : [sql`s.provider = ${toStorable(provider)}`]),
    ...(capability === null ? [] : [sql`s.capability = ${toStorable(capability)}`]),
  ]
  if (keyIds !== null || owner !== null) return conditions
  // No key has an empty id: it stands for all of them.
  return [by === 'keyId' ? sql`s.key_id > ''` : sql`s.key_id = ''`, ...conditions]
}

function toCounts(row: UsageCounts): UsageCounts {
  const { requests, refused, failed, abandoned, promptTokens, completionTokens } = row
  const { costNanos, cacheReadTokens, unpriced } = row
  const tokens = { promptTokens, completionTokens, cacheReadTokens }
  return { requests, refused, failed, abandoned, ...tokens, costNanos, unpriced }
}
