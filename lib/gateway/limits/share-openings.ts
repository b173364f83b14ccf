import { toLimitedNetworks } from '#lib/client-network.ts'
import { ApiError } from '#lib/errors.ts'
import type { LimitBook } from '#lib/store/limits/limit-book.ts'
import type { LimitClaim } from '#lib/store/limits/limit-exchange.ts'
import { networkSubject } from '#lib/store/limits/network-subject.ts'
import { limitsUnavailable } from './limits.ts'

const perMinute = 60

/**
 * Limits how often links of shared requests are opened from one network, valid or not. Their secret has 131 bits, so
 * this only protects the store; it is not what prevents guessing.
 */
export class ShareOpenings {
  readonly #book: LimitBook
  readonly #authSecret: string

  constructor(book: LimitBook, authSecret: string) {
    this.#book = book
    this.#authSecret = authSecret
  }

  /** @throws ApiError `rate_limit_exceeded` with the time until a retry */
  async take(address: string): Promise<void> {
    const claims = toLimitedNetworks(address).map(({ network, factor }): LimitClaim => {
      const subject = networkSubject('share', network, this.#authSecret)
      return { subject, unit: 'requests', limit: perMinute * factor, amount: 1 }
    })
    const outcome = await this.#book.take(claims)
    switch (outcome.kind) {
      case 'granted':
        return outcome.grant.release()
      case 'exceeded': {
        const { retryAfterMs } = outcome
        const message = `Too many links were opened from your network. Try again in ${Math.ceil(retryAfterMs / 1000)} s.`
        throw new ApiError('rate_limit_exceeded', message, { retryAfterMs })
      }
      case 'unavailable':
        throw limitsUnavailable(outcome.cause)
    }
  }
}
