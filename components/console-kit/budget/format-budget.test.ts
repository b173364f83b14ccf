import { expect, test } from 'vitest'
import { toAmount, formatBudget, formatReset } from './format-budget.ts'

const budget = {
  limit_usd: 1250,
  period: 'month',
  spent_usd: 0.00021,
  resets_at: Date.UTC(2026, 11, 1),
} as const

test('a budget shows its limit, its period and its reset date', () => {
  expect(formatBudget(budget)).toBe('$1,250.00 per month')
  expect(formatBudget({ ...budget, limit_usd: 0.5, period: null })).toBe('$0.50 total')
  expect(formatReset(budget)).toBe('Resets on Dec 1, 2026 (UTC)')
  expect(formatReset({ ...budget, resets_at: null })).toBeNull()
})

test('an amount below one cent is not rounded to zero', () => {
  expect(toAmount(budget.spent_usd)).toBe('$0.00021')
  expect(toAmount(0)).toBe('$0.00')
})
