import { ApiError } from '#lib/errors.ts'
import type { AnyTarget } from '#lib/providers/registry/target.ts'
import type { ReportedCosts } from './reported-costs.ts'
import type { RequestContext } from './request-context.ts'

/**
 * Cost of a request in whole nano-dollars, rounded up once: $1 per million tokens is 1000 nano-dollars per
 * token.
 * @returns undefined where the operator set no price
 */
export function costNanos(
  promptTokens: number,
  completionTokens: number,
  { price }: AnyTarget,
): number | undefined {
  if (!price) return undefined
  const nanos = promptTokens * price.input * 1000 + completionTokens * price.output * 1000
  return Math.ceil(Number(nanos.toFixed(3)))
}

/** Facts about a response when it is charged. */
export interface ChargedAnswer {
  readonly promptTokens: number
  readonly completionTokens: number
  /** Null: no cost was reported. */
  readonly reportedUsd: number | null
  /** Whether it is complete: a truncated one could not report its cost. */
  readonly whole: boolean
}

/**
 * Cost of a response in US dollars: by the operator's price, else as reported.
 * @returns undefined without either
 */
export function answerCostUsd(
  { promptTokens, completionTokens, reportedUsd, whole }: ChargedAnswer,
  target: AnyTarget,
  reportedCosts: ReportedCosts,
): number | undefined {
  const tokens = promptTokens + completionTokens
  const reportedNanos = reportedUsd === null ? null : Math.round(reportedUsd * 1e9)
  const charge = () =>
    whole || reportedNanos !== null
      ? reportedCosts.charge(target, tokens, reportedNanos)
      : reportedCosts.estimate(target, tokens)
  const nanos = costNanos(promptTokens, completionTokens, target) ?? charge()
  return nanos === undefined ? undefined : nanos / 1e9
}

/** The most that one request may cost, whichever target answers: the most expensive one tried. */
export class CostReservation {
  readonly #context: Pick<RequestContext, 'signal' | 'budget'>
  readonly #reportedCosts: ReportedCosts
  #reservedNanos = 0
  #takenNanos = 0

  constructor(context: Pick<RequestContext, 'signal' | 'budget'>, reportedCosts: ReportedCosts) {
    this.#context = context
    this.#reportedCosts = reportedCosts
  }

  /**
   * Reserves what this attempt may cost beyond earlier ones: by the target's price, else by what its provider
   * reported before.
   * @param estimate nano-dollars by the price
   * @param recount a lower estimate that takes longer, for a budget that the first one exceeds
   * @returns null: nothing to wait for, as for most requests
   * @throws ApiError `insufficient_quota`; the abort reason, if the request is aborted while it waits
   */
  raise(
    target: AnyTarget,
    estimate: () => number | undefined,
    recount?: () => Promise<number | undefined>,
  ): Promise<void> | null {
    const wait = this.#reserve(target, estimate)
    if (wait === null) return null
    const granted = recount && target.price ? this.#orRecounted(target, wait, estimate, recount) : wait
    return granted.then(() => this.#context.signal.throwIfAborted())
  }

  /**
   * The most that the attempts so far may cost, less what was taken before: without a budget too, but not counted as
   * exactly.
   */
  takeEstimate(target: AnyTarget, estimate: () => number | undefined): number {
    const nanos = this.#reservedNanos > 0 ? this.#reservedNanos : this.#nanosFor(target, estimate)
    const added = Math.max(0, nanos - this.#takenNanos)
    this.#takenNanos += added
    return added
  }

  async #orRecounted(
    target: AnyTarget,
    wait: Promise<void>,
    estimate: () => number | undefined,
    recount: () => Promise<number | undefined>,
  ): Promise<void> {
    try {
      await wait
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'insufficient_quota') throw error
      const counted = (await recount()) ?? 0
      if (counted >= (estimate() ?? 0)) throw error
      await this.#reserve(target, () => counted)
    }
  }

  /** @returns null: done */
  #reserve(target: AnyTarget, estimate: () => number | undefined): Promise<void> | null {
    let wanted = this.#reservedNanos
    const wait = this.#context.budget.reserve(() => {
      wanted = Math.max(this.#reservedNanos, this.#nanosFor(target, estimate))
      return wanted - this.#reservedNanos
    })
    // Only after it is granted: otherwise the next attempt would continue without a reservation.
    const granted = (): void => void (this.#reservedNanos = wanted)
    if (wait !== null) return wait.then(granted)
    granted()
    return null
  }
  #nanosFor(target: AnyTarget, estimate: () => number | undefined): number {
    return target.price ? (estimate() ?? 0) : this.#reportedCosts.amountToReserve(target)
  }
}
