import { z } from 'zod'

/** How often a budget begins anew, by days of UTC and weeks from Monday; null: never. */
export const budgetPeriodSchema = z.enum(['day', 'week', 'month']).nullable()

/** What may be spent, in US dollars. */
export const budgetTermsSchema = z.object({
  limit_usd: z.number().positive().max(1_000_000),
  period: budgetPeriodSchema,
})

export const budgetSchema = budgetTermsSchema.extend({
  /** In this period. */
  spent_usd: z.number(),
  /** Milliseconds since 1970; null: never. */
  resets_at: z.number().nullable(),
})

/** What the whole team may spend; null: as much as it likes. */
export const teamBudgetSchema = z.object({ budget: budgetSchema.nullable() })
export const teamBudgetChangeSchema = z.object({ budget: budgetTermsSchema.nullable() })

export type BudgetPeriod = z.infer<typeof budgetPeriodSchema>
export type BudgetTerms = z.infer<typeof budgetTermsSchema>
export type Budget = z.infer<typeof budgetSchema>
export type TeamBudget = z.infer<typeof teamBudgetSchema>
