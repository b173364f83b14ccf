import { expect, test } from 'vitest'
import { randomBase62, toBase62 } from './base62.ts'

test('random digits have the requested length and a uniform distribution', () => {
  const text = randomBase62(62_000)

  const counts = Object.values(Object.groupBy(text, digit => digit)).map(group => group?.length ?? 0)

  expect(text).toMatch(/^[0-9A-Za-z]{62000}$/)
  expect(counts).toHaveLength(62)
  // 1000 expected, standard deviation 31: a tolerance of seven never fails by chance.
  expect(Math.min(...counts)).toBeGreaterThan(780)
  expect(Math.max(...counts)).toBeLessThan(1220)
})

test.each([
  [0n, 3, '000'],
  [61n, 1, 'z'],
  [62n, 2, '10'],
  [2n ** 32n - 1n, 6, '4gfFC3'],
])('%s in %i digits is %s', (value, length, text) => expect(toBase62(value, length)).toBe(text))
