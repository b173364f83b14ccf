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
  readonly #unhealthy = new Set<string>()
  readonly #failing = new Set<string>()
  readonly #failures = new Map<string, Omit<ProviderFailure, 'over'>>()
  /** Milliseconds since 1970. */
  readonly #costRefusedAt = new Map<string, number>()
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  get unhealthy(): ReadonlySet<string> {
    return this.#unhealthy
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

  refused(providerId: string, reason: string): void {
    if (this.#unhealthy.has(providerId)) return
    this.#unhealthy.add(providerId)
    this.#log.warn({ provider: providerId }, `the provider ${providerId} needs attention: ${reason}`)
  }

  worked(providerId: string): void {
    if (this.#failing.size > 0) this.#failing.delete(providerId)
    if (this.#unhealthy.size === 0 || !this.#unhealthy.delete(providerId)) return
    this.#log.info({ provider: providerId }, `the provider ${providerId} is responding again`)
  }
}
