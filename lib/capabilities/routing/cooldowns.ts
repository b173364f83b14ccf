import { ApiError } from '#lib/errors.ts'
import type { Deployment } from '#lib/providers/registry/target.ts'
import { UpstreamError } from '#lib/providers/transport/upstream-error.ts'

/** Why a deployment or a key is not used for a while. */
export type CooldownReason = 'rate_limit' | 'balance' | 'refused'

/** A deployment or a key that is not used now. */
export interface Cooldown {
  /** As in the header `sextant-deployment`, or without the model for all models of a key. */
  readonly name: string
  readonly reason: CooldownReason
  /** Milliseconds; 0: the next request tries it. */
  readonly waitMs: number
}

const rateLimitMs = 10_000
const rateLimitMsMax = 300_000
const balanceMs = 900_000
// Until the key is replaced, one request in five minutes tries it.
const refusedMs = 300_000
const trialMs = 10_000
// Deployments come from the configuration; this bounds what changes of it leave behind.
const cooldownsMax = 10_000

interface Cooling {
  readonly key: object
  readonly reason: CooldownReason
  until: number
  readonly nextMs: number
}

/**
 * Deployments that a provider limits and keys that it rejects. A rate limit is one of a model, so that other models of
 * the key go on; a rejected key and an empty balance concern all of them.
 */
export class Cooldowns {
  readonly #now: () => number
  readonly #cooling = new Map<string, Cooling>()

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** @returns null: it may be used */
  problemOf({ name, keyName, key }: Deployment): ApiError | null {
    if (this.#cooling.size === 0) return null
    return this.#problem(keyName, key) ?? this.#problem(name, key)
  }

  failed({ name, keyName, key }: Deployment, failure: ApiError): void {
    if (!(failure instanceof UpstreamError)) return
    if (failure.ofKey !== null) {
      const { reason, scope } = failure.ofKey
      const ms = reason === 'balance' ? balanceMs : refusedMs
      this.#cool(scope === 'key' ? keyName : name, { key, reason, ms, nextMs: ms })
      return
    }
    if (failure.code !== 'rate_limit_exceeded') return
    const known = this.#cooling.get(name)
    const ms = known?.reason === 'rate_limit' && known.key === key ? known.nextMs : rateLimitMs
    this.#cool(name, {
      key,
      reason: 'rate_limit',
      ms: Math.min(failure.retryAfterMs ?? ms, rateLimitMsMax),
      nextMs: Math.min(ms * 2, rateLimitMsMax),
    })
  }

  succeeded({ name, keyName }: Deployment): void {
    if (this.#cooling.size === 0) return
    this.#cooling.delete(name)
    this.#cooling.delete(keyName)
  }

  list(): Cooldown[] {
    const now = this.#now()
    return this.#cooling
      .entries()
      .map(([name, { reason, until }]) => ({ name, reason, waitMs: Math.max(0, Math.round(until - now)) }))
      .toArray()
  }

  #problem(name: string, key: object): ApiError | null {
    const cooling = this.#cooling.get(name)
    if (cooling === undefined) return null
    if (cooling.key !== key) {
      this.#cooling.delete(name)
      return null
    }
    const waitMs = Math.ceil(cooling.until - this.#now())
    if (waitMs > 0) return toError(name, cooling.reason, waitMs)
    // One request tries the key, and the others wait for what it finds.
    if (cooling.reason !== 'rate_limit') cooling.until = this.#now() + trialMs
    return null
  }

  #cool(
    name: string,
    { key, reason, ms, nextMs }: Pick<Cooling, 'key' | 'reason' | 'nextMs'> & { readonly ms: number },
  ): void {
    this.#cooling.set(name, { key, reason, until: this.#now() + ms, nextMs })
    if (this.#cooling.size <= cooldownsMax) return
    const [oldest] = this.#cooling.keys()
    if (oldest !== undefined) this.#cooling.delete(oldest)
  }
}

function toError(name: string, reason: CooldownReason, retryAfterMs: number): ApiError {
  switch (reason) {
    case 'rate_limit':
      return new ApiError(
        'rate_limit_exceeded',
        `The deployment \`${name}\` is rate limited. Try again later.`,
        {
          retryAfterMs,
        },
      )
    case 'balance':
      return new ApiError('upstream_error', `The operator's balance at \`${name}\` is exhausted.`)
    case 'refused':
      return new ApiError('upstream_error', `The provider rejected the API key of \`${name}\`.`)
  }
}
