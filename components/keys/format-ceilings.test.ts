import { expect, test } from 'vitest'
import { formatCeilings } from './format-ceilings.ts'

const none = {
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
})
