import 'server-only'
import type { UsageSums, UsageTimes } from '#lib/contracts/console/usage.ts'
import { readPercentile } from '#lib/store/usage/usage-buckets.ts'
import type { UsageRow } from '#lib/store/usage/usage-rows.ts'

export const noUsage: UsageRow = {
  value: '',
  start: 0,
  requests: 0,
  refused: 0,
  failed: 0,
  abandoned: 0,
  promptTokens: 0,
  completionTokens: 0,
  costNanos: 0,
  cacheReadTokens: 0,
  unpriced: 0,
  totals: [],
  firsts: [],
}

/** Sums as pages show them, in dollars. */
export function toUsageSums(row: UsageRow): UsageSums {
  return {
    requests: row.requests,
    refused: row.refused,
    failed: row.failed,
    abandoned: row.abandoned,
    prompt_tokens: row.promptTokens,
    completion_tokens: row.completionTokens,
    cost_usd: row.costNanos === 0 ? null : row.costNanos / 1e9,
    cache_read_tokens: row.cacheReadTokens,
    unpriced: row.unpriced,
  }
}

/** Percentiles in whole milliseconds, of requests of one capability. */
export function toUsageTimes(row: UsageRow): UsageTimes {
  return {
    total_ms: toPercentiles(row.totals),
    // Sums of earlier versions also count first events without tokens.
    first_ms: row.completionTokens > 0 ? toPercentiles(row.firsts) : null,
  }
}

function toPercentiles(counts: readonly number[]): UsageTimes['total_ms'] {
  const p50 = readPercentile(counts, 0.5)
  if (p50 === null) return null
  const at = (share: number) => Math.round(readPercentile(counts, share) ?? p50)
  return { p50: Math.round(p50), p95: at(0.95), p99: at(0.99) }
}
