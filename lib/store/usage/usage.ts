import type { Backend } from '#lib/store/core/backend.ts'
import type { UsageSeriesTable } from './usage-schema.ts'
import { addUsageRows } from './add-usage-rows.ts'
import {
  type UsageFilter,
  type UsageDimension,
  type UsageRow,
  readUsageRows,
  type UsageQuestion,
} from './usage-rows.ts'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'
import { toStorable } from '#lib/store/core/to-storable.ts'

export interface UsagePeriod {
  /** Milliseconds since 1970, at full hours. */
  readonly from: number
  /** Exclusive end. */
  readonly to: number
}

export interface UsageStore {
  /** One row for each dimension value with requests in the period, or one in total. */
  sums(
    teamId: string,
    question: UsagePeriod & {
      readonly filter: UsageFilter
      readonly by: UsageDimension | null
      readonly withTimes: boolean
    },
  ): Promise<UsageRow[]>
  /** One row for each hour, or UTC day, and value with requests, in no order. */
  course(
    teamId: string,
    question: UsagePeriod & {
      readonly filter: UsageFilter
      readonly by: UsageDimension | null
      readonly grain: UsageSeriesTable['grain']
      readonly withTimes: boolean
    },
  ): Promise<UsageRow[]>
}

const dayMs = 86_400_000

export function createUsageStore({ database }: Backend): UsageStore {
  return {
    async sums(teamId, { from, to, ...question }) {
      const asked = { ...question, byStart: false }
      const rows = await readOwnedUsageRows(database, teamId, asked, inGrains({ from, to }))
      return addUsageRows(rows, row => row.value)
    },

    course: (teamId, { from, to, grain, ...question }) =>
      readOwnedUsageRows(database, teamId, { ...question, byStart: true }, [{ grain, from, to }]),
  }
}

/** Whole UTC days where possible, and the hours before and after. */
function inGrains({ from, to }: UsagePeriod) {
  const [firstDay, lastDay] = [Math.ceil(from / dayMs) * dayMs, Math.floor(to / dayMs) * dayMs]
  if (firstDay >= lastDay) return [{ grain: 'hour', from, to }] as const
  return [
    { grain: 'hour', from, to: firstDay },
    { grain: 'day', from: firstDay, to: lastDay },
    { grain: 'hour', from: lastDay, to },
  ] as const
}

type Part = { readonly grain: UsageSeriesTable['grain']; readonly from: number; readonly to: number }
type Owner = NonNullable<UsageFilter['owner']>

/**
 * The same as `readUsageRows` over all parts, in the time of the smaller set of keys: if an owner has most of a
 * team's keys, their usage is the total minus that of the others.
 */
async function readOwnedUsageRows(
  database: Kysely<Schema>,
  teamId: string,
  question: UsageQuestion,
  parts: readonly Part[],
): Promise<UsageRow[]> {
  const { filter, by } = question
  const { owner, keyIds } = filter
  const read = (part: Part, narrowed: UsageFilter['owner']) =>
    readUsageRows(database, teamId, { ...question, filter: { ...filter, owner: narrowed } }, part)
  if (owner === null || keyIds !== null || by === 'keyId' || !(await hasMost(database, teamId, owner))) {
    return (await Promise.all(parts.map(part => read(part, owner)))).flat()
  }
  const ofParts = parts.map(async part => {
    const [all, others] = await Promise.all([read(part, null), read(part, { ...owner, others: true })])
    const byCell = new Map(others.map(row => [cellKeyOf(row), row]))
    return all.map(row => subtract(row, byCell.get(cellKeyOf(row)))).filter(row => row.requests > 0)
  })
  return (await Promise.all(ofParts)).flat()
}

async function hasMost(database: Kysely<Schema>, teamId: string, { id }: Owner): Promise<boolean> {
  const { keys, own } = await database
    .selectFrom('keys')
    .select(({ fn }) => [
      fn.countAll<number>().as('keys'),
      sql<number>`count(case when owner_id is not distinct from ${id === null ? null : toStorable(id)} then 1 end)`.as(
        'own',
      ),
    ])
    .where('teamId', '=', teamId)
    .executeTakeFirstOrThrow()
  return own * 2 > keys
}

function subtract(row: UsageRow, other: UsageRow | undefined): UsageRow {
  if (other === undefined) return row
  return {
    value: row.value,
    start: row.start,
    requests: row.requests - other.requests,
    refused: row.refused - other.refused,
    failed: row.failed - other.failed,
    abandoned: row.abandoned - other.abandoned,
    promptTokens: row.promptTokens - other.promptTokens,
    completionTokens: row.completionTokens - other.completionTokens,
    costNanos: row.costNanos - other.costNanos,
    cacheReadTokens: row.cacheReadTokens - other.cacheReadTokens,
    unpriced: row.unpriced - other.unpriced,
    totals: row.totals.map((count, at) => count - (other.totals[at] ?? 0)),
    firsts: row.firsts.map((count, at) => count - (other.firsts[at] ?? 0)),
  }
}

function cellKeyOf({ value, start }: UsageRow): string {
  return `${value}\0${start}`
}
