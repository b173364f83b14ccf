import { expect, test } from 'vitest'
import { restartDelayMs } from './restart-delay.ts'

test('one crash costs a tenth of a second, a loop of crashes at most ten seconds a turn', () => {
  expect([1, 2, 3, 4, 8, 100].map(restartDelayMs)).toEqual([100, 200, 400, 800, 10_000, 10_000])
})
