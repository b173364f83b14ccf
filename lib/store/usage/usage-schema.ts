import type { Generated } from 'kysely'
import type { UsageBucket } from './usage-buckets.ts'

/** The tables of what request rows add up to. They stay when rows go. */
export interface UsageSchema {
  usageSeries: UsageSeriesTable
  usageSums: UsageSumTable
}

/** What sums are kept apart by. */
export interface UsageSeriesTable {
  id: Generated<number>
  teamId: string
  grain: 'hour' | 'day'
  /** Empty: all keys together. */
  keyId: string
  /** The public id that answered; empty: none did, or none is needed. */
  model: string
  provider: string
  /** Empty: all models, providers and capabilities together. */
  capability: string
}

export interface UsageCounts {
  requests: number
  /** Answered with 400 to 498. */
  refused: number
  /** Answered with 500 or more. */
  failed: number
  /** The client left before the end. */
  abandoned: number
  promptTokens: number
  completionTokens: number
  costNanos: number
}

/** Calls that went well, counted by the time to their end (`t…`) and to their first event (`f…`). */
export type UsageTimes = { [bucket in UsageBucket as `t${bucket}` | `f${bucket}`]: number }

export type UsageSumTable = UsageCounts &
  UsageTimes & {
    seriesId: number
    /** Milliseconds since 1970: the full hour, or the UTC day, that these are the sums of. */
    start: number
    teamId: string
  }
