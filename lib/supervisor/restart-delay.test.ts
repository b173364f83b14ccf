import { expect, test } from 'vitest'
import { restartDelayMs } from './restart-delay.ts'

test('one crash costs a tenth of a second, a loop of crashes at most ten seconds a turn', () => {
  expect([1, 2, 3, 4, 8, 100].map(failures => restartDelayMs(failures))).toEqual([
    100, 200, 400, 800, 10_000, 10_000,
  ])
})

test('the first delay is twice as long at each further crash too', () => {
  expect([1, 2, 3, 6].map(failures => restartDelayMs(failures, 500))).toEqual([500, 1000, 2000, 10_000])
})
