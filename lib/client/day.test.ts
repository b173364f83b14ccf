import { expect, test } from 'vitest'
import { beginOfDay, endOfDay, readDay, toDay } from './day.ts'

test('a day is from local midnight to the next', () => {
  expect(beginOfDay('2026-11-30')).toBe(new Date(2026, 10, 30).getTime())
  expect(endOfDay('2026-11-30')).toBe(new Date(2026, 11, 1).getTime())
  expect(toDay(new Date(2026, 10, 30, 23, 59).getTime())).toBe('2026-11-30')
  expect(toDay(new Date(2026, 2, 1, 12).getTime(), -1)).toBe('2026-02-28')
})

test.each([null, '', 'yesterday', '2026-13-01', '2026-11-1', '2026-11-01T00:00'])('%j is not a day', text => {
  expect(readDay(text)).toBeNull()
})
