import type { UsageRow } from './usage-rows.ts'

/** Sums rows with the same name; value and start are those of the first one. */
export function addUsageRows(rows: readonly UsageRow[], toName: (row: UsageRow) => string): UsageRow[] {
  const byName = new Map<string, UsageRow>()
  for (const row of rows) {
    const name = toName(row)
    const known = byName.get(name)
    byName.set(name, known === undefined ? row : add(known, row))
  }
  return [...byName.values()]
}

function add(one: UsageRow, other: UsageRow): UsageRow {
  return {
    value: one.value,
    start: one.start,
    requests: one.requests + other.requests,
    refused: one.refused + other.refused,
    failed: one.failed + other.failed,
    abandoned: one.abandoned + other.abandoned,
    promptTokens: one.promptTokens + other.promptTokens,
    completionTokens: one.completionTokens + other.completionTokens,
    costNanos: one.costNanos + other.costNanos,
    cacheReadTokens: one.cacheReadTokens + other.cacheReadTokens,
    unpriced: one.unpriced + other.unpriced,
    totals: one.totals.map((count, at) => count + (other.totals[at] ?? 0)),
    firsts: one.firsts.map((count, at) => count + (other.firsts[at] ?? 0)),
  }
}
