import 'server-only'
import type { UsageSort } from '#lib/contracts/team/usage-words.ts'
import type { UsageQuery, UsageRowView } from '#lib/contracts/team/usage.ts'
import { addUsageRows } from '#lib/store/add-usage-rows.ts'
import type { UsageRow } from '#lib/store/usage-rows.ts'
import type { UsageSlot } from './usage-slots.ts'
import { noUsage, toUsageSums } from './usage-view.ts'

export const usagePageRows = 50

/** The rows of a page, of which the first is 1. */
export function toUsagePage(rows: readonly UsageRowView[], page: number): UsageRowView[] {
  return rows.slice((page - 1) * usagePageRows, page * usagePageRows)
}

/** Sums of each day or hour, those without requests too; rows are those of hours or UTC days. */
export function toSlotRows(slots: readonly UsageSlot[], rows: readonly UsageRow[]): UsageRowView[] {
  const labels = rows.map(({ start }) => slots.findLast(({ from }) => from <= start)?.label ?? '')
  const values = rows.map((row, at) => ({ ...row, value: labels[at] ?? '' }))
  const byLabel = new Map(addUsageRows(values, row => row.value).map(row => [row.value, row]))
  return slots.map(({ label }) => ({
    id: label,
    name: label,
    detail: null,
    ...toUsageSums(byLabel.get(label) ?? noUsage),
  }))
}

/** In the order that is asked for: the latest day, or what had the most requests, comes first by itself. */
export function sortUsageRows(
  rows: readonly UsageRowView[],
  { by, sort = by === 'time' ? 'name' : 'requests', down = 'true' }: UsageQuery,
): UsageRowView[] {
  const sign = down === 'true' ? -1 : 1
  if (sort === 'name') return rows.toSorted((one, other) => sign * byText(one.name, other.name))
  const value = columns[sort]
  return rows.toSorted(
    // What is not known comes last either way.
    (one, other) =>
      Number(value(one) === null) - Number(value(other) === null) ||
      sign * ((value(one) ?? 0) - (value(other) ?? 0)) ||
      byText(one.name, other.name),
  )
}

const columns: Record<Exclude<UsageSort, 'name'>, (row: UsageRowView) => number | null> = {
  requests: row => row.requests,
  errors: row => row.refused + row.failed,
  prompt_tokens: row => row.prompt_tokens,
  completion_tokens: row => row.completion_tokens,
  cost_usd: row => row.cost_usd,
  total_p50: row => row.total_ms?.p50 ?? null,
  total_p95: row => row.total_ms?.p95 ?? null,
  total_p99: row => row.total_ms?.p99 ?? null,
  first_p50: row => row.first_ms?.p50 ?? null,
  first_p95: row => row.first_ms?.p95 ?? null,
  first_p99: row => row.first_ms?.p99 ?? null,
}

function byText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}
