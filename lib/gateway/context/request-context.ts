import type { ServerResponse } from 'node:http'
import { newOrderedId } from '#lib/capabilities/new-id.ts'
import type { RequestContext } from '#lib/capabilities/request-context.ts'
import { agentOf, sessionOf } from '#lib/capabilities/session.ts'
import type { ApiFormat } from '#lib/contracts/core/contract.ts'
import { ApiError } from '#lib/errors.ts'
import type { Gateway } from '#lib/gateway/gateway.ts'
import { clientAddress } from '#lib/gateway/http/client-address.ts'
import { httpFormatOf } from '#lib/gateway/http/http-formats.ts'
import type { JournaledRequest } from '#lib/gateway/journal/begun-request.ts'
import { Capture } from '#lib/gateway/request-log/capture.ts'
import { HttpCapture } from '#lib/gateway/request-log/http-capture.ts'
import type { LimitedKey } from '#lib/store/keys/key-row.ts'
import type { NewRequestRow } from '#lib/store/requests/requests.ts'
import { RequestCaller } from './caller.ts'
import { RequestBudget, RequestLimits } from './request-limits.ts'
import type { ShownCall } from '#lib/gateway/open-calls.ts'
import { RequestTrace } from './trace.ts'
import { RequestUsage } from './usage.ts'

/** A request to an endpoint, from its arrival to its row in the request log. */
export class GatewayContext implements RequestContext {
  readonly id = newOrderedId('req_', 24)
  readonly caller = new RequestCaller()
  readonly limits: RequestLimits
  readonly budget: RequestBudget
  readonly trace: RequestTrace
  readonly usage: RequestUsage
  readonly outgoing: ServerResponse
  /** Operation in the log; where a path has several, the body selects it. */
  route: string
  /** Name of the client, where its `User-Agent` is not it. */
  client: string | null = null
  /** Its index among the open requests, which set it. */
  index = -1
  model: string | null = null
  stream = false
  /** Of the operation; null: only one format has it. */
  apiFormat: ApiFormat | null = null
  /** Records request and response, where the key logs payloads. */
  capture: Capture | null = null
  readonly #gateway: Gateway
  readonly #controller = new AbortController()
  readonly #startedAt = performance.now()
  readonly #startedUnixMs = Date.now()
  /** The team of the row; null: there is none. */
  #recordedFor: string | null = null
  #journaled: JournaledRequest | null = null
  #address: string | null = null
  #session: { readonly id: string | null } | null = null

  constructor(gateway: Gateway, route: string, outgoing: ServerResponse) {
    this.#gateway = gateway
    this.route = route
    this.outgoing = outgoing
    this.limits = new RequestLimits(gateway.limits, this.caller)
    this.budget = new RequestBudget(gateway.budgets, this.caller)
    this.trace = new RequestTrace(gateway, this.id, this.#startedAt, () => this.#attempted())
    this.usage = new RequestUsage(this.limits)
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) this.abort(new ApiError('client_closed', 'The client disconnected.'))
    })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Resolves once the journal has the request; null: it has, or need not. */
  get journaled(): Promise<void> | null {
    return this.#journaled?.recorded ?? null
  }

  get keyHash(): string | null {
    return this.caller.key?.hash ?? null
  }

  get shown(): ShownCall | null {
    if (this.#recordedFor === null) return null
    return {
      id: this.id,
      teamId: this.#recordedFor,
      keyId: this.caller.keyId,
      userId: this.caller.userId,
      startedAt: this.#startedUnixMs,
      model: toLogged(this.model),
    }
  }

  /** @param recorded whether the request gets a row: listing models, and what the console lists for its pages, does not */
  authenticated(key: LimitedKey, recorded: boolean): void {
    this.caller.key = key
    if (recorded) this.#record(key.teamId)
    if (recorded && key.keepBodies) this.#captureBodies()
    this.trace.authenticated()
    this.#gateway.openCalls.add(this)
  }

  /** Accepts a request without a key: it has no limits of its own, and its row names no key and no member. */
  anonymous(): void {
    this.#record(this.#gateway.anonymousTeam())
    this.trace.authenticated()
    this.#gateway.openCalls.add(this)
  }

  #captureBodies(): void {
    this.capture = new Capture(this.#startedAt)
    this.trace.exchanges = new HttpCapture(this.#startedAt, this.outgoing, () => this.trace.attempts)
  }

  #record(teamId: string): void {
    this.#recordedFor = teamId
    // Read now, because a closed connection no longer has an address.
    this.#address = clientAddress(this.outgoing.req, this.#gateway.trustedProxies)
  }

  session(): string | null {
    return this.#recordedFor === null ? null : this.#sessionOf(this.#recordedFor)
  }

  abort(reason: ApiError): void {
    this.#controller.abort(reason)
  }

  /**
   * The cost is final: budgets get back what was reserved beyond it, before the headers say what is left.
   * @returns null: nothing to wait for, as for most requests
   */
  settleBudget(): Promise<void> | null {
    this.budget.close(this.usage.costNanos)
    return this.budget.learn()
  }

  /** The headers of every response of an endpoint, as name, value, name, value. */
  headers(): string[] {
    if (this.#journaled !== null) this.#gateway.journal.flush(this.#journaled)
    const headers = ['x-request-id', this.id]
    const { requestIdHeader } = httpFormatOf(this)
    if (requestIdHeader !== null) headers.push(requestIdHeader, this.id)
    if (this.caller.isAnonymous) return headers
    this.trace.writeHeaders(headers)
    this.limits.writeHeaders(headers)
    this.budget.writeHeaders(headers)
    // The usage of a stream is known only at its end.
    if (!this.stream) this.usage.writeHeaders(headers)
    return headers
  }

  /** The end of every request: releases its limits, and writes its row, metrics and log line. */
  end(status: number, error: ApiError | null): void {
    const { metrics, log, providerHealth, knownModels, openCalls, meter, journal } = this.#gateway
    const { providerId, firstMs } = this.trace
    this.limits.release()
    const totalMs = performance.now() - this.#startedAt
    const code = error?.code ?? null
    this.trace.settleAttempts(code ?? 'ok')
    metrics.ended({ route: this.route, status, code, totalMs, firstMs, usage: this.usage.tokens })
    const line = { requestId: this.id, route: this.route, status, ms: Math.round(totalMs), code: error?.code }
    if (status >= 500) log.warn(line, `${error?.code}: ${error?.message}`)
    else log.debug(line, 'answered')
    if (!error && providerId !== null) providerHealth.worked(providerId, this.trace.deployment)
    openCalls.delete(this)
    if (error?.status === 401 && this.caller.isAnonymous) this.#refused(error)
    if (this.#recordedFor === null) return
    const row = this.#row(this.#recordedFor, status, error, totalMs)
    if (this.#journaled !== null) journal.end(this.#journaled, row)
    meter.add(row)
    const isUnlisted = typeof row.listedModel === 'string' && !knownModels.isListed(row.listedModel)
    metrics.recorded(isUnlisted ? { ...row, listedModel: null } : row, firstMs)
  }

  #refused(error: ApiError): void {
    const { req } = this.outgoing
    this.#gateway.refused.add(clientAddress(req, this.#gateway.trustedProxies), req, error)
  }

  #attempted(): void {
    if (this.#recordedFor === null) return
    const { trace } = this
    const begun = {
      id: this.id,
      teamId: this.#recordedFor,
      keyId: this.caller.keyId,
      userId: this.caller.userId,
      startedAt: this.#startedUnixMs,
      route: this.route,
      model: toLogged(this.model),
      listedModel: trace.listedModelId,
      provider: trace.providerId,
      attempts: trace.attempts,
      stream: this.stream,
      address: this.#address,
      client: toLogged(this.client ?? this.outgoing.req.headers['user-agent']),
      promptTokens: trace.estimatedPromptTokens,
      costNanos: trace.estimatedCostNanos,
      apiFormat: this.apiFormat,
      upstreamApiFormat: this.#upstreamApiFormat,
      session: this.#sessionOf(this.#recordedFor),
      agent: this.#agent,
    }
    this.#journaled = this.#gateway.journal.begin(begun, this.#journaled)
  }

  // Written out: spreading the parts would allocate the row several times, for every request.
  #row(teamId: string, status: number, error: ApiError | null, totalMs: number): NewRequestRow {
    const traced = this.trace.columns()
    const used = this.usage.columns()
    const { headers } = this.outgoing.req
    const refusedNanos = this.usage.charge?.refusedNanos
    if (refusedNanos !== undefined && traced.provider !== null) {
      this.#gateway.providerHealth.refusedCost(traced.provider, refusedNanos, used.costNanos)
    }
    return {
      id: this.id,
      teamId,
      keyId: this.caller.keyId,
      userId: this.caller.userId,
      startedAt: this.#startedUnixMs,
      route: this.route,
      model: this.model,
      answeredBy: error ? null : this.trace.answeringModelId,
      listedModel: this.#knownModel(),
      status,
      errorCode: error?.code ?? null,
      provider: traced.provider,
      deployment: this.trace.deployment,
      apiFormat: this.apiFormat,
      upstreamApiFormat: this.#upstreamApiFormat,
      session: this.#sessionOf(teamId),
      agent: this.#agent,
      attempts: traced.attempts,
      // A list or a vector has a first event, but no first token.
      firstMs: used.completionTokens > 0 ? traced.firstMs : null,
      authMs: traced.authMs,
      queueMs: traced.queueMs,
      loadMs: traced.loadMs,
      upstreamMs: traced.upstreamMs,
      attemptList: traced.attemptList,
      promptTokens: used.promptTokens,
      completionTokens: used.completionTokens,
      cacheReadTokens: used.cacheReadTokens,
      cacheWriteTokens: used.cacheWriteTokens,
      cacheWriteLongTokens: used.cacheWriteLongTokens,
      reasoningTokens: used.reasoningTokens,
      cacheMissed: used.cacheMissed && this.apiFormat !== this.#upstreamApiFormat,
      usageEstimated: used.usageEstimated,
      costNanos: used.costNanos,
      costSource: used.costSource,
      priceRef: used.priceRef,
      units: used.units,
      usageMismatch: used.usageMismatch,
      ignored: traced.ignored,
      cutAtTokens: traced.cutAtTokens,
      documentPages: used.documentPages,
      ocrPages: used.ocrPages,
      audioMs: used.audioMs,
      totalMs,
      stream: this.stream,
      address: this.#address,
      client: this.client ?? headers['user-agent'] ?? null,
      bodiesKept: this.#saveBodies(teamId),
      holds: this.budget.close(used.costNanos),
    }
  }

  /** For the usage of a request without an answer, too. */
  #knownModel(): string | null {
    const { listedModelId, modelId, firstMs } = this.trace
    if (listedModelId !== null) return listedModelId
    const { knownModels } = this.#gateway
    if (modelId !== null && firstMs !== null) knownModels.answered(modelId)
    return knownModels.find(modelId, this.model)
  }

  get #upstreamApiFormat(): ApiFormat | null {
    return this.apiFormat === null ? null : this.trace.apiFormat
  }

  get #agent(): string | null {
    return this.apiFormat === null ? null : toLogged(agentOf(this.outgoing.req.headers))
  }

  /** Hashed once: the journal and the row have it. */
  #sessionOf(teamId: string): string | null {
    if (this.apiFormat === null) return null
    this.#session ??= { id: sessionOf(teamId, this.outgoing.req.headers, this.trace.sessionFields) }
    return this.#session.id
  }

  #saveBodies(teamId: string): boolean {
    if (this.capture === null) return false
    const owner = { requestId: this.id, teamId, at: this.#startedUnixMs }
    return this.#gateway.captures.add(owner, this.capture.finish(), this.trace.exchanges?.finish())
  }
}

const loggedLengthMax = 256

/** Clients choose the name of the model: the journal keeps no more of it than the log. */
function toLogged(text: string | null | undefined): string | null {
  return text?.slice(0, loggedLengthMax) ?? null
}
