import { calcPrice, type ModelPrice, TieredPrices } from '@pydantic/genai-prices'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { catalogInUse } from './catalog.ts'
import type { PriceTier, UsdRates } from './price-schema.ts'
import { PriceInForce } from './price.ts'
import type { Unit, UnitCounts } from './units.ts'

const origin = { source: 'catalog', ref: 'cat:test' } as const

/** What the other calculator calls the units, and which of its totals include them. */
const units = {
  input: { price: 'input_mtok', counts: ['input_tokens'] },
  inputAudio: { price: 'input_audio_mtok', counts: ['input_tokens', 'input_audio_tokens'] },
  inputImage: { price: 'input_image_mtok', counts: ['input_tokens', 'input_image_tokens'] },
  cacheRead: { price: 'cache_read_mtok', counts: ['input_tokens', 'cache_read_tokens'] },
  cacheReadAudio: {
    price: 'cache_audio_read_mtok',
    counts: ['input_tokens', 'input_audio_tokens', 'cache_read_tokens', 'cache_audio_read_tokens'],
  },
  cacheReadImage: {
    price: 'cache_image_read_mtok',
    counts: ['input_tokens', 'input_image_tokens', 'cache_read_tokens', 'cache_image_read_tokens'],
  },
  cacheWrite5m: { price: 'cache_write_mtok', counts: ['input_tokens', 'cache_write_tokens'] },
  cacheWrite1h: {
    price: 'cache_write_1h_mtok',
    counts: ['input_tokens', 'cache_write_tokens', 'cache_write_1h_tokens'],
  },
  output: { price: 'output_mtok', counts: ['output_tokens'] },
  outputAudio: { price: 'output_audio_mtok', counts: ['output_tokens', 'output_audio_tokens'] },
  outputImage: { price: 'output_image_mtok', counts: ['output_tokens', 'output_image_tokens'] },
  reasoning: { price: 'output_reasoning_mtok', counts: ['output_tokens', 'output_reasoning_tokens'] },
} as const satisfies Partial<Record<Unit, { price: string; counts: readonly string[] }>>

type Known = keyof typeof units
const known = Object.keys(units).filter(isKnown)

const entries = catalogInUse()
  .list()
  .flatMap(({ entry }) =>
    entry.kind === 'chat' || entry.kind === 'embeddings'
      ? entry.prices.flatMap(({ from, usd, above, tiers = {} }) => [
          { name: `${entry.id} from ${from ?? 'the beginning'}`, rates: { usd, ...(above && { above }) } },
          ...Object.entries(tiers).map(([tier, own]) => ({
            name: `${entry.id} ${tier}`,
            rates: { usd: { ...usd, ...own.usd }, ...(own.above && { above: own.above }) },
          })),
        ])
      : [],
  )

test('bills of every price of the catalog are those of an independent calculator, to the nano-dollar', () => {
  expect(entries.length).toBeGreaterThan(500)
  const different = entries.flatMap(({ name, rates }) => {
    const ours = new PriceInForce(origin, rates)
    const peer = toPeerPrice(rates)
    return fc
      .sample(usageOf(rates), { numRuns: 200, seed: 20_261_128 })
      .flatMap(counts => {
        const nanos = ours.costNanos(counts)
        const expected = peerNanos(peer, counts)
        return Math.abs(nanos - expected) <= 1 ? [] : [{ name, counts, nanos, expected }]
      })
      .slice(0, 1)
  })

  expect(different).toEqual([])
}, 60_000)

/** Counts on both sides of each step, of the units that have a rate. */
function usageOf({ usd, above = {} }: PriceTier): fc.Arbitrary<UnitCounts> {
  const most = 2 * Math.max(50_000, ...Object.keys(above).map(Number))
  const count = fc.oneof(fc.constantFrom(0, 1), fc.integer({ min: 0, max: most }))
  return fc.record(
    Object.fromEntries(known.filter(unit => rateOf(usd, unit) !== undefined).map(unit => [unit, count])),
  )
}

function toPeerPrice({ usd, above = {} }: PriceTier): ModelPrice {
  const steps = Object.entries(above).map(([start, rates]) => ({ start: Number(start), rates }))
  return Object.fromEntries(
    known.flatMap(unit => {
      const base = rateOf(usd, unit)
      if (base === undefined) return []
      const tiers = steps.map(({ start, rates }) => ({
        start,
        price: Number(rateOf({ ...usd, ...rates }, unit) ?? base),
      }))
      const price = tiers.length === 0 ? Number(base) : new TieredPrices({ base: Number(base), tiers })
      return [[units[unit].price, price] as const]
    }),
  )
}

/** The other calculator requires a rate for audio and images from the cache where there are rates for both. */
function rateOf(usd: UsdRates, unit: Known): string | undefined {
  if (unit === 'cacheReadAudio' && usd.inputAudio !== undefined) return usd[unit] ?? usd.cacheRead
  if (unit === 'cacheReadImage' && usd.inputImage !== undefined) return usd[unit] ?? usd.cacheRead
  return usd[unit]
}

function peerNanos(prices: ModelPrice, counts: UnitCounts): number {
  const usage: Record<string, number> = {}
  for (const unit of known)
    for (const name of units[unit].counts) usage[name] = (usage[name] ?? 0) + (counts[unit] ?? 0)
  const provider = {
    id: 'test',
    name: 'test',
    api_pattern: 'test',
    models: [{ id: 'm', match: { equals: 'm' }, prices }],
  }
  return (calcPrice(usage, 'm', { provider })?.total_price ?? Number.NaN) * 1e9
}

function isKnown(unit: string): unit is Known {
  return Object.hasOwn(units, unit)
}
