import { z } from 'zod'

/** Dollars are stored with nine decimals: more would be rounded. */
export const nineDecimals = 'must have at most 9 decimals'

export function hasNineDecimals(usd: number): boolean {
  return Number(usd.toFixed(9)) === usd
}

/** How often a budget resets, by UTC days and weeks from Monday; null: never. */
export const budgetPeriodSchema = z.enum(['day', 'week', 'month']).nullable()

/** Limit in US dollars. */
export const budgetTermsSchema = z.object({
  limit_usd: z
    .number()
    .positive()
    .max(1_000_000)
    .refine(hasNineDecimals, nineDecimals)
    .meta({ title: 'Budget' }),
  period: budgetPeriodSchema,
})

export const budgetSchema = budgetTermsSchema.extend({
  /** Spent in this period. */
  spent_usd: z.number(),
  /** Milliseconds since 1970; null: never. */
  resets_at: z.number().nullable(),
})

/** Budget of the whole team; null: unlimited. */
export const teamBudgetSchema = z.object({ budget: budgetSchema.nullable() })
export const teamBudgetChangeSchema = z.object({ budget: budgetTermsSchema.nullable() })

/**
 * The share of a budget that is spent: 0 to 1, or more when overspent. Rounded, because a division of dollars may end
 * just below a share that is reached.
 */
export function usedShare({ spent_usd, limit_usd }: Pick<Budget, 'spent_usd' | 'limit_usd'>): number {
  return Number((spent_usd / limit_usd).toFixed(9))
}

export type BudgetPeriod = z.infer<typeof budgetPeriodSchema>
export type BudgetTerms = z.infer<typeof budgetTermsSchema>
export type Budget = z.infer<typeof budgetSchema>
export type TeamBudget = z.infer<typeof teamBudgetSchema>
