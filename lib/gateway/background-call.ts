import { newOrderedId } from '#lib/capabilities/new-id.ts'
import type { IndexCall, IndexWork } from '#lib/capabilities/library/index-call.ts'
import type { Usage } from '#lib/contracts/usage.ts'
import type { ApiError } from '#lib/errors.ts'
import type { LimitedKey } from '#lib/store/key-row.ts'
import type { NewRequestRow } from '#lib/store/requests.ts'
import { BudgetReservation } from './budget-reservation.ts'
import type { Gateway } from './gateway.ts'

const route = 'library-index'

/**
 * What is done behind the calls for a key: budgets and usage are those of its own calls, but nobody waits, so its
 * limits of requests and tokens a minute are left to who does.
 */
export class BackgroundCall implements IndexCall {
  readonly id = newOrderedId('req_', 24)
  readonly teamId: string
  readonly keyId: string
  readonly userId: string | null
  readonly usesLibrary = false
  readonly signal: AbortSignal
  readonly #gateway: Gateway
  readonly #key: LimitedKey
  readonly #model: string
  readonly #startedAt = performance.now()
  readonly #startedUnixMs = Date.now()
  readonly #reservation = new BudgetReservation()
  readonly #waitedMs = { queue: 0, load: 0, upstream: 0 }
  readonly #used = { tokens: 0, usd: 0, estimated: false }
  #attempts = 0
  #providerId: string | null = null

  constructor(gateway: Gateway, key: LimitedKey, { model, signal }: IndexWork) {
    this.#gateway = gateway
    this.#key = key
    this.#model = model
    this.teamId = key.teamId
    this.keyId = key.id
    this.userId = key.ownerId
    this.signal = signal
  }

  allows(modelId: string): boolean {
    return modelId === this.#model
  }

  reserve(): void {}

  hold(nanos: () => number): Promise<void> | null {
    if (this.#key.budgetId === null && this.#key.teamBudgetId === null) return null
    return this.#gateway.budgets.reserve(this.#key, nanos(), this.#reservation)
  }

  attempt({ providerId }: { providerId: string }): void {
    this.#attempts++
    this.#providerId = providerId
  }

  attemptFailed(error: ApiError, unhealthy: boolean): void {
    const { providerHealth, metrics } = this.#gateway
    const provider = this.#providerId ?? ''
    providerHealth.failed(provider, error)
    if (unhealthy) providerHealth.refused(provider, error.message)
    metrics.attemptFailed(provider, error.code)
  }

  skipped(): void {}

  waited(phase: 'queue' | 'load' | 'upstream', ms: number): void {
    this.#waitedMs[phase] += ms
  }

  truncated(): void {}
  cached(): void {}
  searched(): void {}
  kept(): void {}
  meterDocument(): void {}

  meter({ total_tokens: tokens, cost = 0 }: Usage, { estimated = false } = {}): void {
    this.#used.tokens += tokens
    this.#used.usd += cost
    this.#used.estimated ||= estimated
  }

  end(error: ApiError | null): void {
    // A model that is away is asked again and again: tries that used nothing are no use of anybody's.
    const usedNothing = this.#used.tokens === 0 && this.#reservation.close().length === 0
    if (usedNothing && error?.code !== 'insufficient_quota') return
    if (error === null && this.#providerId !== null) this.#gateway.providerHealth.worked(this.#providerId)
    this.#gateway.meter.add(this.#row(error))
  }

  #row(error: ApiError | null): NewRequestRow {
    const { queue, load, upstream } = this.#waitedMs
    const { tokens, usd, estimated } = this.#used
    return {
      id: this.id,
      teamId: this.teamId,
      keyId: this.keyId,
      userId: this.userId,
      startedAt: this.#startedUnixMs,
      route,
      model: this.#model,
      answeredBy: error ? null : this.#model,
      provider: this.#providerId,
      attempts: this.#attempts,
      status: error?.status ?? 200,
      errorCode: error?.code ?? null,
      promptTokens: tokens,
      completionTokens: 0,
      usageEstimated: estimated,
      costNanos: Math.round(usd * 1e9),
      firstMs: null,
      totalMs: performance.now() - this.#startedAt,
      stream: false,
      documentPages: 0,
      ocrPages: 0,
      audioMs: 0,
      address: null,
      client: null,
      authMs: 0,
      queueMs: queue,
      loadMs: load,
      upstreamMs: upstream,
      // Several questions at a time are no attempts of one.
      attemptList: null,
      bodiesKept: false,
      holds: this.#reservation.close(),
    }
  }
}
