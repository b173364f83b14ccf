import type { ErrorCode } from '#lib/errors.ts'
import type { Log } from '#lib/gateway/log.ts'

/** The last error of a provider. */
export interface ProviderFailure {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly code: string
  /** Without secrets. */
  readonly message: string
  /** It has responded since. */
  readonly over: boolean
}

const hourMs = 3_600_000

/** Codes of attempts that the client or this server ended: the provider did not fail. */
const foreignCodes: ReadonlySet<string> = new Set<ErrorCode>(['client_closed', 'server_shutdown'])

/** Providers that need attention. One that rejects our key does so on every request, so it is logged once. */
export class ProviderHealth {
  /** Keys of providers that reject them; the only one has the name of its provider. */
  readonly #rejected = new Map<string, Set<string>>()
  readonly #failing = new Set<string>()
  readonly #failures = new Map<string, Omit<ProviderFailure, 'over'>>()
  /** Milliseconds since 1970. */
  readonly #costRefusedAt = new Map<string, number>()
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  /** Of each provider that needs attention, its rejected keys. */
  get unhealthy(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#rejected
  }

  /** Null: no error since the start. */
  lastFailure(providerId: string): ProviderFailure | null {
    const failure = this.#failures.get(providerId)
    return failure === undefined ? null : { ...failure, over: !this.#failing.has(providerId) }
  }

  /** A cost was reported that cannot be true: said once an hour for each provider. */
  refusedCost(providerId: string, reportedNanos: number, chargedNanos: number): void {
    const now = Date.now()
    if (now - (this.#costRefusedAt.get(providerId) ?? -Infinity) < hourMs) return
    this.#costRefusedAt.set(providerId, now)
    const costs = { provider: providerId, reportedUsd: reportedNanos / 1e9, chargedUsd: chargedNanos / 1e9 }
    this.#log.warn(costs, `the provider ${providerId} reported a cost that cannot be true; ours is charged`)
  }

  failed(providerId: string, error: { readonly code: string; readonly message: string }): void {
    if (foreignCodes.has(error.code)) return
    this.#failing.add(providerId)
    this.#failures.set(providerId, { at: Date.now(), code: error.code, message: error.message })
  }

  /** @param deployment whose key it is; null: the provider has one key */
  refused(providerId: string, deployment: string | null, reason: string): void {
    const key = keyNameOf(providerId, deployment)
    const keys = this.#rejected.get(providerId) ?? new Set()
    if (keys.has(key)) return
    this.#rejected.set(providerId, keys.add(key))
    this.#log.warn({ provider: providerId, key }, `the provider ${key} needs attention: ${reason}`)
  }

  worked(providerId: string, deployment: string | null): void {
    if (this.#failing.size > 0) this.#failing.delete(providerId)
    if (this.#rejected.size > 0) this.accepted(providerId, keyNameOf(providerId, deployment))
  }

  /** The provider accepts the key. */
  accepted(providerId: string, key: string): void {
    const keys = this.#rejected.get(providerId)
    if (keys === undefined || !keys.delete(key)) return
    const isHealthy = keys.size === 0
    if (isHealthy) this.#rejected.delete(providerId)
    const text = isHealthy ? 'is responding again' : 'accepts a key again, but not all of them'
    this.#log.info({ provider: providerId, key }, `the provider ${isHealthy ? providerId : key} ${text}`)
  }

  /** Forgets keys that were replaced or removed since. */
  keepOnly(isRejected: (keyName: string) => boolean): void {
    for (const [providerId, keys] of this.#rejected) {
      for (const key of keys) if (key !== providerId && !isRejected(key)) keys.delete(key)
      if (keys.size === 0) this.#rejected.delete(providerId)
    }
  }
}

/** `openai-a#2` of the deployment `openai-a#2/gpt-6-sol`. */
function keyNameOf(providerId: string, deployment: string | null): string {
  return deployment?.slice(0, deployment.indexOf('/')) ?? providerId
}
