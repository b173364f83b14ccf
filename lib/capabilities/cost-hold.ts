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
    const wait = this.#call.hold(() => {
      const before = this.#heldNanos
      this.#heldNanos = Math.max(before, estimate() ?? 0)
      return this.#heldNanos - before
    })
    if (wait === null) return
    await wait
    this.#call.signal.throwIfAborted()
  }
}
