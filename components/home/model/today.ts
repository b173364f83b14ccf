import { beginOfDay, toDay } from '#lib/client/day.ts'
import type { Budget } from '#lib/contracts/console/budgets.ts'
import type { UsageAnswer, UsageRowView } from '#lib/contracts/console/usage.ts'

/** The figures of today, with one value per hour for their charts. */
export interface TodayFigures {
  readonly requests: number
  /** Change against yesterday up to the same hour: 0.12 is 12% more; null: no requests yesterday. */
  readonly change: number | null
  readonly costUsd: number | null
  readonly failed: number
  /** Rejected with a 4xx status; the other failed ones ended in a 5xx. */
  readonly rejected: number
  readonly hours: {
    readonly requests: readonly number[]
    /** Spend since midnight. */
    readonly costUsd: readonly number[]
    readonly failed: readonly number[]
  }
}

/** Time to first token of chat, in milliseconds. */
export interface FirstTokenTimes {
  readonly p50: number
  readonly p95: number
  /** The median of each hour with answers. */
  readonly hours: readonly number[]
}

const hourMs = 3_600_000

/** API query for the hours of today up to now, or of the day before up to the same hour. */
export function toTodayQuery(
  now: number,
  zone: string,
  { daysBack = 0, capability, by }: { daysBack?: number; capability?: 'chat'; by?: 'provider' } = {},
): URLSearchParams {
  const begin = beginOfDay(toDay(now))
  const from = beginOfDay(toDay(now, -daysBack))
  return new URLSearchParams({
    from: String(from),
    to: String(from + endOfHour(now) - begin),
    zone,
    ...(capability !== undefined && { capability }),
    ...(by !== undefined && { by, sort: 'errors' }),
  })
}

/** API query for the totals of the last twelve months. */
export function toYearQuery(now: number): URLSearchParams {
  const to = endOfHour(now)
  return new URLSearchParams({ from: String(to - 365 * 24 * hourMs), to: String(to) })
}

export function toTodayFigures(today: UsageAnswer, yesterday: UsageAnswer | undefined): TodayFigures {
  const hours = toHours(today.rows)
  const before = yesterday?.totals.requests ?? 0
  const { requests, refused, failed, cost_usd: costUsd } = today.totals
  let spent = 0
  return {
    requests,
    change: before === 0 ? null : requests / before - 1,
    costUsd,
    failed: refused + failed,
    rejected: refused,
    hours: {
      requests: hours.map(hour => hour.requests),
      costUsd: hours.map(hour => (spent += hour.cost_usd ?? 0)),
      failed: hours.map(hour => hour.refused + hour.failed),
    },
  }
}

/** @param chat usage of today, or only its part of chat, which also has the times of each hour */
export function toFirstTokenTimes(chat: UsageAnswer): FirstTokenTimes | null {
  const times = chat.latency.find(({ capability }) => capability === 'chat')?.first_ms
  if (!times) return null
  return {
    p50: times.p50,
    p95: times.p95,
    hours: toHours(chat.rows).flatMap(hour => hour.first_ms?.p50 ?? []),
  }
}

/** `12% more than this time yesterday`; null: nothing to compare with. */
export function describeChange(change: number | null): string | null {
  if (change === null) return null
  const percent = Math.round(Math.abs(change) * 100)
  if (percent === 0) return 'Same as this time yesterday'
  return `${percent}% ${change > 0 ? 'more' : 'less'} than this time yesterday`
}

/** `7 from ollama`: the provider with the most failed requests; null: none of them reached a provider. */
export function describeFailures(byProvider: UsageAnswer): string | null {
  const failures = byProvider.rows.map(({ id, name, refused, failed }) => ({
    id,
    name,
    count: refused + failed,
  }))
  const [most] = failures
    .filter(({ id, count }) => id !== '' && count > 0)
    .toSorted((one, other) => other.count - one.count)
  return most === undefined ? null : `${most.count} from ${most.name}`
}

/** The budget with the largest share spent; null: none. */
export function findTightestBudget(budgets: UsageAnswer['budgets']): (Budget & { name: string }) | null {
  const shares = budgets.toSorted((a, b) => b.spent_usd / b.limit_usd - a.spent_usd / a.limit_usd)
  return shares[0] ?? null
}

function toHours(rows: readonly UsageRowView[]): readonly UsageRowView[] {
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}

function endOfHour(now: number): number {
  return now - (now % hourMs) + hourMs
}
