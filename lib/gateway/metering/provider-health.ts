import type { Log } from '#lib/gateway/log.ts'

/** The last thing that went wrong with a provider. */
export interface ProviderFailure {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly code: string
  /** Without secrets. */
  readonly message: string
  /** It has answered since. */
  readonly over: boolean
}

/** Providers that need the operator. One that refuses our key does so at every call: the log says it once. */
export class ProviderHealth {
  readonly #unhealthy = new Set<string>()
  readonly #failing = new Set<string>()
  readonly #failures = new Map<string, Omit<ProviderFailure, 'over'>>()
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  get unhealthy(): ReadonlySet<string> {
    return this.#unhealthy
  }

  /** Null: nothing went wrong since the start. */
  lastFailure(providerId: string): ProviderFailure | null {
    const failure = this.#failures.get(providerId)
    return failure === undefined ? null : { ...failure, over: !this.#failing.has(providerId) }
  }

  failed(providerId: string, error: { readonly code: string; readonly message: string }): void {
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
