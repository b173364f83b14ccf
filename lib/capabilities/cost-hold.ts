import type { Call } from './call.ts'

/** What one question may cost at most, whichever target answers it: the dearest of those that were asked. */
export class CostHold {
  readonly #call: Call
  #heldNanos = 0

  constructor(call: Call) {
    this.#call = call
  }

  /**
   * Takes what this attempt may cost beyond what was taken for earlier ones.
   * @param estimate nano-dollars; undefined: without a price
   * @throws ApiError `insufficient_quota`; why the call ended, where it did meanwhile
   */
  async raise(estimate: () => number | undefined): Promise<void> {
    let wanted = this.#heldNanos
    const wait = this.#call.hold(() => {
      wanted = Math.max(this.#heldNanos, estimate() ?? 0)
      return wanted - this.#heldNanos
    })
    if (wait !== null) await wait
    // Not before it is given: another attempt would take nothing, and go on without it.
    this.#heldNanos = wanted
    if (wait !== null) this.#call.signal.throwIfAborted()
  }
}
