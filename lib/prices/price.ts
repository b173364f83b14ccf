import type { PricePeriod, PriceTier, UsdRates } from './price-schema.ts'
import { promptUnits, ratePer, standIns, toolUnits, type Unit, type UnitCounts, unitNames } from './units.ts'

/** Where a price comes from. */
export type PriceSource = 'operator' | 'catalog'

export interface PriceOrigin {
  readonly source: PriceSource
  /** Names the price in rows, such as `cat:2026-11-22:openai/gpt-6-sol`. */
  readonly ref: string
  /** Whether it also replaces a cost that the provider reports. */
  readonly always?: boolean
  /** Of the catalog, as `YYYY-MM-DD`. */
  readonly date?: string
  /** Where its vendor publishes it. */
  readonly url?: string
  /** Whether the sources of the catalog disagree about it. */
  readonly disputed?: boolean
}

/** The price of a model, today and on other days. */
export class Price {
  readonly origin: PriceOrigin
  /** Newest first. */
  readonly #periods: readonly Period[]

  /** @param periods of a checked catalog or configuration */
  constructor(origin: PriceOrigin, periods: readonly PricePeriod[]) {
    this.origin = origin
    this.#periods = periods
      .map(period => toPeriod(origin, period))
      .toSorted((one, other) => other.fromMs - one.fromMs)
  }

  /** @returns undefined before the first period */
  at(atMs: number): PriceInForce | undefined {
    const period = this.#periods.find(({ fromMs }) => fromMs <= atMs)
    if (period === undefined || period.windows.length === 0) return period?.base
    return period.windows.find(window => isWithin(window, atMs))?.price ?? period.base
  }
}

interface Period {
  readonly fromMs: number
  readonly base: PriceInForce
  readonly windows: readonly Window[]
}

interface Window {
  readonly days: readonly number[]
  readonly minutes: readonly (readonly [from: number, to: number])[]
  readonly price: PriceInForce
}

function toPeriod(origin: PriceOrigin, period: PricePeriod): Period {
  const windows = (period.hours ?? []).map(({ days, utc, usd }) => ({
    days,
    minutes: utc.map(toMinutes),
    price: new PriceInForce(origin, { ...period, usd: { ...period.usd, ...usd } }),
  }))
  return {
    fromMs: period.from === null ? -Infinity : Date.parse(period.from),
    base: new PriceInForce(origin, period),
    windows,
  }
}

function toMinutes(range: string): [number, number] {
  const [from = 0, fromMinutes = 0, to = 0, toMinutes = 0] = range.split(/[:-]/).map(Number)
  return [from * 60 + fromMinutes, to * 60 + toMinutes]
}

function isWithin({ days, minutes }: Window, atMs: number): boolean {
  const at = new Date(atMs)
  if (!days.includes(at.getUTCDay() || 7)) return false
  const minute = at.getUTCHours() * 60 + at.getUTCMinutes()
  return minutes.some(([from, to]) =>
    from < to ? minute >= from && minute < to : minute >= from || minute < to,
  )
}

/** $10,000: no call costs more, so a larger count or report is a mistake of the server. */
const costNanosMax = 1e13

/** The rates at one time, by service tier and size of the prompt. */
export class PriceInForce {
  readonly origin: PriceOrigin
  /** Dollars per million tokens, as a price list shows them. */
  readonly listed: { readonly input: number; readonly output: number }
  /** Dollars by unit, of requests without a service tier and with a short prompt. */
  readonly rates: Readonly<Partial<Record<Unit, number>>>
  /** The highest that a prompt token may cost: a response says its tier and cache writes only at its end. */
  readonly input: number
  /** The highest that a token of the answer may cost. */
  readonly output: number
  readonly #isFree: boolean
  readonly #base: RateSet
  readonly #tiers: ReadonlyMap<string, RateSet>

  constructor(origin: PriceOrigin, { tiers = {}, ...base }: PriceTier & Pick<PricePeriod, 'tiers'>) {
    this.origin = origin
    this.#base = toRateSet(base)
    this.#tiers = new Map(
      Object.entries(tiers).map(([tier, { usd, above }]) => [
        tier,
        withSteps(toRateSet({ usd: { ...base.usd, ...usd }, ...(above && { above }) }), this.#base),
      ]),
    )
    const sets = [this.#base, ...this.#tiers.values()]
    const all = sets.flatMap(set => [set.rates, ...set.steps.map(step => step.rates)])
    this.#isFree = all.every(rates => rates.values().every(rate => rate === 0n))
    this.rates = Object.fromEntries(Object.entries(base.usd).map(([unit, usd]) => [unit, Number(usd)]))
    this.listed = { input: toUsd(this.#base.rates, 'input'), output: toUsd(this.#base.rates, 'output') }
    const { input, output } = sets.map(set => highestOf(set, Infinity)).reduce(higherOf)
    this.input = input
    this.output = output
  }

  /**
   * The highest that a token may cost in a request with at most so many prompt tokens.
   * @param tiers service tiers that the response may have beside none; an unknown one may cost as much as any
   */
  highest(promptTokensMax: number, tiers: readonly string[]): HighestRates {
    let most = highestOf(this.#base, promptTokensMax)
    for (const tier of tiers) {
      const set = this.#tiers.get(tier)
      const sets = set === undefined ? this.#tiers.values() : [set]
      for (const each of sets) most = higherOf(most, highestOf(each, promptTokensMax))
    }
    return most
  }

  /** Whether no unit costs anything, in any tier and for any size of the prompt. */
  get isFree(): boolean {
    return this.#isFree
  }

  /** Whether it has a rate for the unit, its own or that of its stand-in. */
  has(unit: Unit): boolean {
    return this.#base.rates.has(unit)
  }

  /**
   * Cost of a call in whole nano-dollars, rounded up once, at most `costNanosMax`.
   * @param tier `service_tier` of the response; null: none
   */
  costNanos(counts: UnitCounts, tier: string | null = null): number {
    let sum = 0n
    for (const [unit, rate] of this.#ratesFor(counts, tier)) sum += scaledOf(counts[unit], rate)
    return toNanosAtMost(sum)
  }

  /** The same with its parts in dollars, which are not rounded. */
  bill(counts: UnitCounts, tier: string | null = null): Bill {
    const parts = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, other: 0 }
    let sum = 0n
    for (const [unit, rate] of this.#ratesFor(counts, tier)) {
      const scaled = scaledOf(counts[unit], rate)
      if (scaled === 0n) continue
      sum += scaled
      parts[partOf[unit]] += Number(scaled) / scaleNumber / 1e9
    }
    return capped(sum, parts)
  }

  /** The units that were used and whose cost is unknown, because it has no rate of them. Free models have none. */
  unrated(counts: UnitCounts, tier: string | null = null): readonly Unit[] {
    const used = toolUnits.filter(unit => (counts[unit] ?? 0) > 0)
    if (used.length === 0 || this.#isFree) return []
    const rates = this.#ratesFor(counts, tier)
    return used.filter(unit => !rates.has(unit))
  }

  /** Every unit that was used and has a rate, with its share of the bill. */
  explain(counts: UnitCounts, tier: string | null = null): readonly BillLine[] {
    return Array.from(this.#ratesFor(counts, tier)).flatMap(([unit, rate]) => {
      const { [unit]: count = 0 } = counts
      if (count <= 0) return []
      const usd = Number((rate * BigInt(ratePer[unit])) / scale) / 1e9
      return { unit, count, usd, nanos: Number(scaledOf(count, rate)) / scaleNumber }
    })
  }

  /** Names the price in rows, with the tier where it has rates of its own. */
  refFor(tier: string | null): string {
    return tier !== null && this.#tiers.has(tier) ? `${this.origin.ref}@${tier}` : this.origin.ref
  }

  #ratesFor(counts: UnitCounts, tier: string | null): CompiledRates {
    const { rates, steps } = (tier === null ? undefined : this.#tiers.get(tier)) ?? this.#base
    if (steps.length === 0) return rates
    const prompt = promptUnits.reduce((sum, unit) => sum + (counts[unit] ?? 0), 0)
    return steps.find(step => prompt > step.tokens)?.rates ?? rates
  }
}

/** A cost in whole nano-dollars, and its parts in dollars. */
export interface Bill {
  readonly nanos: number
  readonly parts: CostParts
}

export interface CostParts {
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly output: number
  /** Searches, requests and time. */
  readonly other: number
}

/** One line of a bill: so many of a unit at a rate. */
export interface BillLine {
  readonly unit: Unit
  readonly count: number
  /** Dollars for as many as `ratePer` says. */
  readonly usd: number
  /** Not rounded. */
  readonly nanos: number
}

const partOf: Readonly<Record<Unit, keyof CostParts>> = {
  input: 'input',
  inputAudio: 'input',
  inputImage: 'input',
  cacheRead: 'cacheRead',
  cacheReadAudio: 'cacheRead',
  cacheReadImage: 'cacheRead',
  cacheWrite5m: 'cacheWrite',
  cacheWrite1h: 'cacheWrite',
  output: 'output',
  outputAudio: 'output',
  outputImage: 'output',
  reasoning: 'output',
  characters: 'other',
  audio: 'other',
  webSearch: 'other',
  search: 'other',
  searchUnit: 'other',
  request: 'other',
  page: 'other',
}

/** Nano-dollars × `scale`. */
function scaledOf(count: number | undefined, rate: bigint): bigint {
  return count === undefined || count <= 0 ? 0n : BigInt(count) * rate
}

/** The parts always sum to the cost. */
function capped(scaled: bigint, parts: CostParts): Bill {
  const nanos = toNanosAtMost(scaled)
  if (nanos < costNanosMax) return { nanos, parts }
  const share = nanos / (Number(scaled) / scaleNumber)
  return {
    nanos,
    parts: {
      input: parts.input * share,
      cacheRead: parts.cacheRead * share,
      cacheWrite: parts.cacheWrite * share,
      output: parts.output * share,
      other: parts.other * share,
    },
  }
}

function toNanosAtMost(scaled: bigint): number {
  if (scaled === 0n) return 0
  return Math.min(costNanosMax, Number((scaled + scale - 1n) / scale))
}

const answerUnits = ['output', 'outputAudio', 'outputImage', 'reasoning'] as const satisfies readonly Unit[]

/** The least common multiple of all that rates are for, so that every product is a whole number. */
const scale = 18_000_000n
const scaleNumber = Number(scale)

/** Nano-dollars × `scale` of one of each unit that has a rate. */
type CompiledRates = ReadonlyMap<Unit, bigint>

interface RateSet {
  readonly rates: CompiledRates
  readonly highest: HighestRates
  /** Highest first. */
  readonly steps: readonly Step[]
}

/** Rates of requests with more prompt tokens. */
interface Step {
  readonly tokens: number
  readonly rates: CompiledRates
  readonly highest: HighestRates
}

/** Dollars per million tokens of the prompt and of the answer. */
export interface HighestRates {
  readonly input: number
  readonly output: number
}

function highestOf({ highest, steps }: RateSet, promptTokensMax: number): HighestRates {
  let most = highest
  for (const step of steps) if (promptTokensMax > step.tokens) most = higherOf(most, step.highest)
  return most
}

function higherOf(one: HighestRates, other: HighestRates): HighestRates {
  if (one.input >= other.input && one.output >= other.output) return one
  return { input: Math.max(one.input, other.input), output: Math.max(one.output, other.output) }
}

function toHighest(rates: CompiledRates): HighestRates {
  return {
    input: Math.max(...promptUnits.map(unit => toUsd(rates, unit))),
    output: Math.max(...answerUnits.map(unit => toUsd(rates, unit))),
  }
}

function toRateSet({ usd, above = {} }: PriceTier): RateSet {
  const steps = Object.entries(above).map(([tokens, rates]) =>
    toStep(Number(tokens), compile({ ...usd, ...rates })),
  )
  return toSet(
    compile(usd),
    steps.toSorted((one, other) => other.tokens - one.tokens),
  )
}

function toSet(rates: CompiledRates, steps: readonly Step[]): RateSet {
  return { rates, highest: toHighest(rates), steps }
}

function toStep(tokens: number, rates: CompiledRates): Step {
  return { tokens, rates, highest: toHighest(rates) }
}

/** A tier without steps of its own raises its rates above a prompt size by the same factor as the base. */
function withSteps(tier: RateSet, base: RateSet): RateSet {
  if (tier.steps.length > 0 || base.steps.length === 0) return tier
  const steps = base.steps.map(({ tokens, rates }) => {
    const raised = new Map<Unit, bigint>()
    for (const [unit, step] of rates) {
      const [own, from = 0n] = [tier.rates.get(unit), base.rates.get(unit)]
      raised.set(unit, own === undefined || from === 0n ? step : (step * own + from - 1n) / from)
    }
    return toStep(tokens, raised)
  })
  return toSet(tier.rates, steps)
}

function compile(usd: UsdRates): CompiledRates {
  const rates = new Map<Unit, bigint>()
  for (const unit of unitNames) {
    const from = [unit, ...(standIns[unit] ?? [])].find(name => usd[name] !== undefined)
    const given = from === undefined ? undefined : usd[from]
    if (given !== undefined) rates.set(unit, toNanos(given) * (scale / BigInt(ratePer[unit])))
  }
  return rates
}

function toNanos(usd: string): bigint {
  const [whole = '0', decimals = ''] = usd.split('.')
  return BigInt(whole + decimals.padEnd(9, '0'))
}

/** Dollars per million tokens; 0 without a rate. */
function toUsd(rates: CompiledRates, unit: Unit): number {
  return Number((rates.get(unit) ?? 0n) / (scale / BigInt(ratePer[unit]))) / 1e9
}
