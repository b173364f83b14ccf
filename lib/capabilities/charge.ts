import type { Usage } from '#lib/contracts/api/usage.ts'
import { catalogInUse } from '#lib/prices/catalog.ts'
import type { CostParts, PriceInForce } from '#lib/prices/price.ts'
import { type Unit, type UnitCounts, unitNames } from '#lib/prices/units.ts'
import type { AnyTarget } from '#lib/providers/registry/target.ts'
import type { ReportedCosts } from './reported-costs.ts'

/** Where a cost comes from; `mixed`: several models, of which each has another source. */
export type CostSource = 'reported' | 'operator' | 'catalog' | 'free' | 'unpriced' | 'mixed'

/** The cost of a response, and its price. */
export interface Charge {
  readonly source: CostSource
  /** Whole nano-dollars; null: unpriced. */
  readonly nanos: number | null
  /** Names the price, such as `cat:2026-11-22:openai/gpt-6-sol@flex`; null: none was used, or several. */
  readonly priceRef: string | null
  /** In dollars; null: a sum that a provider reported, or none. */
  readonly parts: CostParts | null
  /** Counts by unit, of everything that was charged; null: none. */
  readonly counts: UnitCounts | null
  /** The parts of the reported usage did not add up to its totals: the larger was charged. */
  readonly mismatch?: boolean
  /** A cost that the provider reported and that cannot be true, so that it was not charged. */
  readonly refusedNanos?: number
}

/** Facts about a response when it is charged. */
export interface ChargedAnswer {
  readonly tokens: number
  /** Read only where the target has a price. */
  readonly counts: () => UnitCounts
  /** `service_tier` of the response; null: none. */
  readonly tier: string | null
  /** Null: no cost was reported. */
  readonly reportedUsd: number | null
  /** Whether it is complete: a truncated one could not report its cost. */
  readonly whole: boolean
  /** Whether its vendor bills it at rates that the catalog does not have; default: no. */
  readonly isSurcharged?: boolean
}

/**
 * Charges a response: by the report of a provider that always reports costs, else the price, else any report. A cost that
 * no provider reported is never named reported.
 */
export function chargeAnswer(answer: ChargedAnswer, target: AnyTarget, reportedCosts: ReportedCosts): Charge {
  const { tokens, reportedUsd } = answer
  const reportedNanos = reportedUsd === null ? null : Math.round(reportedUsd * 1e9)
  const priced = priceAnswer(answer, target, reportedNanos)
  if (priced !== null) return priced
  if (target.free === true) return { ...withoutPrice, source: 'free', nanos: 0 }
  if (reportedNanos === null) return chargeUnreported(answer, target, reportedCosts)
  if (reportedNanos > possibleNanos(tokens, reportedNanos)) {
    const nanos = reportedCosts.estimate(target, tokens) ?? dearestNanos(tokens)
    const charge = billListed(answer, target) ?? toEstimate(nanos)
    return { ...charge, refusedNanos: reportedNanos }
  }
  reportedCosts.charge(target, tokens, reportedNanos)
  return { ...withoutPrice, source: 'reported', nanos: reportedNanos, priceRef: reportedRef }
}

/**
 * The charge where a provider that reports costs has reported none: by the catalog's price of the same model, else an
 * estimate, which is unpriced. An answer that was stopped could otherwise be repeated for nothing, so one of an unknown
 * model costs as much as any.
 */
function chargeUnreported(answer: ChargedAnswer, target: AnyTarget, reportedCosts: ReportedCosts): Charge {
  const { tokens, counts, tier, whole } = answer
  const isUntried = reportedCosts.isUntried(target)
  const earlier = whole ? reportedCosts.charge(target, tokens, null) : reportedCosts.estimate(target, tokens)
  const mayReport = earlier !== undefined || isUntried || target.reportsCosts === true
  if (!mayReport) return unpriced
  const listed = billListed(answer, target)
  if (listed !== null) return listed
  if (earlier !== undefined) return toEstimate(earlier)
  return whole ? unpriced : toEstimate(catalogInUse().highestPrice().bill(counts(), tier).nanos)
}

/** By the catalog's price of the same model. @returns null where the catalog does not know it */
function billListed(answer: ChargedAnswer, target: AnyTarget): Charge | null {
  const price = listedPrice(target)
  return price === undefined ? null : billAnswer(answer, price)
}

/** Budgets count it, although no price says so. */
function toEstimate(nanos: number): Charge {
  return { ...unpriced, nanos, priceRef: estimatedRef }
}

/** The catalog's price of the same model of another provider; undefined: the catalog does not know it. */
export function listedPrice({ model }: AnyTarget): PriceInForce | undefined {
  return catalogInUse().find(model.modelId)?.price.at(Date.now())
}

const withoutPrice = { priceRef: null, parts: null, counts: null } as const
const unpriced = { ...withoutPrice, source: 'unpriced', nanos: null } as const
const reportedRef = 'reported'
/** By the cost per token that earlier responses reported, or the highest prices of the catalog. */
const estimatedRef = 'estimate'

/** A report beyond this multiple of our own bill, and beyond `alwaysPossibleNanos`, is a mistake of the server. */
const reportedFactorMax = 100

/** @returns null where the target has no price */
function priceAnswer(
  answer: ChargedAnswer,
  { price, reportsCosts }: AnyTarget,
  reportedNanos: number | null,
): Charge | null {
  if (!price) return null
  const charge = billAnswer(answer, price)
  const { nanos, counts } = charge
  const reported = reportedNanos ?? 0
  // A bill of zero is no measure, and a small one none of what tokens do not show.
  const possible =
    nanos === 0
      ? possibleNanos(answer.tokens, reported)
      : Math.max(nanos * reportedFactorMax, alwaysPossibleNanos)
  if (reported > possible) return { ...charge, refusedNanos: reported }
  if (reportedNanos !== null && reportsCosts === true && price.origin.always !== true) {
    return { ...withoutPrice, source: 'reported', nanos: reportedNanos, priceRef: reportedRef, counts }
  }
  return charge
}

function billAnswer(
  { counts, tier, isSurcharged }: ChargedAnswer,
  price: PriceInForce,
): Charge & { readonly nanos: number } {
  const used = counts()
  const { nanos, parts } = price.bill(used, tier)
  const { source } = price.origin
  // A unit without a rate is no part of the sum, which is then too low.
  const isTooLow =
    price.unrated(used, tier).length > 0 || (isSurcharged === true && source === 'catalog' && nanos > 0)
  return {
    source: isTooLow ? 'unpriced' : source,
    nanos,
    priceRef: price.refFor(tier),
    parts,
    counts: used,
  }
}

/** $10: what a response may cost that is billed by searches, images or requests, whatever its tokens are. */
const alwaysPossibleNanos = 1e10

/** The most that a response may cost whose own price is not known. */
function possibleNanos(tokens: number, reportedNanos: number): number {
  // The catalog is read only where it matters.
  if (reportedNanos <= alwaysPossibleNanos) return alwaysPossibleNanos
  return Math.max(alwaysPossibleNanos, dearestNanos(tokens) * reportedFactorMax)
}

/** By the highest prices of the catalog. */
function dearestNanos(tokens: number): number {
  const { input, output } = catalogInUse().highestPrice()
  return Math.ceil(tokens * Math.max(input, output) * 1000)
}

/** The counts without those that are zero. */
export function toUsedUnits(counts: UnitCounts): Record<string, number> {
  const used: Record<string, number> = {}
  for (const unit of unitNames) {
    const count = counts[unit]
    if (count !== undefined && count > 0) used[unit] = count
  }
  return used
}

/** Usage with its cost and what that consists of; without a price it has no cost. */
export function withCharge(usage: Usage, { source, nanos, priceRef, parts }: Charge): Usage {
  if (nanos === null) return { ...usage, cost_details: { source, price: priceRef } }
  const details = parts && {
    input: parts.input,
    cache_read: parts.cacheRead,
    cache_write: parts.cacheWrite,
    output: parts.output,
    other: parts.other,
  }
  return {
    ...usage,
    cost: nanos / 1e9,
    // The parts of a cost that was not charged would not sum to the cost.
    cost_details: {
      ...(priceRef === reportedRef && usage.cost_details),
      source,
      price: priceRef,
      ...details,
    },
  }
}

/** The charge of two responses of one request. One that has no price leaves the sum unpriced. */
export function sumCharges(one: Charge | null, other: Charge | null): Charge | null {
  if (one === null || other === null) return one ?? other
  if (other.source === 'free' && one.source !== 'free') return one
  if (one.source === 'free') return other
  const refusedNanos = one.refusedNanos ?? other.refusedNanos
  const parts = one.parts && other.parts && sumParts(one.parts, other.parts)
  return {
    source: sumSource(one.source, other.source),
    nanos: one.nanos === null && other.nanos === null ? null : (one.nanos ?? 0) + (other.nanos ?? 0),
    priceRef: one.priceRef === other.priceRef ? one.priceRef : null,
    parts,
    mismatch: one.mismatch === true || other.mismatch === true,
    counts: sumCounts(one.counts, other.counts),
    ...(refusedNanos !== undefined && { refusedNanos }),
  }
}

function sumCounts(one: UnitCounts | null, other: UnitCounts | null): UnitCounts | null {
  if (one === null || other === null) return one ?? other
  const sum: Partial<Record<Unit, number>> = { ...one }
  for (const unit of unitNames) {
    const count = other[unit]
    if (count !== undefined) sum[unit] = (sum[unit] ?? 0) + count
  }
  return sum
}

function sumSource(one: CostSource, other: CostSource): CostSource {
  if (one === other) return one
  return one === 'unpriced' || other === 'unpriced' ? 'unpriced' : 'mixed'
}

function sumParts(one: CostParts, other: CostParts): CostParts {
  return {
    input: one.input + other.input,
    cacheRead: one.cacheRead + other.cacheRead,
    cacheWrite: one.cacheWrite + other.cacheWrite,
    output: one.output + other.output,
    other: one.other + other.other,
  }
}
