import { toLimitedNetworks } from '#lib/client-network.ts'
import { ApiError } from '#lib/errors.ts'
import type { LimitBook } from '#lib/store/limits/limit-book.ts'
import type { LimitClaim } from '#lib/store/limits/limit-exchange.ts'
import { networkSubject } from '#lib/store/limits/network-subject.ts'
import { limitsUnavailable } from './limits.ts'

const perMinute = 10
const parallel = 2

/** Limits of uploads without a key, by IP address: requests per minute and concurrent requests. */
export class AddressLimits {
  readonly #book: LimitBook
  readonly #authSecret: string

  constructor(book: LimitBook, authSecret: string) {
    this.#book = book
    this.#authSecret = authSecret
  }

  /**
   * @returns releases the concurrency slot
   * @throws ApiError `rate_limit_exceeded` with the time until a retry
   */
  async take(address: string): Promise<Disposable> {
    const outcome = await this.#book.take(this.#claims(address))
    switch (outcome.kind) {
      case 'granted':
        return { [Symbol.dispose]: () => outcome.grant.release() }
      case 'exceeded':
        throw limited(outcome.claim, outcome.retryAfterMs)
      case 'unavailable':
        throw limitsUnavailable(outcome.cause)
    }
  }

  #claims(address: string): LimitClaim[] {
    return toLimitedNetworks(address).flatMap(({ network, factor }): LimitClaim[] => {
      const subject = networkSubject('address', network, this.#authSecret)
      return [
        { subject, unit: 'requests', limit: perMinute * factor, amount: 1 },
        { subject, unit: 'parallel', limit: parallel * factor, amount: 1 },
      ]
    })
  }
}

function limited({ unit, limit }: LimitClaim, retryAfterMs: number): ApiError {
  const uses = unit === 'parallel' ? `${limit} concurrent uploads` : `${limit} uploads per minute`
  const whose = limit > (unit === 'parallel' ? parallel : perMinute) ? 'a /48 network' : 'an IP address'
  const message = `Without an API key, ${whose} is limited to ${uses}. Try again in ${Math.ceil(retryAfterMs / 1000)} s, or send a key.`
  return new ApiError('rate_limit_exceeded', message, { retryAfterMs })
}
