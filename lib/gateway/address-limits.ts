import ipaddr from 'ipaddr.js'
import { ApiError } from '#lib/errors.ts'

export interface AddressLimitsOptions {
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

const windowMs = 60_000
// The least that one customer of an IPv6 provider holds.
const networkBits = 64

/** Limits of callers without a key, by their address: calls in a minute from the first, and calls at a time. */
export class AddressLimits {
  readonly #uses = new Map<string, Use>()
  readonly #options: AddressLimitsOptions
  readonly #now: () => number

  constructor(options: AddressLimitsOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  /**
   * @returns gives the place among the parallel calls back
   * @throws ApiError `rate_limit_exceeded` with the time after which there is room again
   */
  take(address: string): Disposable {
    const use = this.#useOf(toNetwork(address))
    const { perMinute, parallel } = this.#options
    if (use.requests >= perMinute) {
      throw limited(`${perMinute} uploads a minute`, use.startedAt + windowMs - this.#now())
    }
    if (use.parallel >= parallel) throw limited(`${parallel} uploads at a time`, 1000)
    use.requests++
    use.parallel++
    return { [Symbol.dispose]: () => void use.parallel-- }
  }

  /** Forgets windows that are over. */
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

function toNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${networkBits}`).toString()
}

function limited(what: string, retryAfterMs: number): ApiError {
  const waitMs = Math.max(1, retryAfterMs)
  const message = `Without an API key an address may make ${what}. Try again in ${Math.ceil(waitMs / 1000)} s, or send a key.`
  return new ApiError('rate_limit_exceeded', message, { retryAfterMs: waitMs })
}
