import { expect, test } from 'vitest'
import { toLinkAge } from './link-age.ts'

const now = Date.parse('2026-07-01T12:00:00Z')

test.each([
  ['2026-07-01', 0.5],
  ['2026-07-01T14:00:00+02:00', 0],
  ['2026-07-01T11:59Z', 0],
  [' 2026-06-21T12:00:00.5Z ', 10],
  ['2026-06', 30.5],
  ['2026', 181.5],
  ['2026-07-02', 0],
])('%s is %s days ago', (lastmod, days) => {
  expect(toLinkAge(lastmod, now)?.days).toBeCloseTo(days, 1)
})

test.each([null, '', 'today', '2026-07-04', '2026-02-31x', '0', '2024-00-01'])(
  '%s is not a valid age',
  lastmod => {
    expect(toLinkAge(lastmod, now)).toBeNull()
  },
)

test('a later change is warmer', () => {
  const heats = ['2026-07-01T12:00Z', '2026-06-20', '2026-01-01', '2020-01-01', '2000-01-01'].map(
    lastmod => toLinkAge(lastmod, now)?.heat ?? -1,
  )

  expect(heats).toEqual(heats.toSorted((a, b) => b - a))
  expect([heats[0], heats.at(-1)]).toEqual([1, 0])
})
