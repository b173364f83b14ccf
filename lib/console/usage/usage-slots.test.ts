import { expect, test } from 'vitest'
import { toUsageSlots, toZoneShift } from './usage-slots.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const noon = Date.UTC(2026, 10, 22, 12)

test('two days are shown by the hour, in the local time of the zone', () => {
  const { unit, grain, slots } = toUsageSlots({ from: noon, to: noon + 3 * hourMs, zone: 'Europe/Berlin' })

  expect({ unit, grain }).toEqual({ unit: 'hour', grain: 'hour' })
  expect(slots.map(({ label }) => label)).toEqual([
    '2026-11-22 13:00',
    '2026-11-22 14:00',
    '2026-11-22 15:00',
  ])
})

test('days begin and end at midnight of the zone, also when its clocks change', () => {
  const from = Date.UTC(2026, 9, 23, 22)
  const { unit, zone, slots } = toUsageSlots({ from, to: from + 73 * hourMs, zone: 'Europe/Berlin' })

  expect({ unit, zone }).toEqual({ unit: 'day', zone: 'Europe/Berlin' })
  expect(slots.map(({ label, from: start, to }) => [label, (to - start) / hourMs])).toEqual([
    ['2026-10-24', 24],
    ['2026-10-25', 25],
    ['2026-10-26', 24],
  ])
})

test('an hour that repeats is shown twice', () => {
  const from = Date.UTC(2026, 9, 25, 0)

  const { slots } = toUsageSlots({ from, to: from + 2 * hourMs, zone: 'Europe/Berlin' })

  expect(slots.map(({ label }) => label)).toEqual(['2026-10-25 02:00', '2026-10-25 02:00'])
})

test('above 35 days, days are whole UTC days', () => {
  const { grain, zone, slots } = toUsageSlots({ from: noon, to: noon + 36 * dayMs, zone: 'Asia/Tokyo' })

  expect({ grain, zone, days: slots.length }).toEqual({ grain: 'day', zone: 'UTC', days: 37 })
  expect(slots[0]).toEqual({ label: '2026-11-22', from: noon - 12 * hourMs, to: noon + 12 * hourMs })
})

test('a period is rounded to full hours', () => {
  const { slots } = toUsageSlots({ from: noon + 1, to: noon + hourMs + 1, zone: 'UTC' })

  expect([slots.at(0)?.from, slots.at(-1)?.to]).toEqual([noon, noon + 2 * hourMs])
})

test.each([
  [{ from: noon, to: noon, zone: 'UTC' }, 'to'],
  [{ from: noon, to: noon + 367 * dayMs, zone: 'UTC' }, 'from'],
  [{ from: noon, to: noon + 1, zone: 'Europe/Nowhere' }, 'zone'],
])('%o is rejected', (period, param) => {
  expect(() => toUsageSlots(period)).toThrow(expect.objectContaining({ code: 'invalid_value', param }))
})

test.each([
  ['UTC', 0],
  ['Asia/Kolkata', 30],
  ['Asia/Kathmandu', 15],
])('days of %s begin %i minutes after a full UTC hour', (zone, minutes) => {
  expect(toZoneShift(zone, noon)).toBe(minutes)
})
