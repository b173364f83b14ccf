import type { Log } from './log.ts'

/** Providers that need the operator. One that refuses our key does so at every call: the log says it once. */
export class ProviderHealth {
  readonly #unhealthy = new Set<string>()
  readonly #log: Log

  constructor(log: Log) {
    this.#log = log
  }

  get unhealthy(): ReadonlySet<string> {
    return this.#unhealthy
  }

  refused(providerId: string, reason: string): void {
    if (this.#unhealthy.has(providerId)) return
    this.#unhealthy.add(providerId)
    this.#log.warn({ provider: providerId }, `the provider ${providerId} needs the operator: ${reason}`)
  }

  worked(providerId: string): void {
    if (this.#unhealthy.size === 0 || !this.#unhealthy.delete(providerId)) return
    this.#log.info({ provider: providerId }, `the provider ${providerId} answers again`)
  }
}
