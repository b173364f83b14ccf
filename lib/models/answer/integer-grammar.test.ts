import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toRegExp } from './__fixtures__/grammar-to-regexp.ts'
import { integerGrammar } from './integer-grammar.ts'

test('a range matches exactly its integers', () => {
  for (const [minimum, maximum] of [
    [0, 120],
    [5, 5],
    [-3, 12],
    [-120, -7],
    [98, 1203],
    [0, 9],
    [10, 99],
  ] as const) {
    const pattern = toRegExp(integerGrammar(minimum, maximum))
    for (let value = -1300; value <= 1300; value += 1)
      expect([value, pattern.test(String(value))]).toEqual([value, value >= minimum && value <= maximum])
  }
})

test('any two bounds exclude their neighbors', () => {
  const bound = fc.integer({ min: -1e9, max: 1e9 })
  fc.assert(
    fc.property(bound, bound, (first, second) => {
      const [low, high] = [Math.min(first, second), Math.max(first, second)]
      const pattern = toRegExp(integerGrammar(low, high))

      expect([low - 1, low, high, high + 1].map(value => pattern.test(String(value)))).toEqual([
        false,
        true,
        true,
        false,
      ])
    }),
  )
})

test('numbers follow JSON: no leading zeros, no minus zero', () => {
  const pattern = toRegExp(integerGrammar())

  expect(['0', '-1', '999999999999999', '-999999999999999'].every(text => pattern.test(text))).toBe(true)
  expect(['-0', '00', '01', '1.5', '', '1000000000000000'].some(text => pattern.test(text))).toBe(false)
})
