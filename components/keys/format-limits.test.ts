import { expect, test } from 'vitest'
import { unlimitedKey as unlimited } from './__fixtures__/unlimited-key.ts'
import { formatLimits, formatCeilings } from './format-limits.ts'

test('each limit is listed, and no limits read “none”', () => {
  const limited = { ...unlimited, requests_per_minute: 1200, parallel: 2, models: ['local/a', 'b'] }

  expect(formatLimits(unlimited)).toBe('none')
  expect(formatLimits(limited)).toBe('1,200 requests/min, 2 concurrent, 2 models')
  expect(formatLimits({ ...unlimited, models: ['local/a'] })).toBe('local/a')
})

const none = {
  scopes: null,
  models: null,
  requests_per_minute: null,
  tokens_per_minute: null,
  parallel: null,
  expires_at: null,
  budget: null,
}

test('each limit set by an admin is listed, and no limit is null', () => {
  const budget = { limit_usd: 5, period: 'month' } as const

  expect(formatCeilings(none)).toBeNull()
  expect(formatCeilings({ ...none, budget })).toBe('$5.00 per month')
  expect(formatCeilings({ ...none, requests_per_minute: 60, budget })).toBe(
    '60 requests/min, $5.00 per month',
  )
  expect(formatCeilings({ ...none, scopes: ['chat', 'rerank'], models: ['p1'] })).toBe(
    'scopes chat rerank, p1',
  )
})
