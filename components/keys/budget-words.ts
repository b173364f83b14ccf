import { formatCost } from '#lib/client/format.ts'
import type { Budget, BudgetPeriod } from '#lib/contracts/console/budgets.ts'

const amount = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

const periods = { day: 'a day', week: 'a week', month: 'a month' } as const satisfies Record<
  Exclude<BudgetPeriod, null>,
  string
>

/** US dollars, e.g. `$1,250.00` or, as a call costs, `$0.00021`. */
export function toAmount(usd: number): string {
  return usd >= 1 ? amount.format(usd) : formatCost(usd, false)
}

/** What may be spent, e.g. `$5.00 a month`. */
export function toBudgetWords({ limit_usd, period }: Pick<Budget, 'limit_usd' | 'period'>): string {
  return `${toAmount(limit_usd)} ${period === null ? 'in all' : periods[period]}`
}

/** When it begins anew, e.g. `Begins anew on Dec 1, 2026 (UTC)`; null: never. */
export function toResetWords({ resets_at }: Budget): string | null {
  return resets_at === null ? null : `Begins anew on ${day.format(resets_at)} (UTC)`
}

/** How much of it is spent, from 0 to 1 and beyond. */
export function usedShare({ spent_usd, limit_usd }: Budget): number {
  return spent_usd / limit_usd
}
