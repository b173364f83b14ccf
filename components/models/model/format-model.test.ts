import { expect, test } from 'vitest'
import { formatContext, formatPrice } from './format-model.ts'

test.each([
  [null, '–'],
  [512, '512'],
  [4096, '4K'],
  [32_768, '32K'],
  [128_000, '128K'],
  [131_072, '128K'],
  [400_000, '400K'],
  [1_048_576, '1M'],
  [1_500_000, '1.5M'],
])('a context of %s tokens is %s', (tokens, text) => {
  expect(formatContext(tokens)).toBe(text)
})

test.each([
  [null, '–'],
  [{ input: 0, output: 0 }, 'Free'],
  [{ input: 0.02, output: 0 }, '$0.02'],
  [{ input: 0.25, output: 2 }, '$0.25 / $2.00'],
])('a price of %j is %s', (price, text) => {
  expect(formatPrice(price)).toBe(text)
})
