import { expect, test } from 'vitest'
import { toBars, toCourseQuery } from './request-course.ts'

const hourMs = 3_600_000
const now = 1_000 * hourMs

test('the course covers the period and the dimensions of the filter', () => {
  expect(Object.fromEntries(toCourseQuery({ key: 'key_1', within: '7d' }, now) ?? [])).toEqual({
    key: 'key_1',
    from: String(now - 7 * 24 * hourMs),
    to: String(now),
  })
})

test('without a time it covers the last 24 hours', () => {
  expect(toCourseQuery({ outcome: 'failed' }, now)?.get('from')).toBe(String(now - 24 * hourMs))
})

test('a filter that usage does not count has no course', () => {
  for (const filter of [
    { min_ms: 5000 },
    { session: 'a' },
    { code: 'upstream_error' },
    { outcome: '5xx' },
    { within: '1h' },
    { from: '2026-11-01' },
  ] as const)
    expect(toCourseQuery(filter, now)).toBeNull()
})

test('more points than bars are joined, and nothing is lost', () => {
  const bars = toBars(
    Array.from({ length: 168 }, () => 2),
    Array.from({ length: 168 }, () => 1),
  )

  expect(bars).toHaveLength(42)
  expect(bars.reduce((sum, bar) => sum + bar.requests, 0)).toBe(336)
  expect(bars.reduce((sum, bar) => sum + bar.errors, 0)).toBe(168)
})
