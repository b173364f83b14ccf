import type { Generated } from 'kysely'
import type { UsageBucket } from './usage-buckets.ts'

/** Tables of summed request rows. They outlive the rows. */
export interface UsageSchema {
  usageSeries: UsageSeriesTable
  usageSums: UsageSumTable
}

/** Dimensions of a series. */
export interface UsageSeriesTable {
  id: Generated<number>
  teamId: string
  grain: 'hour' | 'day'
  /** Empty: all keys together. */
  keyId: string
  /** Public ID of the model that answered; empty: none answered, or none is needed. */
  model: string
  provider: string
  /** Empty: all models, providers and capabilities together. */
  capability: string
}

export interface UsageCounts {
  requests: number
  /** Responses with status 400 to 498. */
  refused: number
  /** Responses with status 500 or higher. */
  failed: number
  /** The client canceled the request. */
  abandoned: number
  promptTokens: number
  completionTokens: number
  costNanos: number
  /** Of the tokens of the prompts, those that providers read from their caches. */
  cacheReadTokens: number
  /** Requests that a model without a price answered: their cost is not counted. */
  unpriced: number
}

/** Successful calls by total time (`t…`) and time to first token (`f…`). */
export type UsageTimes = { [bucket in UsageBucket as `t${bucket}` | `f${bucket}`]: number }

export type UsageSumTable = UsageCounts &
  UsageTimes & {
    seriesId: number
    /** Milliseconds since 1970: the full hour, or the UTC day, of these sums. */
    start: number
    teamId: string
  }
