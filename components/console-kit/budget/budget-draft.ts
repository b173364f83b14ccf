import type { BudgetPeriod, BudgetTerms } from '#lib/contracts/console/budgets.ts'

/** Form state of a budget; without an amount there is no budget. */
export interface BudgetDraft {
  readonly limitUsd: number | null
  readonly period: BudgetPeriod
}

export const noBudget: BudgetDraft = { limitUsd: null, period: 'month' }

export function toBudgetDraft(budget: BudgetTerms | null): BudgetDraft {
  return budget === null ? noBudget : { limitUsd: budget.limit_usd, period: budget.period }
}

export function toTerms({ limitUsd, period }: BudgetDraft): BudgetTerms | null {
  return limitUsd === null ? null : { limit_usd: limitUsd, period }
}
