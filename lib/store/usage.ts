import type { Backend } from './backend.ts'
import type { UsageSeriesTable } from './usage-schema.ts'
import { addUsageRows } from './add-usage-rows.ts'
import { readOwnedUsageRows } from './owned-usage-rows.ts'
import { type UsageFilter, type UsageDimension, type UsageRow } from './usage-rows.ts'

export interface UsagePeriod {
  /** Milliseconds since 1970, at full hours. */
  readonly from: number
  /** The first that is not part of it. */
  readonly to: number
}

export interface UsageStore {
  /** One row for each value of the dimension that had requests in the period, or one for all. */
  sums(
    teamId: string,
    question: UsagePeriod & {
      readonly filter: UsageFilter
      readonly by: UsageDimension | null
      readonly withTimes: boolean
    },
  ): Promise<UsageRow[]>
  /** One row for each hour, or UTC day, and value that had requests, in no order. */
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

/** Whole UTC days where there are some, and the hours before and after them. */
function inGrains({ from, to }: UsagePeriod) {
  const [firstDay, lastDay] = [Math.ceil(from / dayMs) * dayMs, Math.floor(to / dayMs) * dayMs]
  if (firstDay >= lastDay) return [{ grain: 'hour', from, to }] as const
  return [
    { grain: 'hour', from, to: firstDay },
    { grain: 'day', from: firstDay, to: lastDay },
    { grain: 'hour', from: lastDay, to },
  ] as const
}
