import { expect, test } from 'vitest'
import {
  explainBudget,
  toAmount,
  formatBudget,
  formatReset,
  warnOfBudget,
  warnOfKeys,
} from './format-budget.ts'

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

const teamBudget = {
  name: 'The team',
  limit_usd: 10,
  period: 'month',
  resets_at: Date.UTC(2026, 11, 1),
} as const

test.each([
  [0.018, 0.02, 'used 90% of its budget'],
  [0.29, 0.3, 'used 96% of its budget'],
  [0.0299999, 0.03, 'used 99% of its budget'],
  [0.24, 0.3, 'used 80% of its budget'],
])('of $%s of $%s a reached percent counts, and no other', (spent_usd, limit_usd, text) => {
  expect(warnOfBudget({ ...teamBudget, spent_usd, limit_usd })?.text).toContain(text)
})

test.each([
  [7.99, null],
  [
    8.25,
    {
      text: 'The team has used 82% of its budget: $8.25 of $10.00 per month. Resets on Dec 1, 2026 (UTC).',
      tone: 'warn',
    },
  ],
  [
    9.5,
    {
      text: 'The team has used 95% of its budget: $9.50 of $10.00 per month. Resets on Dec 1, 2026 (UTC).',
      tone: 'bad',
    },
  ],
  [
    10,
    {
      text: 'The team has used up its budget: $10.00 of $10.00 per month. Requests that cost something are rejected. Resets on Dec 1, 2026 (UTC).',
      tone: 'bad',
    },
  ],
])('a budget of which $%s is spent warns', (spent_usd, warning) => {
  expect(warnOfBudget({ ...teamBudget, spent_usd })).toEqual(warning)
})

test('the help of a budget says what the setting of the team does with models without a price', () => {
  expect(explainBudget(true, 'key')).toContain('Models without a price are rejected too')
  expect(explainBudget(true, 'key')).toContain('Settings → Team')
  expect(explainBudget(true, 'team')).toContain('the switch below')
  expect(explainBudget(false, 'key')).toContain('Models without a price do not count')
  expect(explainBudget(null, 'key')).not.toContain('price')
})

test.each([
  [{ count: 1, name: 'small', share: 0.987 }, 'API key small has used 98% of its budget.', 'bad'],
  [{ count: 1, name: 'small', share: 1.02 }, 'API key small has used up its budget.', 'bad'],
  [{ count: 3, name: 'small', share: 0.8 }, '3 API keys have used 80% or more of their budgets.', 'warn'],
])('keys near their budgets %j warn in one line', (keys, text, tone) => {
  expect(warnOfKeys(keys)).toEqual({ text, tone })
})
