import { setTimeout as sleep } from 'node:timers/promises'
import type {
  AttemptedTarget,
  AttemptEstimate,
  RequestContext,
  Trace,
} from '#lib/capabilities/request-context.ts'
import { circuitOpen, DeploymentChoice } from '#lib/capabilities/routing/deployment-choice.ts'
import { busyReason, type SharedPlaces } from '#lib/capabilities/routing/routing.ts'
import type { Charge } from '#lib/capabilities/charge.ts'
import type { Usage } from '#lib/contracts/api/usage.ts'
import type { ApiFormat } from '#lib/contracts/core/contract.ts'
import { ApiError, type ErrorCode, toApiError } from '#lib/errors.ts'
import { type AnyTarget, targetKey } from '#lib/providers/registry/target.ts'
import { UpstreamError } from '#lib/providers/transport/upstream-error.ts'
import { AttemptFailures, isOfBudget } from './attempt-failures.ts'
import type { AttemptPolicy } from './attempt-policy.ts'
import type { TargetQueue } from './choose-targets.ts'
import type { CircuitTicket } from './circuit.ts'
import { canFailOver, countsForCircuit, isSilence, toInputFailure } from './failure-kinds.ts'

export type AttemptContext = Pick<RequestContext, 'signal' | 'trace' | 'caller' | 'session'>

/** A target that is asked. */
export interface Attempt<T extends AnyTarget> {
  readonly target: T
  /** Whether its provider failed or refused it before the client left: it bills nothing further. */
  readonly hasFailed: boolean
  /** Whether another target remains. */
  hasNext(): boolean
  /** The timeout of the first event: what is left for all attempts of a stream, if that is less. */
  limitFirstEvent(timeoutMs: number): number
  /** Call it when the upstream request is sent: an error before, such as an exhausted budget, is not an attempt. */
  start(estimate: AttemptEstimate, apiFormat?: ApiFormat): void
  /** Reports what it costs, whether or not it has answered. */
  charged(usage: Usage, charge: Charge): void
}

export interface Attempted<T extends AnyTarget, Value> {
  readonly target: T
  readonly value: Value
  /** The caller reports the outcome: a stream that has begun may still fail. */
  readonly circuit: CircuitTicket
}

interface SeriesOptions {
  readonly beginning: () => string | null
  readonly streams: boolean
}

/** The attempts of one request: which target is next, and what a failure means. */
export class AttemptSeries<T extends AnyTarget> {
  readonly #targets: TargetQueue<T>
  readonly #context: AttemptContext
  readonly #policy: AttemptPolicy
  readonly #options: SeriesOptions
  readonly #failures = new AttemptFailures<T>()
  readonly trace: Trace
  #attempts = 0
  /** Waiting for configured providers; embedded models may have to be loaded. */
  #spentMs = 0
  #target: T | null = null
  /** Of the deployments of the target, if it has several. */
  #choice: DeploymentChoice<T> | null = null
  #retries = 0

  constructor(
    targets: TargetQueue<T>,
    context: AttemptContext,
    policy: AttemptPolicy,
    options: SeriesOptions,
  ) {
    this.#targets = targets
    this.#context = context
    this.#policy = policy
    this.#options = options
    this.trace = context.trace
    policy.retryBudget.request()
  }

  /**
   * @returns null: none is left
   * @throws ApiError if no deployment of a model is able to serve the request
   */
  next(): OpenAttempt<T> | null {
    const deployed = this.#nextDeployment()
    if (deployed !== null) return deployed
    for (let target = this.#target ?? this.#nextTarget(); target !== null; target = this.#nextTarget()) {
      if (!this.#mayAttempt(target)) continue
      if (target.deployments !== undefined) {
        this.#choice = new DeploymentChoice(target.deployments, this.#session(), this.#policy)
        const first = this.#nextDeployment()
        if (first !== null) return first
        continue
      }
      const circuit = this.#policy.circuits.enter(targetKey(target))
      if (typeof circuit === 'number') {
        this.#failures.add(circuitOpen(target, circuit), target)
        continue
      }
      this.#target = target
      return this.#open(target, circuit)
    }
    return null
  }

  succeeded<Value>(one: OpenAttempt<T>, value: Value): Attempted<T, Value> {
    one.reportWait()
    return { target: one.target, value, circuit: one.circuit }
  }

  /** Waits before a retry. @throws ApiError that no other attempt can mend */
  async failed(one: OpenAttempt<T>, error: unknown): Promise<void> {
    const { signal, trace } = this.#context
    const failure = signal.aborted ? toApiError(signal.reason) : withKeyName(toApiError(error), one.target)
    const sent = one.reportWait()
    one.hasFailed = !signal.aborted
    if (sent !== null)
      trace.attemptFailed(sent, failure, failure instanceof UpstreamError && failure.unhealthy)
    if (one.target.providerId !== embedded) this.#spentMs += one.spentMs
    if (countsForCircuit(failure) && canFailOver(failure) && !(one.isCut && isSilence(failure))) {
      one.circuit.failed({ weight: isSilence(failure) ? 2 : 1, ...toInputFailure(failure) })
    }
    one.circuit.left()
    this.#failures.leave(one.target, failure)
    if (isOfBudget(failure)) this.#passOver(one.target, failure)
    if (failure.reason === busyReason) this.#attempts--
    const choice = this.#choice
    if (!canFailOver(failure)) {
      if (choice === null || sent !== null || signal.aborted || failure.status >= 500) throw failure
      this.#attempts--
      choice.unable(failure)
      return
    }
    const pauseMs =
      choice === null
        ? this.#pauseBeforeRetry(failure)
        : this.#pauseBeforeDeployment(choice, one.target, failure)
    if (pauseMs === null) return
    await sleep(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    trace.waited('upstream', pauseMs)
    this.#spentMs += pauseMs
    choice?.again()
  }

  error(): ApiError {
    return this.#failures.error()
  }

  /** A target that the budget rejects was not asked: cheaper and free ones may follow. */
  #passOver(target: T, refusal: ApiError): void {
    this.#attempts--
    this.#failures.passOver(target)
    const { providerId, publicId: modelId, deployment } = target
    this.#context.trace.passedOver({ providerId, modelId, deployment: deployment?.name ?? null }, refusal)
  }

  /** @returns null: the next target is tried */
  #pauseBeforeRetry(failure: ApiError): number | null {
    this.#failures.add(failure, this.#target)
    const pauseMs = pauseBeforeRetry(failure, this.#retries++, this.#policy)
    if (pauseMs !== null && this.#attempts < this.#policy.attemptsMax) return pauseMs
    this.#target = null
    return null
  }

  /** @returns null: the next deployment is tried at once, or there is none */
  #pauseBeforeDeployment(choice: DeploymentChoice<T>, target: T, failure: ApiError): number | null {
    const { retriesMax, retryBudget, backOffMs } = this.#policy
    choice.failed(failure)
    if (!this.#mayAttempt(target) || choice.choose() || this.#retries >= retriesMax) return null
    const pauseMs = choice.waitMs(Math.random() * backOffMs * 2 ** this.#retries)
    if (pauseMs === null || !retryBudget.retry()) return null
    this.#retries++
    return pauseMs
  }

  #nextDeployment(): OpenAttempt<T> | null {
    const choice = this.#choice
    if (choice === null) return null
    const chosen = choice.isChosen || this.#attempts < this.#policy.attemptsMax ? choice.take() : null
    if (chosen !== null) return this.#open(chosen.target, chosen.ticket)
    this.#choice = null
    for (const reason of choice.reasons()) this.#failures.add(reason)
    return null
  }

  #open(target: T, circuit: CircuitTicket): OpenAttempt<T> {
    this.#attempts++
    // The limit of an earlier attempt may not apply to this one.
    this.#context.trace.answerLimited(null)
    return new OpenAttempt(target, circuit, this.#leftMs(target), this)
  }

  get sharedPlaces(): SharedPlaces {
    return this.#policy.routing.sharedPlaces
  }

  fallbackReason(target: T): ErrorCode | null {
    return this.#failures.takeReason(target)
  }

  hasNext(): boolean {
    return this.#choice?.hasNext() === true || this.#targets.hasTarget()
  }

  #mayAttempt(target: T): boolean {
    return this.#attempts < this.#policy.attemptsMax && this.#leftMs(target) > 0
  }

  /** Milliseconds that are left for the first event. */
  #leftMs({ providerId, timers }: T): number {
    if (!this.#options.streams || providerId === embedded) return Infinity
    // The operator may give a slow server more time.
    return Math.max(this.#policy.firstEventMsMax, timers?.firstEventMs ?? 0) - this.#spentMs
  }

  /** The session of the request within its key, for the choice of deployments; null: it has none. */
  #session(): string | null {
    const id = this.#context.session() ?? this.#options.beginning()
    return id === null ? null : `${this.#context.caller.keyId}\n${id}`
  }

  #nextTarget(): T | null {
    this.#retries = 0
    for (let next = this.#targets.next(); next !== null; next = this.#targets.next()) {
      if (!(next instanceof ApiError)) return next
      this.#failures.add(next)
    }
    return null
  }
}

const embedded = 'local'

class OpenAttempt<T extends AnyTarget> implements Attempt<T> {
  readonly target: T
  hasFailed = false
  circuit: CircuitTicket
  readonly #leftMs: number
  readonly #series: AttemptSeries<T>
  #startedAt: number | null = null
  /** Null: no upstream request was sent. */
  #attempted: AttemptedTarget | null = null
  /** Whether it had less time than the provider usually has. */
  isCut = false

  constructor(target: T, circuit: CircuitTicket, leftMs: number, series: AttemptSeries<T>) {
    this.target = target
    this.circuit = circuit
    this.#leftMs = leftMs
    this.#series = series
  }

  hasNext(): boolean {
    return this.#series.hasNext()
  }

  get needsPlace(): boolean {
    return (this.target.deployment?.parallelTotalMax ?? Infinity) !== Infinity
  }

  /** @throws ApiError `rate_limit_exceeded` where other instances have taken all requests that the deployment allows */
  async takePlace(): Promise<void> {
    const { deployment } = this.target
    if (deployment) this.circuit = await this.#series.sharedPlaces.take(deployment, this.circuit)
  }

  limitFirstEvent(timeoutMs: number): number {
    this.isCut = this.#leftMs < timeoutMs
    return Math.min(this.#leftMs, timeoutMs)
  }

  start(estimate: AttemptEstimate, apiFormat: ApiFormat | null = null): void {
    this.#startedAt = performance.now()
    const fallbackReason = this.#series.fallbackReason(this.target)
    this.#attempted = toAttempted(this.target, apiFormat, estimate, fallbackReason)
    this.#series.trace.attempt(this.#attempted)
  }

  charged(usage: Usage, charge: Charge): void {
    if (this.#attempted !== null) this.#series.trace.attemptCharged(this.#attempted, usage, charge)
  }

  /** Milliseconds since the upstream request was sent. */
  get spentMs(): number {
    return this.#startedAt === null ? 0 : performance.now() - this.#startedAt
  }

  /** @returns what was reported as the attempt; null: no upstream request was sent */
  reportWait(): AttemptedTarget | null {
    if (this.#attempted === null) return null
    const { trace } = this.#series
    trace.waited('upstream', this.spentMs)
    trace.attemptAnswered(this.#attempted)
    return this.#attempted
  }
}

/** The provider's error with the number of the key: the provider itself knows one key only. */
function withKeyName(failure: ApiError, { providerId, deployment }: AnyTarget): ApiError {
  if (failure instanceof UpstreamError && failure.ofKey !== null && deployment !== undefined) {
    failure.message = failure.message.replace(`\`${providerId}\``, `\`${deployment.keyName}\``)
  }
  return failure
}

/** @returns null: no retry, the next target is tried */
function pauseBeforeRetry(failure: ApiError, retry: number, policy: AttemptPolicy): number | null {
  if (!failure.retryable || retry >= policy.retriesMax) return null
  if (failure.retryAfterMs !== null && failure.retryAfterMs > policy.retryAfterMaxMs) return null
  if (!policy.retryBudget.retry()) return null
  return failure.retryAfterMs ?? Math.random() * policy.backOffMs * 2 ** retry
}

/** A target as the request reports it. */
export function toAttempted(
  { providerId, publicId, listed = false, deployment, retires, successor }: AnyTarget,
  apiFormat: ApiFormat | null,
  estimate: AttemptEstimate,
  fallbackReason: ErrorCode | null = null,
): AttemptedTarget {
  return {
    providerId,
    modelId: publicId,
    listed,
    deployment: deployment?.name ?? null,
    retires: retires ?? null,
    successor: successor ?? null,
    apiFormat,
    fallbackReason,
    estimate,
  }
}
