import type { ServerResponse } from 'node:http'
import { newOrderedId } from '#lib/capabilities/new-id.ts'
import type { Call, DocumentUsage, SearchOutcomeNote } from '#lib/capabilities/call.ts'
import type { LibraryReceipt } from '#lib/capabilities/library/library-receipt.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import { ApiError } from '#lib/errors.ts'
import type { LimitedKey } from '#lib/store/keys/key-row.ts'
import type { NewRequestRow } from '#lib/store/requests/requests.ts'
import { BudgetReservation } from './limits/budget-reservation.ts'
import { Capture } from './request-log/capture.ts'
import { clientAddress } from './http/client-address.ts'
import type { Gateway } from './gateway.ts'
import type { Slot } from './limits/limits.ts'
import type { RequestAttempt } from '#lib/store/requests/request-row.ts'

// A search server names its engines as it likes, and a header takes neither line breaks nor most alphabets.
const notInEntry = /[^ -:<>-~]/gu

// A search asks several models, each with its retries; more than this nobody reads.
const attemptsMax = 32

const messageLengthMax = 300

/** Whom a call asked, for how long, and why it asked again. Times are milliseconds of one clock. */
class AttemptLog {
  readonly #startedAt: number
  readonly #attempts: { -readonly [K in keyof RequestAttempt]: RequestAttempt[K] }[] = []
  #open = false

  /** @param startedAt when the call began */
  constructor(startedAt: number) {
    this.#startedAt = startedAt
  }

  begin(provider: string, model: string, at: number): void {
    this.answered(at)
    if (this.#attempts.length >= attemptsMax) return
    this.#attempts.push({ provider, model, startMs: at - this.#startedAt, ms: 0, error: null })
    this.#open = true
  }

  /** The one that is going on has an answer, or the beginning of one. */
  answered(at: number): void {
    this.#end(at, null)
  }

  failed({ code, message }: ApiError, at: number): void {
    this.#end(at, { code, message: message.slice(0, messageLengthMax) })
  }

  /** @returns null where there is nothing that the row itself does not say */
  list(): readonly RequestAttempt[] | null {
    const [first] = this.#attempts
    if (first === undefined || (this.#attempts.length === 1 && first.error === null)) return null
    return this.#attempts.map(each => ({
      ...each,
      startMs: Math.round(each.startMs),
      ms: Math.round(each.ms),
    }))
  }

  #end(at: number, error: RequestAttempt['error']): void {
    const last = this.#attempts.at(-1)
    if (last === undefined || (!this.#open && error === null)) return
    // What was timed as it ended is told again as failed.
    if (this.#open) last.ms = at - this.#startedAt - last.startMs
    last.error = error
    this.#open = false
  }
}

/** A call as HTTP sees it: who asked, what it waited for, what it used, and what its row will say. */
export class GatewayCall implements Call {
  readonly id: string
  readonly outgoing: ServerResponse
  readonly route: string
  place = -1
  model: string | null = null
  stream = false
  /** Keeps what is said, where the key is to keep it. */
  capture: Capture | null = null
  readonly #gateway: Gateway
  readonly #controller = new AbortController()
  readonly #startedAt = performance.now()
  readonly #startedUnixMs = Date.now()
  #key: LimitedKey | null = null
  #slot: Slot | null = null
  #reservation: BudgetReservation | null = null
  #recorded = false
  #authMs = 0
  #waitedMs = { queue: 0, load: 0, upstream: 0 }
  #attemptAt: number | null = null
  #attempts = 0
  readonly #attemptLog = new AttemptLog(this.#startedAt)
  #providerId: string | null = null
  #answeredBy: string | null = null
  #usage: Usage | null = null
  #usageEstimated = false
  #document: DocumentUsage | null = null
  #truncated = false
  #cache: 'hit' | 'miss' | null = null
  #searched: string | null = null
  #library: string | null = null
  #firstMs: number | null = null
  #address: string | null = null

  constructor(gateway: Gateway, route: string, outgoing: ServerResponse) {
    this.id = newOrderedId('req_', 24)
    this.#gateway = gateway
    this.route = route
    this.outgoing = outgoing
    outgoing.once('close', () => {
      if (!outgoing.writableFinished) this.abort(new ApiError('client_closed', 'The client left.'))
    })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  get teamId(): string {
    return this.key.teamId
  }

  /** Those without a key share one name: the embedded engine is fair by it. */
  get keyId(): string {
    return this.#key?.id ?? 'anonymous'
  }

  get userId(): string | null {
    return this.#key?.ownerId ?? null
  }

  get key(): LimitedKey {
    if (!this.#key) throw new Error('the call is not authenticated yet')
    return this.#key
  }

  get keyHash(): string | null {
    return this.#key?.hash ?? null
  }

  get usesLibrary(): boolean {
    return this.#key?.scopes.includes('library') ?? false
  }

  get isAnonymous(): boolean {
    return this.#key === null
  }

  /** @param recorded whether the request row of this call is kept: looking at the list of models is no use of one */
  authenticated(key: LimitedKey, recorded: boolean): void {
    this.#key = key
    this.#recorded = recorded
    // Now: a connection that has closed has no address any more.
    if (recorded) this.#address = clientAddress(this.outgoing.req, this.#gateway.trustedProxies)
    if (recorded && key.keepBodies) this.capture = new Capture(this.#startedAt)
    this.#authMs = performance.now() - this.#startedAt
    this.#gateway.openCalls.add(this)
  }

  /** Lets a call without a key go on: it has no limits of its own, and leaves no row. */
  anonymous(): void {
    this.#gateway.openCalls.add(this)
  }

  /** Takes one request and one parallel call from the key's limits. */
  takeSlot(): void {
    this.#slot = this.#gateway.limits.take(this.key)
  }

  abort(reason: ApiError): void {
    this.#controller.abort(reason)
  }

  allows(modelId: string): boolean {
    const models = this.#key?.models ?? null
    return models === null || models.includes(modelId)
  }

  reserve(estimate: () => number): void {
    this.#slot?.reserve(estimate)
  }

  hold(nanos: () => number): Promise<void> | null {
    const key = this.#key
    if (key === null || (key.budgetId === null && key.teamBudgetId === null)) return null
    return this.#gateway.budgets.reserve(key, nanos(), (this.#reservation ??= new BudgetReservation()))
  }

  attempt(target: { providerId: string; modelId: string }): void {
    this.#attempts++
    this.#attemptAt = performance.now()
    this.#attemptLog.begin(target.providerId, target.modelId, this.#attemptAt)
    this.#providerId = target.providerId
    this.#answeredBy = target.modelId
  }

  attemptFailed(error: ApiError, unhealthy: boolean): void {
    if (this.#providerId !== null) this.#gateway.providerHealth.failed(this.#providerId, error)
    this.#attemptLog.failed(error, performance.now())
    if (unhealthy && this.#providerId !== null) {
      this.#gateway.providerHealth.refused(this.#providerId, error.message)
    }
    this.#gateway.metrics.attemptFailed(this.#providerId ?? '', error.code)
    this.#gateway.log.info(
      { requestId: this.id, provider: this.#providerId, code: error.code, attempt: this.#attempts },
      `attempt failed: ${error.message}`,
    )
  }

  skipped(count: number): void {
    this.#gateway.metrics.skipped(count)
  }

  waited(phase: 'queue' | 'load' | 'upstream', ms: number): void {
    this.#waitedMs[phase] += ms
    if (phase !== 'upstream') return
    this.#attemptAt = null
    this.#attemptLog.answered(performance.now())
  }

  truncated(budgets: readonly string[]): void {
    this.#truncated = true
    this.#gateway.log.info({ requestId: this.id, budgets }, 'the answer was cut at a budget')
  }

  cached(hit: boolean): void {
    this.#cache = hit ? 'hit' : 'miss'
  }

  searched(outcomes: readonly SearchOutcomeNote[]): void {
    this.#searched = toSearchHeader(outcomes)
  }

  kept(receipt: LibraryReceipt): void {
    this.#library = receipt.kept ? receipt.id : `skipped; reason=${receipt.reason}`
  }

  meter(usage: Usage, options: { estimated?: boolean } = {}): void {
    this.#usage = usage
    this.#usageEstimated = options.estimated === true
    this.#slot?.settle(usage.total_tokens)
  }

  meterDocument(usage: DocumentUsage): void {
    this.#document = usage
  }

  /** Notes the time to the first event of an answer. */
  first(): void {
    this.#firstMs ??= performance.now() - this.#startedAt
  }

  /** The headers that every answer of an endpoint carries, as name, value, name, value. */
  headers(): string[] {
    const headers = ['x-request-id', this.id]
    if (!this.#key) return headers
    const now = performance.now()
    const totalMs = now - this.#startedAt
    const { queue, load, upstream } = this.#waitedMs
    const outsideMs = upstream + (this.#attemptAt === null ? 0 : now - this.#attemptAt)
    if (this.#providerId !== null) {
      headers.push('sextant-provider', this.#providerId, 'sextant-attempts', String(this.#attempts))
    }
    if (this.#truncated) headers.push('sextant-truncated', 'true')
    if (this.#cache !== null) headers.push('sextant-cache', this.#cache)
    if (this.#searched !== null) headers.push('sextant-search', this.#searched)
    if (this.#library !== null) headers.push('sextant-library', this.#library)
    headers.push('sextant-overhead-ms', Math.max(0, totalMs - outsideMs).toFixed(2))
    headers.push(
      'server-timing',
      `auth;dur=${this.#authMs.toFixed(2)}, queue;dur=${queue.toFixed(1)}${load > 0 ? `, load;dur=${load.toFixed(1)}` : ''}, upstream;dur=${outsideMs.toFixed(1)}, total;dur=${totalMs.toFixed(1)}`,
    )
    if (this.#slot) this.#slot.headers(headers)
    else this.#gateway.limits.headers(this.#key, headers)
    return headers
  }

  /** Gives back the call's place among the parallel ones of its key: the work is done, and only has to be sent. */
  release(): void {
    this.#slot?.release()
  }

  /** The end of every call: gives back what it held, and writes its row, figures and log line. */
  end(status: number, error: ApiError | null): void {
    const totalMs = performance.now() - this.#startedAt
    this.#gateway.metrics.ended(this.route, status, totalMs, this.#firstMs, this.#usage)
    const line = { requestId: this.id, route: this.route, status, ms: Math.round(totalMs), code: error?.code }
    if (status >= 500) this.#gateway.log.warn(line, `${error?.code}: ${error?.message}`)
    else this.#gateway.log.debug(line, 'answered')
    this.release()
    if (!error && this.#providerId !== null) this.#gateway.providerHealth.worked(this.#providerId)
    this.#gateway.openCalls.delete(this)
    if (this.#key && this.#recorded) this.#gateway.meter.add(this.#row(this.#key, status, error, totalMs))
  }

  #keepBodies({ teamId }: LimitedKey): boolean {
    if (this.capture === null) return false
    const owner = { requestId: this.id, teamId, at: this.#startedUnixMs }
    return this.#gateway.captures.add(owner, this.capture.finish())
  }

  #row(key: LimitedKey, status: number, error: ApiError | null, totalMs: number): NewRequestRow {
    return {
      id: this.id,
      teamId: key.teamId,
      keyId: key.id,
      userId: key.ownerId,
      startedAt: this.#startedUnixMs,
      route: this.route,
      model: this.model,
      answeredBy: error ? null : this.#answeredBy,
      provider: this.#providerId,
      attempts: this.#attempts,
      status,
      errorCode: error?.code ?? null,
      promptTokens: this.#usage?.prompt_tokens ?? this.#document?.tokens ?? 0,
      completionTokens: this.#usage?.completion_tokens ?? 0,
      usageEstimated: this.#usageEstimated,
      costNanos: Math.round((this.#usage?.cost ?? 0) * 1e9),
      firstMs: this.#firstMs,
      totalMs,
      stream: this.stream,
      documentPages: this.#document?.pages ?? 0,
      ocrPages: this.#document?.ocrPages ?? 0,
      audioMs: Math.round((this.#document?.audioSeconds ?? 0) * 1000),
      address: this.#address,
      client: this.outgoing.req.headers['user-agent'] ?? null,
      authMs: this.#authMs,
      queueMs: this.#waitedMs.queue,
      loadMs: this.#waitedMs.load,
      upstreamMs: this.#waitedMs.upstream,
      attemptList: this.#attemptLog.list(),
      bodiesKept: this.#keepBodies(key),
      holds: this.#reservation?.close(),
    }
  }
}

/** The value of `sextant-search`: what each backend gave, or why it gave nothing. */
function toSearchHeader(outcomes: readonly SearchOutcomeNote[]): string {
  return outcomes.map(({ backend, outcome }) => `${backend.replace(notInEntry, '?')}=${outcome}`).join(';')
}
