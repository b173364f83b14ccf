import { expect, test } from 'vitest'
import { describeAttempts, describeCost } from './request-facts.ts'

test.each([
  [0, 'free', 'Free'],
  [0, 'unpriced', 'No price'],
  [0, 'operator', '$0.00'],
  [0, null, '–'],
  [0.002, 'catalog', '$0.002'],
  [0.002, 'unpriced', '$0.002'],
])('a cost of %s from the source %s is shown as %s', (usd, source, text) => {
  expect(describeCost({ cost_usd: usd, cost_source: source, usage_estimated: false })).toBe(text)
})

const attempt = (model: string, skipped = false) => ({
  provider: 'a',
  model,
  start_ms: 0,
  ms: 1,
  error: null,
  skipped,
})

test('retries of a model are counted apart from fallbacks to others', () => {
  const describe = (...list: ReturnType<typeof attempt>[]) =>
    describeAttempts({ attempts: list.length, attempt_list: list })

  expect(describe(attempt('a'), attempt('a'), attempt('a'), attempt('b'))).toEqual([
    '2 retries',
    '1 fallback',
  ])
  expect(describe(attempt('a'), attempt('b'), attempt('b'), attempt('c'))).toEqual(['1 retry', '2 fallbacks'])
  expect(describe(attempt('a', true), attempt('b'))).toEqual([])
  expect(describeAttempts({ attempts: 1, attempt_list: null })).toEqual([])
})
