import { toClientNetwork } from '#lib/client-network.ts'
import { ApiError } from '#lib/errors.ts'

const windowMs = 60_000

/** Limits of clients without a key, by IP address: requests per minute and concurrent requests. */
export class AddressLimits {
  readonly #uses = new Map<string, Use>()
  readonly #options: AddressLimitsOptions
  readonly #now: () => number

  constructor(options: AddressLimitsOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  /**
   * @returns releases the concurrency slot
   * @throws ApiError `rate_limit_exceeded` with the time until a retry
   */
  take(address: string): Disposable {
    const use = this.#useOf(toClientNetwork(address))
    const { perMinute, parallel } = this.#options
    if (use.requests >= perMinute) {
      throw limited(`${perMinute} uploads per minute`, use.startedAt + windowMs - this.#now())
    }
    if (use.parallel >= parallel) throw limited(`${parallel} concurrent uploads`, 1000)
    use.requests++
    use.parallel++
    return { [Symbol.dispose]: () => void use.parallel-- }
  }

  /** Drops expired windows. */
  prune(): void {
    for (const [network, use] of this.#uses) {
      if (use.parallel === 0 && this.#now() - use.startedAt >= windowMs) this.#uses.delete(network)
    }
  }

  #useOf(network: string): Use {
    const now = this.#now()
    const use = this.#uses.get(network) ?? { startedAt: now, requests: 0, parallel: 0 }
    if (now - use.startedAt >= windowMs) Object.assign(use, { startedAt: now, requests: 0 })
    this.#uses.set(network, use)
    return use
  }
}

interface AddressLimitsOptions {
  readonly perMinute: number
  readonly parallel: number
  /** Milliseconds of a clock that never jumps. */
  readonly now?: () => number
}

interface Use {
  startedAt: number
  requests: number
  parallel: number
}

function limited(what: string, retryAfterMs: number): ApiError {
  const waitMs = Math.max(1, retryAfterMs)
  const message = `Without an API key, an IP address is limited to ${what}. Try again in ${Math.ceil(waitMs / 1000)} s, or send a key.`
  return new ApiError('rate_limit_exceeded', message, { retryAfterMs: waitMs })
}
