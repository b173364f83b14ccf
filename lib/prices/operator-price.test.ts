import { expect, test } from 'vitest'
import {
  compiledOperatorPrice,
  readSavedPrice,
  operatorPrice,
  operatorPriceSchema,
} from './operator-price.ts'

test.each([1e21, 2001, '2001', -1])('refuses %s dollars per million tokens', rate => {
  expect(operatorPriceSchema.safeParse({ input: rate, output: 1 }).success).toBe(false)
  expect(operatorPriceSchema.safeParse({ input: 1, output: 1, above: { 10: { input: rate } } }).success).toBe(
    false,
  )
})

test.each([2000, '2000', 0.000000001])('bills %s dollars per million tokens', rate => {
  const parsed = operatorPriceSchema.parse({ input: rate, output: 1 })
  if (typeof parsed === 'string') throw new Error('not a price by unit')
  expect(operatorPrice('a', parsed).at(0)?.costNanos({ input: 1_000_000 })).toBe(
    Math.round(Number(rate) * 1e9),
  )
})

test.each(['characters', 'page', 'search'])('refuses a rate for %s, which nothing counts', unit => {
  expect(operatorPriceSchema.safeParse({ input: 1, output: 1, [unit]: 1 }).success).toBe(false)
  expect(operatorPriceSchema.safeParse({ input: 1, output: 1, above: { 10: { [unit]: 1 } } }).success).toBe(
    false,
  )
})

test('a web search without a rate costs what it costs with the same model of the catalog', () => {
  const name = 'anthropic/claude-haiku-4-5'
  const given = { input: 1, output: 10 }

  expect(operatorPrice('a', given, { vendor: 'anthropic', name }).at(0)?.rates.webSearch).toBe(10)
  expect(operatorPrice('a', given).at(0)?.rates.webSearch).toBeUndefined()
  const free = { input: 0, output: 0 }
  expect(operatorPrice('a', free, { vendor: 'anthropic', name }).at(0)?.isFree).toBe(true)
})

test('the name of a price has a revision, which is another one for each price', () => {
  const refOf = (given: Parameters<typeof operatorPrice>[1]) => operatorPrice('a', given).origin.ref
  const ref = refOf({ input: 1, output: 2 })

  expect(ref).toMatch(/^op:a:[0-9a-f]{8}$/)
  expect(refOf({ output: '2', input: '1.0' })).toBe(ref)
  const others = [
    { input: 1, output: 3 },
    { input: 1, output: 2, always: true },
    { input: 1, output: 2, cacheRead: 0.1 },
    { input: 1, output: 2, above: { 1000: { input: 2 } } },
  ]
  expect(new Set([ref, ...others.map(refOf)]).size).toBe(5)
})

test('a price that was kept bills as it did', () => {
  const given = { input: 1, output: 2, always: true, above: { 1000: { input: 5, output: 7 } } }
  const price = operatorPrice('a', given, { vendor: 'anthropic' })
  const { ref } = price.origin
  const kept = readSavedPrice(ref, compiledOperatorPrice(ref) ?? '')

  expect(kept?.origin).toEqual(price.origin)
  for (const counts of [
    { input: 10, cacheWrite1h: 3, output: 1 },
    { input: 2000, output: 1 },
  ])
    expect(kept?.at(0)?.costNanos(counts)).toBe(price.at(0)?.costNanos(counts))
  expect(readSavedPrice(ref, '{"always":1}')).toBeNull()
})
