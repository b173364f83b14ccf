import { expect, test } from 'vitest'
import {
  exchangePlaces,
  exchangeWindow,
  type Holders,
  type PlacesExchange,
  type WindowExchange,
} from './limit-exchange.ts'
import { SlotWindow } from './slot-window.ts'

const wanted: WindowExchange = {
  unit: 'requests',
  subject: 'key:a',
  limit: 1000,
  returned: [],
  used: [],
  need: 1,
  smallest: 1,
  renews: false,
  leaseMinMs: 250,
}
const now = 1_795_000_000_100

test.each([
  { counted: 0, granted: 21, leaseMs: 5_000 },
  { counted: 600, granted: 11, leaseMs: 1_000 },
  { counted: 900, granted: 1, leaseMs: 250 },
  { counted: 1000, granted: 0, leaseMs: 250 },
])(
  'with $counted of 1000 counted, a need of one leases $granted for $leaseMs ms',
  ({ counted, ...lease }) => {
    const window = new SlotWindow()
    window.add(Math.floor(now / 250), counted)

    expect(exchangeWindow(window, wanted, now)).toMatchObject(lease)
  },
)

test('a lease is free again from when it is returned, and its use a minute after its end', () => {
  const window = new SlotWindow()
  const { slot } = exchangeWindow(window, { ...wanted, need: 1000 }, now)
  exchangeWindow(window, { ...wanted, need: 0, smallest: 0, returned: [{ slot, amount: 400 }] }, now + 300)

  expect(exchangeWindow(window, { ...wanted, need: 400 }, now + 300)).toMatchObject({ granted: 400 })
  expect(exchangeWindow(window, wanted, now + 60_000)).toMatchObject({ granted: 0, retryMs: 400 })
  expect(exchangeWindow(window, wanted, now + 60_400)).toMatchObject({ counted: 421, retryMs: 0 })
})

test('after the clock of the database was set back, uses leave within 67 s', () => {
  const window = new SlotWindow()
  exchangeWindow(window, { ...wanted, need: 1000 }, now + 3_600_000)

  expect(exchangeWindow(window, wanted, now)).toMatchObject({ granted: 0 })
  expect(exchangeWindow(window, wanted, now + 67_000).granted).toBeGreaterThan(0)
})

test('uses without a lease may exceed the limit; then nothing fits until they leave', () => {
  const window = new SlotWindow()
  const late = { ...wanted, need: 0, smallest: 0, used: [{ ageMs: 10_000, amount: 1500 }] }
  exchangeWindow(window, late, now)

  expect(exchangeWindow(window, wanted, now + 49_000)).toMatchObject({ granted: 0, counted: 1500 })
  expect(exchangeWindow(window, wanted, now + 50_250).granted).toBeGreaterThan(0)
})

test('the places of a gateway that does not renew them are free after 15 s', () => {
  const holders: Holders = new Map()
  const places: PlacesExchange = { unit: 'parallel', subject: 'key:a', limit: 3, kept: 0, wanted: 2 }
  exchangePlaces(holders, 'gw_killed', places, now)

  expect(exchangePlaces(holders, 'gw_b', places, now + 14_999)).toMatchObject({ held: 1, elsewhere: 2 })
  expect(exchangePlaces(holders, 'gw_b', { ...places, kept: 1 }, now + 15_000)).toMatchObject({
    held: 2,
    elsewhere: 0,
  })
})

test('places in use stay counted when the limit is lowered, and none is added', () => {
  const holders: Holders = new Map()
  const places: PlacesExchange = { unit: 'parallel', subject: 'key:a', limit: 5, kept: 0, wanted: 4 }
  exchangePlaces(holders, 'gw_a', places, now)

  expect(exchangePlaces(holders, 'gw_a', { ...places, limit: 2, kept: 4, wanted: 5 }, now)).toMatchObject({
    held: 4,
  })
  expect(exchangePlaces(holders, 'gw_b', { ...places, limit: 2, wanted: 1 }, now)).toMatchObject({ held: 0 })
})
