import { ApiError, lacksBudget } from '#lib/errors.ts'
import { catalogInUse } from '#lib/prices/catalog.ts'
import type { Unit, UnitCounts } from '#lib/prices/units.ts'
import type { AnyTarget } from '#lib/providers/registry/target.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import { type Charge, listedPrice, sumCharges } from './charge.ts'
import type { ReportedCosts } from './reported-costs.ts'
import type { RequestContext, UsageMeter } from './request-context.ts'
import { sumUsage } from './sum-usage.ts'

/**
 * The most that a request of so many tokens may cost in whole nano-dollars: $1 per million tokens is 1000 nano-dollars
 * per token.
 * @param tiers service tiers that it may have
 * @returns undefined where the target has no price
 */
export function costNanos(
  promptTokens: number,
  completionTokens: number,
  { price, hasAssumedPrice }: AnyTarget,
  others: UnitCounts = {},
  tiers: readonly string[] = [],
): number | undefined {
  if (!price) return undefined
  const { input, output } = hasAssumedPrice === true ? price : price.highest(promptTokens, tiers)
  const nanos = promptTokens * input * 1000 + completionTokens * output * 1000
  return Math.ceil(Math.round(nanos * 1000) / 1000) + price.costNanos({ ...others, request: 1 })
}

/** The reservation for one attempt, by the price of its target. */
export interface AttemptCost {
  readonly nanos: number
  /** Enough where the budget has less left: the answer is then limited to it. */
  readonly leastNanos: number
}

/** All of it is needed. @returns undefined without a price */
export function exactly(nanos: number | undefined): AttemptCost | undefined {
  return nanos === undefined ? undefined : { nanos, leastNanos: nanos }
}

/** By the price of the target: its own, or an assumed one. */
type CostOf<T extends AnyTarget> = (target: T) => AttemptCost | undefined

/** Usage and cost of an attempt, or of several. */
interface Metered {
  readonly usage: Usage
  readonly charge: Charge
  /** Counted here and not by the upstream. */
  readonly estimated: boolean
}

/**
 * The most that one request may cost, whichever target answers: the most expensive one tried, after what attempts have
 * cost that were cut.
 */
export class CostReservation {
  readonly #context: Pick<RequestContext, 'signal' | 'budget'>
  readonly #reportedCosts: ReportedCosts
  #reservedNanos = 0
  #takenNanos = 0
  #cut: Metered | null = null

  constructor(context: Pick<RequestContext, 'signal' | 'budget'>, reportedCosts: ReportedCosts) {
    this.#context = context
    this.#reportedCosts = reportedCosts
  }

  /** Reserved for all attempts so far; 0 where no budget limits the request. */
  get reservedNanos(): number {
    return this.#reservedNanos
  }

  /** Whether a budget has to pay for an answer of the target. */
  paysAnswer(target: AnyTarget): boolean {
    if (!this.#context.budget.limits) return false
    const { price } = target
    return price ? price.output > 0 : this.#reportedCosts.amountToReserve(target) > 0
  }

  /**
   * Reserves what this attempt may cost beyond earlier ones: by the target's price, else by what its provider
   * reported before.
   * @param estimate by the price
   * @param recount a lower estimate that takes longer, for a budget that the first one exceeds
   * @param others further units that the request may use
   * @param othersParam the member of the request that allows them
   * @returns null: nothing to wait for, as for most requests
   * @throws ApiError `insufficient_quota`; `model_unpriced` where the budget rejects models without a price; the abort
   * reason, if the request is aborted while it waits
   */
  raise<T extends AnyTarget>(
    target: T,
    estimate: CostOf<T>,
    recount?: () => Promise<AttemptCost | undefined>,
    others: UnitCounts = {},
    othersParam = 'tools',
  ): Promise<void> | null {
    if (this.#context.budget.rejectsUnpriced) this.#requirePrice(target, others, othersParam)
    const wait = this.#reserve(target, estimate)
    if (wait === null) return null
    // A closer count costs less only where what is counted costs something.
    const mayCostLess = recount && target.price && (target.price.input > 0 || target.price.has('searchUnit'))
    const granted = mayCostLess ? this.#orRecounted(target, wait, estimate, recount) : wait
    return granted.then(() => this.#context.signal.throwIfAborted())
  }

  /**
   * The most that the attempts so far may cost, less what was taken before: without a budget too, but not counted as
   * exactly.
   */
  takeEstimate<T extends AnyTarget>(target: T, estimate: CostOf<T>): number {
    const nanos =
      this.#reservedNanos > smallestNanos ? this.#reservedNanos : this.#costOf(target, estimate).leastNanos
    const added = Math.max(0, nanos - this.#takenNanos)
    this.#takenNanos += added
    return added
  }

  /** An attempt failed after some output. Its part of the reservation is spent: the next attempt reserves it again. */
  addCut(one: Metered): void {
    this.#cut = this.withCut(one)
    const nanos = one.charge.nanos ?? 0
    this.#reservedNanos = Math.max(0, this.#reservedNanos - nanos)
    this.#takenNanos = Math.max(0, this.#takenNanos - nanos)
  }

  /** With all attempts that were cut before. */
  withCut(one: Metered): Metered {
    const cut = this.#cut
    if (cut === null) return one
    return {
      usage: sumUsage(cut.usage, one.usage),
      charge: sumCharges(cut.charge, one.charge) ?? one.charge,
      estimated: cut.estimated || one.estimated,
    }
  }

  /** Charges the attempts that were cut, where no other one is charged. */
  meterCut(meter: UsageMeter): void {
    if (this.#cut === null) return
    const { usage, charge, estimated } = this.#cut
    meter.meter(usage, { estimated, charge })
  }

  async #orRecounted<T extends AnyTarget>(
    target: T,
    wait: Promise<void>,
    estimate: CostOf<T>,
    recount: () => Promise<AttemptCost | undefined>,
  ): Promise<void> {
    try {
      await wait
    } catch (error) {
      if (!(error instanceof ApiError) || !lacksBudget(error)) throw error
      const before = estimate(target)?.leastNanos ?? 0
      const counted = await recount()
      if (counted === undefined || counted.leastNanos >= before) throw error
      await this.#reserve(target, () => counted)
    }
  }

  /** @returns null: done */
  #reserve<T extends AnyTarget>(target: T, estimate: CostOf<T>): Promise<void> | null {
    let raiseNanos = 0
    const wait = this.#context.budget.reserve(() => {
      const { nanos, leastNanos } = this.#orSmallest(target, this.#costOf(target, estimate))
      raiseNanos = Math.max(0, nanos - this.#reservedNanos)
      return { nanos: raiseNanos, leastNanos: Math.max(0, leastNanos - this.#reservedNanos) }
    })
    // Only after it is granted: otherwise the next attempt would continue without a reservation.
    if (wait !== null) return wait.then(nanos => void (this.#reservedNanos += nanos))
    this.#reservedNanos += raiseNanos
    return null
  }

  #requirePrice(target: AnyTarget, others: UnitCounts, othersParam: string): void {
    if (!this.#isPriced(target)) throw unpriced(target)
    const { price, reportsCosts } = target
    // Its report includes everything.
    if (!price || (reportsCosts === true && price.origin.always !== true)) return
    const [missing] = price.unrated(others)
    if (missing !== undefined) throw unrated(target, missing, othersParam)
  }

  #isPriced(target: AnyTarget): boolean {
    return target.price !== undefined || target.free === true || this.#reportedCosts.isKnown(target)
  }

  /** Without a price the cost is known only afterwards, if at all: a used-up budget rejects all but free targets. */
  #orSmallest({ price, free }: AnyTarget, cost: AttemptCost): AttemptCost {
    if (price?.isFree === true || free === true || cost.nanos > 0) return cost
    return { nanos: smallestNanos, leastNanos: smallestNanos }
  }

  #costOf<T extends AnyTarget>(target: T, estimate: CostOf<T>): AttemptCost {
    if (target.price) return estimate(target) ?? nothing
    const nanos = this.#reportedCosts.amountToReserve(target)
    if (!this.#reportedCosts.isUntried(target)) return this.#atLeastListed(target, nanos, estimate)
    return { nanos: Math.max(nanos, assumedNanos(target, estimate)), leastNanos: nanos }
  }

  #atLeastListed<T extends AnyTarget>(target: T, reportedNanos: number, estimate: CostOf<T>): AttemptCost {
    const listed = withListedPrice(target, this.#reportedCosts)
    const cost = listed === target ? nothing : (estimate(listed) ?? nothing)
    return {
      nanos: Math.max(reportedNanos, cost.nanos),
      leastNanos: Math.max(reportedNanos, cost.leastNanos),
    }
  }
}

/**
 * The target with a price to compute with: where its provider only reports costs, that of the same model in the catalog,
 * if it is there. One response may cost many times the mean of earlier ones.
 */
export function withListedPrice<T extends AnyTarget>(target: T, reportedCosts: ReportedCosts): T {
  if (target.price || target.free === true || !reportedCosts.isKnown(target)) return target
  const price = listedPrice(target)
  return price === undefined ? target : { ...target, price, hasAssumedPrice: true }
}

/**
 * The most that a response may cost whose model has no reported cost yet: by twice the price of the same model of
 * another provider, else by the highest prices of the catalog. Many first requests at once would otherwise overrun a
 * budget. Near its end one of them gets what is left, and the others nothing.
 */
function assumedNanos<T extends AnyTarget>(target: T, estimate: CostOf<T>): number {
  const known = listedPrice(target)
  if (known === undefined) return estimate({ ...target, price: catalogInUse().highestPrice() })?.nanos ?? 0
  return 2 * (estimate({ ...target, price: known, hasAssumedPrice: true })?.nanos ?? 0)
}

function unpriced({ publicId }: AnyTarget): ApiError {
  const advice = 'Set a price under Models, or allow models without a price under Settings → Team.'
  const message = `\`${publicId}\` has no price, and this budget rejects requests whose cost it cannot count. ${advice}`
  return new ApiError('model_unpriced', message, { param: 'model', final: true })
}

function unrated({ publicId }: AnyTarget, unit: Unit, param: string): ApiError {
  const omission = param === 'model' ? 'choose another model' : `omit \`${param}\``
  const advice = `Add \`${unit}\` to the price of the model, ${omission}, or allow models without a price under Settings → Team.`
  const message = `The price of \`${publicId}\` has no rate of \`${unit}\`, and this budget rejects requests whose cost it cannot count. ${advice}`
  return new ApiError('model_unpriced', message, { param, final: true })
}

const smallestNanos = 1
const nothing: AttemptCost = { nanos: 0, leastNanos: 0 }
