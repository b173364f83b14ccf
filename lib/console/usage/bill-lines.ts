import { isUnit, ratePer, type UnitCounts, unitNames } from '#lib/prices/units.ts'
import type { RecordedPrice } from '#lib/prices/recorded-price.ts'
import type { ChargedRequest } from '#lib/store/requests/bills.ts'

/**
 * Why a line costs what it does. `rate`: quantity × rate. `rounding`: each response is rounded up to a nano-dollar.
 * `reported`: by the provider. `recorded`: when the request ended, by a price or several that are no longer known.
 * `estimate`: by Sextant, for a response whose cost its provider should have reported. `free`, `unpriced`: nothing, and nothing that is known. `count`: nothing more; another line has the cost.
 */
type Basis = 'rate' | 'rounding' | 'reported' | 'recorded' | 'estimate' | 'free' | 'unpriced' | 'count'

/** A line of a bill. The costs of all lines are the cost of all requests. */
export interface BillLine extends Pick<ChargedRequest, 'provider' | 'model' | 'costSource' | 'priceRef'> {
  /** Of a price, or `requests`. */
  readonly unit: string
  readonly quantity: number
  /** Nano-dollars for as many of the unit as `per` says; null: none is known. */
  readonly rateNanos: number | null
  readonly per: number | null
  /** Whole nano-dollars; null: another line has it, or it is unknown. */
  readonly costNanos: number | null
  readonly basis: Basis
}

interface Group extends Pick<ChargedRequest, 'provider' | 'model' | 'costSource' | 'priceRef'> {
  costNanos: number
  /** By unit and rate. */
  readonly rated: Map<string, { readonly unit: string; readonly rateNanos: number; quantity: number }>
  /** Units without a known rate. */
  readonly counted: Map<string, number>
  /** Requests by the basis of what `rated` leaves of their cost. */
  readonly requests: Map<Basis, { count: number; costNanos: number }>
}

/** The lines of a bill: for each provider, model and price one for each unit, and one for the requests. */
export class BillLines {
  readonly #groups = new Map<string, Group>()

  /** @param recorded the price that the request names, if it is known */
  add(request: ChargedRequest, recorded: RecordedPrice | null): void {
    const group = this.#groupOf(request)
    const counts = toCounts(request)
    group.costNanos += request.costNanos
    const isRated = recorded !== null && isCostBy(recorded, counts, request)
    const lines = isRated ? recorded.price.explain(counts, recorded.tier) : []
    for (const { unit, count, usd } of lines) {
      const rateNanos = Math.round(usd * 1e9)
      const name = `${unit} ${rateNanos}`
      const known = group.rated.get(name)
      if (known === undefined) group.rated.set(name, { unit, rateNanos, quantity: count })
      else known.quantity += count
    }
    for (const [unit, count] of Object.entries(counts)) {
      // The last lines count the requests.
      if (lines.some(line => line.unit === unit) || count === 0 || unit === 'request') continue
      group.counted.set(unit, (group.counted.get(unit) ?? 0) + count)
    }
    const basis = isRated ? 'rounding' : basisOf(request)
    const requests = group.requests.get(basis) ?? { count: 0, costNanos: 0 }
    requests.count++
    requests.costNanos += request.costNanos
    group.requests.set(basis, requests)
  }

  /** The dearest group first. */
  list(): BillLine[] {
    return [...this.#groups.values()].sort((one, other) => other.costNanos - one.costNanos).flatMap(linesOf)
  }

  #groupOf({ provider, model, costSource, priceRef }: ChargedRequest): Group {
    const name = JSON.stringify([provider, model, costSource, priceRef])
    const known = this.#groups.get(name)
    if (known !== undefined) return known
    const named = { provider, model, costSource, priceRef }
    const group = { ...named, costNanos: 0, rated: new Map(), counted: new Map(), requests: new Map() }
    this.#groups.set(name, group)
    return group
  }
}

function linesOf({ rated, counted, requests, costNanos: _, ...named }: Group): BillLine[] {
  const byRate = [...rated.values()]
    .sort((one, other) => rankOf(one.unit) - rankOf(other.unit) || one.rateNanos - other.rateNanos)
    .map(({ unit, rateNanos, quantity }) => {
      const per = isUnit(unit) ? ratePer[unit] : 1
      const costNanos = Number((BigInt(quantity) * BigInt(rateNanos)) / BigInt(per))
      return { ...named, unit, quantity, rateNanos, per, costNanos, basis: 'rate' as const }
    })
  const ratedNanos = byRate.reduce((sum, { costNanos }) => sum + costNanos, 0)
  const unrated = { rateNanos: null, per: null }
  const byCount = Array.from(counted, ([unit, quantity]) => {
    return { ...named, ...unrated, unit, quantity, costNanos: null, basis: 'count' as const }
  }).sort((one, other) => rankOf(one.unit) - rankOf(other.unit))
  const rest = Array.from(requests, ([basis, { count, costNanos }]) => ({
    ...named,
    ...unrated,
    unit: 'requests',
    quantity: count,
    costNanos: basis === 'unpriced' ? null : costNanos - (basis === 'rounding' ? ratedNanos : 0),
    basis,
  }))
  return [...byRate, ...byCount, ...rest]
}

function rankOf(unit: string): number {
  const rank = unitNames.findIndex(name => name === unit)
  return rank === -1 ? unitNames.length : rank
}

/** Disjoint counts, by what the price counted or else by the tokens of the log. */
function toCounts(request: ChargedRequest): UnitCounts {
  const {
    units,
    promptTokens,
    cacheReadTokens,
    cacheWriteTokens,
    completionTokens,
    reasoningTokens,
    audioMs,
  } = request
  if (units !== null) return Object.fromEntries(Object.entries(units).filter(([unit]) => isUnit(unit)))
  return {
    input: Math.max(0, promptTokens - cacheReadTokens - cacheWriteTokens),
    cacheRead: cacheReadTokens,
    cacheWrite5m: cacheWriteTokens,
    output: Math.max(0, completionTokens - reasoningTokens),
    reasoning: reasoningTokens,
    audio: audioMs,
  }
}

/** Whether the rates give the cost: an operator's price may have changed since, and each attempt is rounded up by itself. */
function isCostBy(
  { price, tier }: RecordedPrice,
  counts: UnitCounts,
  { units, costSource, costNanos, attempts }: ChargedRequest,
): boolean {
  if (units === null || (costSource !== 'operator' && costSource !== 'catalog')) return false
  const nanos = price.costNanos(counts, tier)
  return costNanos >= nanos && costNanos < nanos + Math.max(1, attempts)
}

function basisOf({ costSource, priceRef, costNanos }: ChargedRequest): Basis {
  if (costSource === 'unpriced' && costNanos === 0) return 'unpriced'
  if (costSource === 'reported' || costSource === 'free') return costSource
  return priceRef === 'estimate' ? 'estimate' : 'recorded'
}
