import { expect, test } from 'vitest'
import { unlimitedKey as unlimited } from './__fixtures__/unlimited-key.ts'
import { formatLimits } from './format-limits.ts'

test('each limit is listed, and no limits read “none”', () => {
  const limited = { ...unlimited, requests_per_minute: 1200, parallel: 2, models: ['local/a', 'b'] }

  expect(formatLimits(unlimited)).toBe('none')
  expect(formatLimits(limited)).toBe('1,200 requests/min, 2 concurrent, 2 models')
  expect(formatLimits({ ...unlimited, models: ['local/a'] })).toBe('local/a')
})
