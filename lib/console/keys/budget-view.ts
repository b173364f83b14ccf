import 'server-only'
import type { Budget as BudgetView, BudgetTerms as TermsView } from '#lib/contracts/console/budgets.ts'
import type { Budget } from '#lib/store/budgets/budgets.ts'
import type { BudgetTerms } from '#lib/store/budgets/write-budget.ts'

const nanosPerDollar = 1e9

export function toBudgetView({ spentNanos, resetsAt, ...terms }: Budget): BudgetView {
  return { ...toTermsView(terms), spent_usd: toDollars(spentNanos), resets_at: resetsAt }
}

export function toTermsView({ limitNanos, period }: BudgetTerms): TermsView {
  return { limit_usd: toDollars(limitNanos), period }
}

/** @returns whole nano-dollars, at least one: zero is not a budget */
export function toBudgetTerms({ limit_usd, period }: TermsView): BudgetTerms {
  return { limitNanos: Math.max(1, Math.round(limit_usd * nanosPerDollar)), period }
}

export function toDollars(nanos: number): number {
  return nanos / nanosPerDollar
}
