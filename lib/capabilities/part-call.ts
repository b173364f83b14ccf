import type { Call, DocumentUsage, SearchOutcomeNote } from '#lib/capabilities/call.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type { ApiError } from '#lib/errors.ts'

/**
 * A call that a part of a request makes on behalf of its caller: the same key, limits and log, but a deadline of its
 * own, and tokens that are added up. What it waited is measured around it, since several are made at a time.
 */
export class PartCall implements Call {
  readonly id: string
  readonly teamId: string
  readonly keyId: string
  readonly userId: string | null
  readonly usesLibrary: boolean
  readonly signal: AbortSignal
  readonly #whole: Call
  readonly #meter: (usage: Usage, estimated: boolean) => void

  constructor(whole: Call, signal: AbortSignal, meter: (usage: Usage, estimated: boolean) => void) {
    this.id = whole.id
    this.teamId = whole.teamId
    this.keyId = whole.keyId
    this.userId = whole.userId
    this.usesLibrary = whole.usesLibrary
    this.signal = signal
    this.#whole = whole
    this.#meter = meter
  }

  allows(modelId: string): boolean {
    return this.#whole.allows(modelId)
  }

  reserve(estimate: () => number): void {
    this.#whole.reserve(estimate)
  }

  hold(nanos: () => number): Promise<void> | null {
    return this.#whole.hold(nanos)
  }

  attempt(target: { providerId: string; modelId: string }): void {
    this.#whole.attempt(target)
  }

  attemptFailed(error: ApiError, unhealthy: boolean): void {
    this.#whole.attemptFailed(error, unhealthy)
  }

  skipped(count: number): void {
    this.#whole.skipped(count)
  }

  waited(): void {}

  truncated(): void {}

  cached(): void {}

  kept(): void {}

  searched(outcomes: readonly SearchOutcomeNote[]): void {
    this.#whole.searched(outcomes)
  }

  meter(usage: Usage, options: { estimated?: boolean } = {}): void {
    this.#meter(usage, options.estimated === true)
  }

  meterDocument(usage: DocumentUsage): void {
    this.#whole.meterDocument(usage)
  }
}
