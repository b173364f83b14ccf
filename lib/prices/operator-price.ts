import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Catalog, catalogInUse } from './catalog.ts'
import { amountSchema, periodSchema, type PricePeriod, tokenUsdMax, type UsdRates } from './price-schema.ts'
import { Price } from './price.ts'
import { readJson } from '#lib/read-json.ts'
import { isUnit, type Unit, unitNames } from './units.ts'

const amount = z.union(
  [z.number().min(0).max(tokenUsdMax), amountSchema.refine(usd => Number(usd) <= tokenUsdMax)],
  { error: `must be dollars from 0 to ${tokenUsdMax}, with at most 9 decimals` },
)
const uncounted = ['characters', 'page', 'search'] as const satisfies readonly Unit[]
const isCounted = (rates: object) => !uncounted.some(unit => Object.hasOwn(rates, unit))
const uncountedError = {
  error: 'must not have `characters`, `page` or `search`, which Sextant does not count for models',
}
const unitName = z.enum(unitNames, { error: `must be a unit: ${unitNames.join(', ')}` })
const rates = z.partialRecord(unitName, amount).refine(isCounted, uncountedError)
const unitFields = Object.fromEntries(unitNames.map(unit => [unit, amount.exactOptional()])) as Record<
  Unit,
  z.ZodExactOptional<typeof amount>
>

const priceForms = 'must be `free`, `catalog`, or dollars by unit, such as `{ input: 2, output: 8 }`'

/**
 * A price in the configuration: `free`, `catalog`, or dollars by unit. `always` also replaces a cost that the provider
 * reports.
 */
export const operatorPriceSchema = z.union(
  [
    z.enum(['free', 'catalog']),
    z
      .strictObject({
        ...unitFields,
        above: z.record(z.string().regex(/^\d{1,9}$/, 'must be a number of tokens'), rates).exactOptional(),
        always: z.boolean().exactOptional(),
      })
      .refine(price => (price.input === undefined) === (price.output === undefined), {
        error: 'must have both `input` and `output`, or neither; 0 is free',
      })
      .refine(isCounted, uncountedError)
      .refine(price => Object.keys(price).some(isUnit), { error: 'must have a rate' }),
  ],
  { error: priceForms },
)

/** A price of searches in the configuration: `free`, or dollars per thousand. Some services count credits. */
export const searchPriceSchema = z.union([
  z.literal('free'),
  z.strictObject({ search: amount, always: z.boolean().exactOptional() }),
])

export type SearchPrice = z.output<typeof searchPriceSchema>

export type OperatorPrice = z.output<typeof operatorPriceSchema>

/** Dollars by unit, as an operator sets them. */
export type OperatorRates = Exclude<OperatorPrice, string>

/** A model whose price an operator sets. */
export interface OfVendor {
  readonly vendor?: string | undefined
  /** Its name in the catalog, if it is there. */
  readonly name?: string | undefined
  /** Default: the one in use. */
  readonly catalog?: Catalog | undefined
}

const compiled = new WeakMap<OperatorRates, Map<string, Price>>()

/**
 * Compiled once for each configuration. A web search that an operator gives no rate costs what it costs with the same
 * model of the catalog.
 */
export function operatorPrice(
  publicId: string,
  given: OperatorRates,
  { vendor, name, catalog }: OfVendor = {},
): Price {
  const webSearch = given.webSearch ?? searchRate(given, name, catalog)
  const all = compiled.get(given) ?? new Map<string, Price>()
  compiled.set(given, all)
  const key = `${vendor} ${webSearch}`
  const known = all.get(key)
  if (known !== undefined) return known
  const price = compile(publicId, { ...given, ...(webSearch !== undefined && { webSearch }) }, vendor)
  all.set(key, price)
  return price
}

/** @returns undefined: unknown, or the operator says that the model is free */
function searchRate(
  { above: _above, always: _always, ...usd }: OperatorRates,
  name: string | undefined,
  catalog: Catalog | undefined,
) {
  if (name === undefined || Object.values(usd).every(rate => Number(rate) === 0)) return undefined
  return (catalog ?? catalogInUse()).find(name)?.price.at(Date.now())?.rates.webSearch
}

function compile(publicId: string, given: OperatorRates, vendor: string | undefined): Price {
  const { above = {}, always = false, ...usd } = given
  const steps = Object.entries(above).map(([tokens, step]) => [tokens, toRates(step)])
  const saved = {
    always,
    period: { from: null, usd: withLongWrites(toRates(usd), vendor), above: Object.fromEntries(steps) },
  }
  const text = JSON.stringify(saved)
  const ref = `op:${publicId}:${createHash('sha256').update(text).digest('hex').slice(0, revisionLength)}`
  remember(ref, text)
  return toPrice(ref, saved)
}

/** Hexadecimal digits of the hash of a price, which distinguish the prices that one model has had. */
const revisionLength = 8

const savedSchema = z.object({ always: z.boolean(), period: periodSchema })

function toPrice(ref: string, { always, period }: { always: boolean; period: PricePeriod }): Price {
  return new Price({ source: 'operator', ref, always }, [period])
}

/** A price of which the JSON was saved. @returns null: it is not of this format */
export function readSavedPrice(ref: string, text: string): Price | null {
  const { data } = savedSchema.safeParse(readJson(text))
  return data === undefined ? null : toPrice(ref, data)
}

const compiledMax = 10_000
const compiledTexts = new Map<string, string>()

function remember(ref: string, text: string): void {
  compiledTexts.set(ref, text)
  const [oldest] = compiledTexts.keys()
  if (compiledTexts.size > compiledMax && oldest !== undefined) compiledTexts.delete(oldest)
}

/** The JSON of a price that was compiled in this process, to be saved. @returns undefined: none has this name */
export function compiledOperatorPrice(ref: string): string | undefined {
  return compiledTexts.get(ref)
}

/** Anthropic bills a write for an hour as twice the input. */
function withLongWrites(usd: UsdRates, vendor: string | undefined): UsdRates {
  if (vendor !== 'anthropic' || usd.input === undefined || usd.cacheWrite1h !== undefined) return usd
  return { ...usd, cacheWrite1h: (2 * Number(usd.input)).toFixed(9) }
}

function toRates(given: Readonly<Partial<Record<Unit, number | string>>>): UsdRates {
  const usd: UsdRates = {}
  for (const unit of unitNames) {
    const rate = given[unit]
    // Nine decimals are what a rate has. More would not change the bill of a million tokens by a nano-dollar.
    if (rate !== undefined) usd[unit] = Number(rate).toFixed(9)
  }
  return usd
}
