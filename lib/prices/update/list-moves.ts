import type { PricePeriod, UsdRates } from '#lib/prices/price-schema.ts'
import { standIns, type Unit, unitNames } from '#lib/prices/units.ts'

/** A rate that differs between two prices. */
export interface PriceMove {
  /** `input`, with its tier, prompt size or hours if it has some. */
  readonly rate: string
  /** Dollars as decimals; null: no such rate. */
  readonly from: string | null
  readonly to: string | null
  /** The UTC day from which it applies; null: today. */
  readonly since: string | null
  /** Whether it is more than ten times as high or as low, which is more often a mistake than a price. */
  readonly large: boolean
}

/** The rates that are different today or from a later day on. */
export function listMoves(
  before: readonly PricePeriod[],
  after: readonly PricePeriod[],
  today: string,
): PriceMove[] {
  const later = after.flatMap(({ from }) => (from !== null && from > today ? [from] : [])).toSorted()
  return [today, ...later].flatMap(day => {
    const since = day === today ? null : day
    return compare(periodOn(before, day), periodOn(after, day)).map(move => ({ ...move, since }))
  })
}

function periodOn(periods: readonly PricePeriod[], day: string): PricePeriod | undefined {
  return periods
    .filter(({ from }) => from === null || from <= day)
    .toSorted((one, other) => ((one.from ?? '') < (other.from ?? '') ? 1 : -1))[0]
}

type Move = Omit<PriceMove, 'since'>

function compare(before: PricePeriod | undefined, after: PricePeriod | undefined): Move[] {
  const former = flatten(before)
  const next = flatten(after)
  return [...new Set([...former.keys(), ...next.keys()])].flatMap(rate => {
    const from = former.get(rate)?.usd ?? null
    const to = next.get(rate)?.usd ?? null
    if (from !== null && to !== null && Number(from) === Number(to)) return []
    const unit = (next.get(rate) ?? former.get(rate))?.unit
    // A new tier, prompt size or hour replaces the base rate; a lost one leaves it.
    const [known, following] = unit === undefined ? [] : [baseOf(before, unit), baseOf(after, unit)]
    return [{ rate, from, to, large: isLarge(from ?? known ?? null, to ?? following ?? null) }]
  })
}

interface Rate {
  readonly unit: Unit
  readonly usd: string
}

function flatten(period: PricePeriod | undefined): Map<string, Rate> {
  const rates = new Map<string, Rate>()
  const add = (usd: UsdRates, where: string) => {
    for (const unit of unitNames) {
      const amount = usd[unit]
      if (amount !== undefined) rates.set(`${unit}${where}`, { unit, usd: amount })
    }
  }
  if (period === undefined) return rates
  for (const [tier, price] of [['', period] as const, ...Object.entries(period.tiers ?? {})]) {
    const where = tier === '' ? '' : ` (${tier})`
    add(price.usd, where)
    for (const [tokens, usd] of Object.entries(price.above ?? {})) add(usd, `${where} above ${tokens} tokens`)
  }
  for (const { days, utc, usd } of period.hours ?? [])
    add(usd, ` at ${utc.join(', ')} UTC (days ${days.join()})`)
  return rates
}

/** The rate of the unit or of its stand-in, without tiers, sizes and hours. */
function baseOf(period: PricePeriod | undefined, unit: Unit): string | undefined {
  const name = [unit, ...(standIns[unit] ?? [])].find(each => period?.usd[each] !== undefined)
  return name === undefined ? undefined : period?.usd[name]
}

const timesMax = 10
// Decimals have no exact quotient.
const tolerance = 1e-6

function isLarge(from: string | null, to: string | null): boolean {
  // A unit that the price did not count before.
  if (from === null) return false
  const [former, next] = [Number(from), Number(to ?? 0)]
  if (former === next) return false
  if (former === 0 || next === 0) return true
  return Math.max(former / next, next / former) > timesMax + tolerance
}
