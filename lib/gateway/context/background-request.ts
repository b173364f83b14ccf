import type { BeginIndexRequest, IndexRequest, IndexWork } from '#lib/capabilities/library/index-request.ts'
import { keylessIndexRequest } from '#lib/capabilities/library/index-request.ts'
import { type Charge, sumCharges } from '#lib/capabilities/charge.ts'
import { newOrderedId } from '#lib/capabilities/new-id.ts'
import {
  type AttemptedTarget,
  ignoredTrace,
  type MeterOptions,
  type RequestContext,
} from '#lib/capabilities/request-context.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type { ApiError } from '#lib/errors.ts'
import type { Gateway } from '#lib/gateway/gateway.ts'
import type { JournaledRequest } from '#lib/gateway/journal/begun-request.ts'
import type { LimitedKey } from '#lib/store/keys/key-row.ts'
import type { KeyStore } from '#lib/store/keys/keys.ts'
import type { NewRequestRow } from '#lib/store/requests/requests.ts'
import { RequestBudget } from './request-limits.ts'
import { chargeColumns } from './usage.ts'

/** Indexing is charged to the key that added the items, even after that key was revoked. */
export function createIndexRequests(gateway: Gateway, keys: Pick<KeyStore, 'get'>): BeginIndexRequest {
  return async work => {
    const row = work.keyId === null ? null : await keys.get(work.teamId, work.keyId)
    const key = row === null ? null : await gateway.keys.find(row.hash)
    return key === null ? keylessIndexRequest(work) : new BackgroundRequest(gateway, key, work)
  }
}

const route = 'library-index'

/**
 * Background work for a key: it counts against the budgets and usage of the key, but not against its request
 * and token limits.
 */
class BackgroundRequest implements IndexRequest {
  readonly context: RequestContext
  readonly #gateway: Gateway
  readonly #key: LimitedKey
  readonly #model: string
  readonly #budget: RequestBudget
  readonly #startedAt = performance.now()
  readonly #startedUnixMs = Date.now()
  readonly #waitedMs = { queue: 0, load: 0, upstream: 0 }
  readonly #used = { tokens: 0, estimated: false }
  #charge: Charge | null = null
  readonly #estimated = { promptTokens: 0, costNanos: 0 }
  #attempts = 0
  #failedAttempts = 0
  #journaled: JournaledRequest | null = null
  #providerId: string | null = null
  #deployment: string | null = null

  constructor(gateway: Gateway, key: LimitedKey, { model, signal }: IndexWork) {
    this.#gateway = gateway
    this.#key = key
    this.#model = model
    this.#budget = new RequestBudget(gateway.budgets, { key })
    this.context = {
      id: newOrderedId('req_', 24),
      signal,
      caller: {
        teamId: key.teamId,
        keyId: key.id,
        userId: key.ownerId,
        isAnonymous: false,
        usesLibrary: false,
        defaultModel: null,
        allowsAll: false,
        allows: id => id === model,
      },
      limits: { reserve: () => null },
      budget: this.#budget,
      trace: {
        ...ignoredTrace,
        attempt: target => this.#attempt(target),
        attemptFailed: (target, error, unhealthy) => this.#attemptFailed(target, error, unhealthy),
        waited: (phase, ms) => void (this.#waitedMs[phase] += ms),
      },
      usage: {
        meter: (usage, options) => this.#meter(usage, options),
        meterDocument: () => undefined,
      },
      session: () => null,
    }
  }

  end(error: ApiError | null): void {
    const answered = this.#attempts - this.#failedAttempts
    if (this.#providerId !== null && answered > 0)
      this.#gateway.metrics.attempted(this.#providerId, error?.code ?? 'ok', answered)
    const reservations = this.#budget.close(this.#costNanos) ?? []
    // An unavailable model is retried repeatedly: attempts without usage leave no row.
    const usedNothing = this.#used.tokens === 0 && reservations.length === 0
    const { journal } = this.#gateway
    if (usedNothing && error?.code !== 'insufficient_quota') {
      if (this.#journaled !== null) journal.drop(this.#journaled)
      return
    }
    if (error === null && this.#providerId !== null)
      this.#gateway.providerHealth.worked(this.#providerId, this.#deployment)
    const row = this.#row(error)
    if (this.#journaled !== null) journal.end(this.#journaled, row)
    this.#gateway.meter.add({ ...row, holds: reservations })
    this.#gateway.metrics.recorded(row, null)
  }

  #attempt({ providerId, deployment, estimate }: AttemptedTarget): void {
    this.#attempts++
    this.#providerId = providerId
    this.#deployment = deployment
    this.#estimated.promptTokens += estimate.promptTokens
    this.#estimated.costNanos += estimate.costNanos
    // Background work has no client whose answer could wait for it.
    const begun = {
      id: this.context.id,
      teamId: this.#key.teamId,
      keyId: this.#key.id,
      userId: this.#key.ownerId,
      startedAt: this.#startedUnixMs,
      route,
      model: this.#model,
      listedModel: this.#model,
      provider: providerId,
      attempts: this.#attempts,
      stream: false,
      address: null,
      client: null,
      apiFormat: null,
      upstreamApiFormat: null,
      session: null,
      agent: null,
      ...this.#estimated,
    }
    this.#journaled = this.#gateway.journal.begin(begun, this.#journaled)
  }

  #attemptFailed({ providerId, deployment }: AttemptedTarget, error: ApiError, unhealthy: boolean): void {
    const { providerHealth, metrics } = this.#gateway
    providerHealth.failed(providerId, error)
    if (unhealthy) providerHealth.refused(providerId, deployment, error.message)
    this.#failedAttempts++
    metrics.attemptFailed(providerId, error.code)
  }

  #meter({ total_tokens: tokens }: Usage, { estimated = false, charge = null }: MeterOptions = {}): void {
    this.#used.tokens += tokens
    this.#charge = sumCharges(this.#charge, charge)
    this.#used.estimated ||= estimated
  }

  get #costNanos(): number {
    return this.#charge?.nanos ?? 0
  }

  #row(error: ApiError | null): NewRequestRow {
    const { queue, load, upstream } = this.#waitedMs
    const { tokens, estimated } = this.#used
    return {
      id: this.context.id,
      teamId: this.#key.teamId,
      keyId: this.#key.id,
      userId: this.#key.ownerId,
      startedAt: this.#startedUnixMs,
      route,
      model: this.#model,
      answeredBy: error ? null : this.#model,
      listedModel: this.#providerId === null ? null : this.#model,
      provider: this.#providerId,
      deployment: this.#deployment,
      attempts: this.#attempts,
      status: error?.status ?? 200,
      errorCode: error?.code ?? null,
      promptTokens: tokens,
      completionTokens: 0,
      usageEstimated: estimated,
      ...chargeColumns(this.#charge),
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
      // Concurrent requests to the model are not attempts of one request.
      attemptList: null,
      bodiesKept: false,
      apiFormat: null,
      upstreamApiFormat: null,
      session: null,
      agent: null,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      cacheWriteLongTokens: 0,
      reasoningTokens: 0,
      cacheMissed: false,
      ignored: null,
      cutAtTokens: null,
    }
  }
}
