import { expect, test } from 'vitest'
import { toUsd } from './to-usd.ts'

test.each([
  [0, '0'],
  [1, '0.000000001'],
  [-5, '-0.000000005'],
  [-1_500_000_000, '-1.5'],
  [20_000_000_000, '20'],
  [9_007_199_254_740_991, '9007199.254740991'],
  [1e22, '10000000000000'],
])('%d nano-dollars are %s dollars', (nanos, usd) => {
  expect(toUsd(nanos)).toBe(usd)
})
