import { expect, test } from 'vitest'
import { advisePriceUpdate, formatContext, formatPrice, formatPriceSource } from './format-model.ts'

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
  expect(formatPrice({ price, pricing: null })).toBe(text)
})

test.each([
  [45, null],
  [46, { text: expect.stringContaining('46 days old'), prominent: false }],
  [90, { text: expect.stringContaining('90 days old'), prominent: false }],
  [91, { text: expect.stringContaining('91 days old'), prominent: true }],
])('the advice to update a price catalog of %i days ago is %j', (days, advice) => {
  const models = [
    { pricing: { source: 'operator' as const } },
    { pricing: { source: 'catalog' as const, date: '2026-11-22' } },
  ]
  const nowMs = Date.UTC(2026, 10, 22 + days, 12)
  expect(advisePriceUpdate(models, nowMs)).toEqual(advice)
  expect(advisePriceUpdate(models.slice(0, 1), nowMs)).toBeNull()
})

test.each([
  [{ source: 'free' }, 'Free', 'Your own server, or set to free by an admin'],
  [{ source: 'unpriced' }, '–', 'No price: its cost is not counted'],
  [{ source: 'reported' }, 'Reported', 'Reported by the provider with each response'],
  [{ source: 'operator', rates: { searchUnit: 2 } }, '$2.00 / 1,000 searches', 'Set by an admin'],
  [
    { source: 'catalog', rates: { audio: 0.36 }, date: '2026-11-22' },
    '$0.36 / hour',
    'Price catalog of Nov 22, 2026',
  ],
] as const)('the price %j is %s, and its source %s', (pricing, text, source) => {
  expect(formatPrice({ price: null, pricing })).toBe(text)
  expect(formatPriceSource(pricing)).toBe(source)
})
