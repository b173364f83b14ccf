import type { LoggedRequest } from '#lib/contracts/console/requests.ts'

type Summed = Pick<LoggedRequest, 'status' | 'total_ms' | 'cost_usd'>

// The client's own cancellation is no error, as in the usage counts.
const canceled = 499

/** Sums of log rows, as the footer of the list shows them. */
export function sumRequests(rows: readonly Summed[]): {
  readonly count: number
  readonly failed: number
  readonly medianMs: number | null
  readonly costUsd: number
} {
  const durations = rows.map(row => row.total_ms).toSorted((a, b) => a - b)
  return {
    count: rows.length,
    failed: rows.filter(({ status }) => status >= 400 && status !== canceled).length,
    medianMs: durations[Math.floor((durations.length - 1) / 2)] ?? null,
    costUsd: rows.reduce((sum, row) => sum + row.cost_usd, 0),
  }
}
