import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Price } from './price.ts'
import type { PricePeriod } from './price-schema.ts'
import { standIns, type Unit, unitNames } from './units.ts'

const origin = { source: 'catalog', ref: 'test' } as const
const from = null
const amount = fc.nat(2000).map(String)

test('is rounded up once per call, not once per unit', () => {
  const price = priceOf({ usd: { input: '0.0001', output: '0.0001' } })
  // 0.1 nano-dollars each: two of them are one.
  expect(price?.costNanos({ input: 1, output: 1 })).toBe(1)
  expect(price?.costNanos({ input: 5, output: 6 })).toBe(2)
  expect(price?.costNanos({})).toBe(0)
})

test('has no error of floating-point numbers', () => {
  const price = priceOf({ usd: { input: '0.1', output: '0.4' } })
  expect(price?.costNanos({ input: 3, output: 0 })).toBe(300)
  expect(price?.costNanos({ input: 1_000_000_000, output: 1_000_000_000 })).toBe(500_000_000_000)
})

test.each(Object.keys(standIns).filter(isPriced))('bills %s where the price has no rate for it', unit => {
  const price = priceOf({ usd: { input: '3', output: '15' } })
  expect(price?.has(unit)).toBe(true)
  expect(price?.costNanos({ [unit]: 10 })).toBeGreaterThan(0)
})

test('an hour of the cache costs as much as five minutes where only those have a rate', () => {
  const price = priceOf({ usd: { input: '3', cacheWrite5m: '3.75' } })
  expect(price?.costNanos({ cacheWrite1h: 1000 })).toBe(3_750_000)
})

test('a request can cost the rates above a prompt size, or of a tier, only where it can have them', () => {
  const price = priceOf({
    usd: { input: '1', output: '2' },
    above: { '200000': { input: '100', output: '100' } },
    tiers: { priority: { usd: { input: '2', output: '5' } }, flex: { usd: { output: '1' } } },
  })

  expect(price?.highest(200_000, [])).toEqual({ input: 1, output: 2 })
  expect(price?.highest(200_001, [])).toEqual({ input: 100, output: 100 })
  expect(price?.highest(100, ['flex'])).toEqual({ input: 1, output: 2 })
  expect(price?.highest(100, ['priority'])).toEqual({ input: 2, output: 5 })
  expect(price?.highest(100, ['unknown'])).toEqual({ input: 2, output: 5 })
  expect(price?.highest(Infinity, ['priority'])).toEqual({ input: 200, output: 250 })
})

test('no response costs more than the highest rates of its request', () => {
  const counts = fc.nat(1000)
  const usd = fc.record({
    input: amount,
    cacheRead: amount,
    cacheWrite5m: amount,
    output: amount,
    reasoning: amount,
  })
  const one = fc.record({ usd, above: fc.dictionary(fc.nat(2000).map(String), usd, { maxKeys: 2 }) })
  const tiers = fc.record({ flex: one, priority: one })
  fc.assert(
    fc.property(
      one,
      tiers,
      fc.constantFrom(null, 'flex', 'priority'),
      fc.tuple(counts, counts, counts),
      counts,
      (base, all, tier, prompt, answer) => {
        const price = priceOf({ ...base, tiers: all })
        const [input, cacheRead, cacheWrite5m] = prompt
        const promptTokens = input + cacheRead + cacheWrite5m
        const most = price?.highest(promptTokens, tier === null ? [] : [tier])
        const nanos = price?.costNanos({ input, cacheRead, cacheWrite5m, output: answer }, tier)
        expect(nanos).toBeLessThanOrEqual(
          Math.ceil(promptTokens * (most?.input ?? 0) * 1000 + answer * (most?.output ?? 0) * 1000),
        )
      },
    ),
  )
})

test('a tier keeps the rates that it does not change', () => {
  const price = priceOf({
    usd: { input: '2', cacheRead: '0.2', output: '10' },
    tiers: { priority: { usd: { input: '4' } } },
  })
  expect(price?.costNanos({ input: 10, cacheRead: 10, output: 10 }, 'priority')).toBe(142_000)
})

test('cached tokens count for the size of the prompt', () => {
  const price = priceOf({ usd: { input: '1', cacheRead: '0.1' }, above: { 1000: { input: '2' } } })
  expect(price?.costNanos({ input: 1, cacheRead: 999 })).toBe(100_900)
  expect(price?.costNanos({ input: 1, cacheRead: 1000 })).toBe(102_000)
})

test('the highest of several prompt sizes that the request exceeds', () => {
  const price = priceOf({ usd: { input: '1' }, above: { 1000: { input: '2' }, 500: { input: '1.5' } } })
  expect(price?.costNanos({ input: 501 })).toBe(751_500)
  expect(price?.costNanos({ input: 1001 })).toBe(2_002_000)
})

test('tells the highest rates, so that a reservation covers every tier, prompt and cache write', () => {
  const price = priceOf({
    usd: { input: '1', cacheWrite1h: '2', output: '5' },
    above: { 1000: { input: '3', output: '7' } },
    tiers: { priority: { usd: { input: '1.5', output: '9' } }, flex: { usd: { input: '0.5', output: '2' } } },
  })
  expect(price).toMatchObject({ input: 4.5, output: 12.6, listed: { input: 1, output: 5 } })
})

test('a bill is never more than a ledger can hold', () => {
  const price = priceOf({ usd: { input: '999999' } })
  expect(price?.costNanos({ input: Number.MAX_SAFE_INTEGER })).toBe(1e13)
})

test('is not free where only a tier or a long prompt costs something', () => {
  const usd = { input: '0', output: '0' }
  expect(priceOf({ usd })?.isFree).toBe(true)
  expect(priceOf({ usd, above: { 1000: { input: '1' } } })?.isFree).toBe(false)
  expect(priceOf({ usd, tiers: { priority: { usd: { webSearch: '1' } } } })?.isFree).toBe(false)
})

test('a tier without rates for long prompts raises its own as the base does', () => {
  const price = priceOf({
    usd: { input: '2', cacheRead: '0.2', output: '10' },
    above: { 1000: { input: '4', output: '15' } },
    tiers: { flex: { usd: { input: '1', output: '5' } } },
  })
  expect(price?.costNanos({ input: 1000, output: 10 }, 'flex')).toBe(1_050_000)
  expect(price?.costNanos({ input: 1001, output: 10 }, 'flex')).toBe(2_077_000)
  expect(price?.costNanos({ input: 1001, cacheRead: 10 }, 'flex')).toBe(2_004_000)
})

test('is in force from the beginning of its day in UTC', () => {
  const price = new Price(origin, [
    { from: '2026-08-21', usd: { input: '4' } },
    { from: '2026-01-01', usd: { input: '5' } },
  ])
  expect(price.at(Date.parse('2025-12-31T23:59:59Z'))).toBeUndefined()
  expect(price.at(Date.parse('2026-08-20T23:59:59Z'))?.listed.input).toBe(5)
  expect(price.at(Date.parse('2026-08-21T00:00:00Z'))?.listed.input).toBe(4)
})

test('hours may cross midnight and end with the day', () => {
  const price = new Price(origin, [
    {
      from,
      usd: { input: '1' },
      hours: [
        { days: [7], utc: ['22:30-00:30'], usd: { input: '2' } },
        { days: [6], utc: ['00:00-24:00'], usd: { input: '3' } },
      ],
    },
  ])
  const inputAt = (time: string) => price.at(Date.parse(time))?.listed.input
  expect(inputAt('2026-11-22T22:29:59Z')).toBe(1)
  expect(inputAt('2026-11-22T22:30:00Z')).toBe(2)
  expect(inputAt('2026-11-22T00:29:00Z')).toBe(2)
  expect(inputAt('2026-11-21T23:59:59Z')).toBe(3)
})

function priceOf(period: Omit<PricePeriod, 'from'>) {
  return new Price(origin, [{ from, ...period }]).at(0)
}

function isPriced(name: string): name is Unit {
  return unitNames.some(unit => unit === name)
}
