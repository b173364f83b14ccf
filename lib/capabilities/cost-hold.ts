import type { AnyTarget } from './any-target.ts'
import type { RequestContext } from './request-context.ts'
import type { ReportedCosts } from './reported-costs.ts'

/** What one question may cost at most, whichever target answers it: the dearest of those that were asked. */
export class CostHold {
  readonly #context: RequestContext
  readonly #reportedCosts: ReportedCosts
  #heldNanos = 0

  constructor(context: RequestContext, reportedCosts: ReportedCosts) {
    this.#context = context
    this.#reportedCosts = reportedCosts
  }

  /**
   * Takes what this attempt may cost beyond what was taken for earlier ones: by the target's price, else by what its
   * provider reported before.
   * @param estimate nano-dollars by the price
   * @throws ApiError `insufficient_quota`; why the call ended, where it did meanwhile
   */
  async raise(target: AnyTarget, estimate: () => number | undefined): Promise<void> {
    let wanted = this.#heldNanos
    const wait = this.#context.budget.reserve(() => {
      const nanos = target.price ? (estimate() ?? 0) : this.#reportedCosts.hold(target)
      wanted = Math.max(this.#heldNanos, nanos)
      return wanted - this.#heldNanos
    })
    if (wait !== null) await wait
    // Not before it is given: another attempt would take nothing, and go on without it.
    this.#heldNanos = wanted
    if (wait !== null) this.#context.signal.throwIfAborted()
  }
}
