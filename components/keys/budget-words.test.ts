import { expect, test } from 'vitest'
import { toAmount, toBudgetWords, toResetWords } from './budget-words.ts'

const budget = {
  limit_usd: 1250,
  period: 'month',
  spent_usd: 0.00021,
  resets_at: Date.UTC(2026, 11, 1),
} as const

test('a budget says what may be spent, how often, and when it begins anew', () => {
  expect(toBudgetWords(budget)).toBe('$1,250.00 a month')
  expect(toBudgetWords({ ...budget, limit_usd: 0.5, period: null })).toBe('$0.50 in all')
  expect(toResetWords(budget)).toBe('Begins anew on Dec 1, 2026 (UTC)')
  expect(toResetWords({ ...budget, resets_at: null })).toBeNull()
})

test('what costs less than a cent is not nothing', () => {
  expect(toAmount(budget.spent_usd)).toBe('$0.00021')
  expect(toAmount(0)).toBe('$0.00')
})
