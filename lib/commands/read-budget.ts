import type { BudgetTerms } from '#lib/store/write-budget.ts'
import { UsageError } from './command.ts'

const periods = ['day', 'week', 'month'] as const

/** Reads US dollars, in all or for a period: `25`, `0.5/day`, `100/month`. */
export function readBudget(text: string): BudgetTerms {
  const [, dollars, name] = /^(\d{1,7}(?:\.\d{1,9})?)(?:\/(\w+))?$/.exec(text) ?? []
  const period = periods.find(each => each === name) ?? null
  const limitNanos = Math.round(Number(dollars) * 1e9)
  if (!(limitNanos > 0) || (name !== undefined && period === null)) {
    throw new UsageError(
      `--budget takes US dollars, as in 25, 0.5/day, 10/week or 100/month, not \`${text}\`.`,
    )
  }
  return { limitNanos, period }
}
