import type { BudgetPeriod } from './budget-schema.ts'

const dayMs = 24 * 3_600_000

/** Start of the period that contains a time, in UTC; 0 without periods. */
export function periodStart(period: BudgetPeriod, now: number): number {
  const today = Math.floor(now / dayMs) * dayMs
  switch (period) {
    case 'day':
      return today
    case 'week':
      return today - ((new Date(now).getUTCDay() + 6) % 7) * dayMs
    case 'month':
      return startOfMonth(now, 0)
    case null:
      return 0
  }
}

/** Start of the next period; null: never. */
export function periodEnd(period: BudgetPeriod, now: number): number | null {
  switch (period) {
    case 'day':
      return periodStart('day', now) + dayMs
    case 'week':
      return periodStart('week', now) + 7 * dayMs
    case 'month':
      return startOfMonth(now, 1)
    case null:
      return null
  }
}

function startOfMonth(now: number, later: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later)
}
