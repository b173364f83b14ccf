import { expect, test } from 'vitest'
import { periodEnd, periodStart } from './budget-period.ts'

const at = (text: string) => Date.parse(text)

test.each([
  ['day', '2026-03-01T23:59:59.999Z', '2026-03-01T00:00:00Z', '2026-03-02T00:00:00Z'],
  ['week', '2026-03-01T12:00:00Z', '2026-02-23T00:00:00Z', '2026-03-02T00:00:00Z'],
  ['week', '2026-03-02T00:00:00Z', '2026-03-02T00:00:00Z', '2026-03-09T00:00:00Z'],
  ['month', '2028-02-29T12:00:00Z', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z'],
  ['month', '2026-12-31T23:00:00Z', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
] as const)('a %s around %s lasts from %s to %s', (period, now, start, end) => {
  expect(periodStart(period, at(now))).toBe(at(start))
  expect(periodEnd(period, at(now))).toBe(at(end))
})

test('a budget without a period never resets', () => {
  expect(periodStart(null, Date.now())).toBe(0)
  expect(periodEnd(null, Date.now())).toBeNull()
})
