import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiFormat } from '#lib/contracts/core/contract.ts'
import type { ChargedUsage } from '#lib/capabilities/chat/chat-usage.ts'
import type { UnitCounts } from '#lib/prices/units.ts'
import { ApiError, type ErrorCode, toApiError } from '#lib/errors.ts'
import { type AnyTarget, targetKey } from '#lib/providers/registry/target.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import { UpstreamError } from '#lib/providers/transport/upstream-error.ts'
import { ExchangeFault } from '#lib/web/fetch/exchange-fault.ts'
import { AnswerLimits } from './answer-limits.ts'
import { AttemptFailures, isOfBudget } from './attempt-failures.ts'
import { type CircuitFailure, type Circuits, type CircuitTicket, createCircuits } from './circuit.ts'
import { CostReservation, costNanos, exactly } from './cost.ts'
import { PlainTargets } from './plain-targets.ts'
import { createRetryBudget, type RetryBudget } from './retry-budget.ts'
import { circuitOpen, DeploymentChoice } from './routing/deployment-choice.ts'
import { busyReason, createRouting, type Routing, type SharedPlaces } from './routing/routing.ts'
import { ReportedCosts } from './reported-costs.ts'
import type { TargetQueue } from './choose-targets.ts'
import type { AttemptedTarget, AttemptEstimate, RequestContext, Trace } from './request-context.ts'

// How a request finds its model: `chooseTargets` lists the targets in order, `attempt` tries each of them, retries
// transient failures and skips targets whose circuit is open. A model with several deployments is one target, of which
// `DeploymentChoice` chooses one for each attempt. `attemptPlain` does so for a response in one piece, and
// `attemptOnce` for capabilities that answer only so.

/** Retry policy, and the state shared by all attempts. */
export interface AttemptPolicy {
  readonly circuits: Circuits
  readonly routing: Routing
  readonly retryBudget: RetryBudget
  /** Learned from every response, for the budgets of requests to targets without a price. */
  readonly reportedCosts: ReportedCosts
  /** Learned from refusals, for answers that only a budget limits. */
  readonly answerLimits: AnswerLimits
  /** Learned from streams that were to be assembled. */
  readonly plainTargets: PlainTargets
  /** Per target, after its first attempt. */
  readonly retriesMax: number
  /** Per request, over all targets. */
  readonly attemptsMax: number
  /** Until the first event of a stream, over all attempts at configured providers. */
  readonly firstEventMsMax: number
  /** Doubled with each retry; the pause is a random part of it. */
  readonly backOffMs: number
  /** With a longer `Retry-After`, the next target is tried at once. */
  readonly retryAfterMaxMs: number
}

export function createAttemptPolicy(): AttemptPolicy {
  return {
    circuits: createCircuits(),
    routing: createRouting(),
    retryBudget: createRetryBudget(),
    reportedCosts: new ReportedCosts(),
    answerLimits: new AnswerLimits(),
    plainTargets: new PlainTargets(),
    retriesMax: 2,
    attemptsMax: 6,
    firstEventMsMax: 120_000,
    backOffMs: 250,
    retryAfterMaxMs: 10_000,
  }
}

/** Deadlines of upstream requests, in milliseconds. */
export interface CallTimers {
  readonly connectMs: number
  readonly firstEventMs: number
  readonly idleMs: number
  /** Total for a non-streamed response. */
  readonly plainMs: number
  /** Total for a stream. */
  readonly streamMs: number
}

type AttemptContext = Pick<RequestContext, 'signal' | 'trace' | 'caller' | 'session'>

/** A target that is asked. */
export interface Attempt<T extends AnyTarget> {
  readonly target: T
  /** Whether another target remains. */
  hasNext(): boolean
  /** The timeout of the first event: what is left for all attempts of a stream, if that is less. */
  limitFirstEvent(timeoutMs: number): number
  /** Call it when the upstream request is sent: an error before, such as an exhausted budget, is not an attempt. */
  start(estimate: AttemptEstimate, apiFormat?: ApiFormat): void
}

export interface Attempted<T extends AnyTarget, Value> {
  readonly target: T
  readonly value: Value
  /** The caller reports the outcome: a stream that has begun may still fail. */
  readonly circuit: CircuitTicket
}

/**
 * Tries the targets in order until one commits. Items that `run` yields while waiting are passed on.
 * @param beginning identifies the conversation where the client names no session
 * @throws ApiError for a client error at once, else the summary of all failures
 */
export async function* attempt<T extends AnyTarget, Waiting, Value>(
  targets: TargetQueue<T>,
  context: AttemptContext,
  policy: AttemptPolicy,
  run: (attempt: Attempt<T>) => AsyncGenerator<Waiting, Value>,
  beginning: () => string | null = noBeginning,
): AsyncGenerator<Waiting, Attempted<T, Value>> {
  const series = new AttemptSeries(targets, context, policy, { beginning, streams: true })
  for (let one = series.next(); one !== null; one = series.next()) {
    let committed = false
    try {
      if (one.needsPlace) await one.takePlace()
      const value = yield* run(one)
      committed = true
      return series.succeeded(one, value)
    } catch (error) {
      await series.failed(one, error)
    } finally {
      if (!committed) one.circuit.left()
    }
  }
  throw series.error()
}

/** The same for a response in one piece: without a generator it takes a fraction of the CPU. */
export async function attemptPlain<T extends AnyTarget, Value>(
  targets: TargetQueue<T>,
  context: AttemptContext,
  policy: AttemptPolicy,
  run: (attempt: Attempt<T>) => Promise<Value>,
  beginning: () => string | null = noBeginning,
): Promise<Attempted<T, Value>> {
  const series = new AttemptSeries(targets, context, policy, { beginning, streams: false })
  for (let one = series.next(); one !== null; one = series.next()) {
    try {
      if (one.needsPlace) await one.takePlace()
      return series.succeeded(one, await run(one))
    } catch (error) {
      await series.failed(one, error)
    }
  }
  throw series.error()
}

const noBeginning = () => null

interface SeriesOptions {
  readonly beginning: () => string | null
  readonly streams: boolean
}

/** The attempts of one request: which target is next, and what a failure means. */
class AttemptSeries<T extends AnyTarget> {
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
    const failure = signal.aborted ? toApiError(signal.reason) : toApiError(error)
    const wasSent = one.reportWait()
    if (wasSent) trace.attemptFailed(failure, failure instanceof UpstreamError && failure.unhealthy)
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
      if (choice === null || wasSent || signal.aborted || failure.status >= 500) throw failure
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
  circuit: CircuitTicket
  readonly #leftMs: number
  readonly #series: AttemptSeries<T>
  #startedAt: number | null = null
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
    this.#series.trace.attempt(toAttempted(this.target, apiFormat, estimate, fallbackReason))
  }

  /** Milliseconds since the upstream request was sent. */
  get spentMs(): number {
    return this.#startedAt === null ? 0 : performance.now() - this.#startedAt
  }

  /** @returns whether the upstream request was sent */
  reportWait(): boolean {
    if (this.#startedAt === null) return false
    this.#series.trace.waited('upstream', this.spentMs)
    return true
  }
}

/** Whether another attempt or target may succeed; client errors and our bugs end the request. */
function canFailOver(failure: ApiError): boolean {
  // No upstream was called yet, and our own store is the same for every target.
  if (failure.code === 'store_unavailable') return false
  return failure.retryable || failoverCodes.has(failure.code)
}

const failoverCodes: ReadonlySet<string> = new Set([
  'upstream_error',
  'upstream_timeout',
  'upstream_stream_interrupted',
  'upstream_stream_timeout',
  'rate_limit_exceeded',
  'model_not_found',
  'model_unpriced',
  'insufficient_quota',
  'model_loading',
  'model_unavailable',
  'no_provider_available',
])

/** Whether the upstream failed: one that is rate-limited, lacks the model or fails on an input is still healthy. */
export function countsForCircuit(failure: ApiError): boolean {
  const isOfInput = failure instanceof UpstreamError && failure.ofInput
  return circuitFailureCodes.has(failure.code) && !isOfInput
}

/** A failure of which the input may be the reason counts once, and only by its share of a minute. */
export function toInputFailure(failure: ApiError): Pick<CircuitFailure, 'inputHash' | 'inRow'> {
  const inputHash = failure instanceof UpstreamError ? failure.inputHash : null
  return { inputHash, inRow: inputHash === null }
}

const circuitFailureCodes: ReadonlySet<string> = new Set([
  'upstream_error',
  'upstream_timeout',
  'upstream_stream_interrupted',
  'upstream_stream_timeout',
])

/** Whether nothing arrived until the timeout: no failure costs clients more time. */
function isSilence({ cause }: ApiError): boolean {
  return cause instanceof ExchangeFault && cause.kind === 'silence'
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

export interface UnaryOptions {
  readonly policy: AttemptPolicy
  readonly timers: CallTimers
}

/** Steps of a capability without streaming. */
export interface UnaryCall<T extends AnyTarget, Prepared, Answer> {
  /** The request in this target's format. @throws ApiError for unsupported parameters */
  prepare(target: T): Prepared | Promise<Prepared>
  /** A quick upper estimate, for the limits of the key. */
  guessTokens(prepared: Prepared, target: T): number
  /** More tokens than any model counts, for budgets. */
  boundTokens(prepared: Prepared, target: T): number
  /** A closer bound, which takes longer: for a budget that has less left. */
  countTokensAtMost(prepared: Prepared, target: T): Promise<number>
  /** Further units of which the target may have a price. */
  boundUnits?(prepared: Prepared, target: T): UnitCounts
  send(prepared: Prepared, target: T, options: AttemptOptions): Promise<Answer>
  /** Usage charged when the client disconnects before the response: the work was still done. */
  estimate(prepared: Prepared, target: T): Promise<ChargedUsage>
}

interface Sent<T extends AnyTarget, Prepared> {
  readonly target: T
  readonly prepared: Prepared
}

/** The target that answered, its request and its response. */
export interface Answered<T extends AnyTarget, Prepared, Answer> extends Sent<T, Prepared> {
  readonly answer: Answer
}

/**
 * Tries the targets in order, and reserves the tokens once.
 * @throws ApiError for a client error at once, else the summary of all failures
 */
export async function attemptOnce<T extends AnyTarget, Prepared, Answer>(
  targets: TargetQueue<T>,
  context: RequestContext,
  { policy, timers }: UnaryOptions,
  call: UnaryCall<T, Prepared, Answer>,
): Promise<Answered<T, Prepared, Answer>> {
  const sent: Sent<T, Prepared>[] = []
  let hasReserved = false
  const cost = new CostReservation(context, policy.reportedCosts)
  const sendTo = async (one: Attempt<T>): Promise<Answered<T, Prepared, Answer>> => {
    const { target } = one
    const prepared = await call.prepare(target)
    const reserved = hasReserved ? null : context.limits.reserve(() => call.guessTokens(prepared, target))
    if (reserved !== null) await reserved
    hasReserved = true
    const others = call.boundUnits?.(prepared, target)
    const estimate = (priced: T) => exactly(costNanos(call.boundTokens(prepared, target), 0, priced, others))
    const wait = cost.raise(target, estimate, async () => {
      const tokens = await call.countTokensAtMost(prepared, target)
      return exactly(costNanos(tokens, 0, target, others))
    })
    if (wait !== null) await wait
    const promptTokens = sent.length === 0 ? call.guessTokens(prepared, target) : 0
    sent.push({ target, prepared })
    one.start({ promptTokens, costNanos: cost.takeEstimate(target, estimate) })
    const options = toAttemptOptions(target, context, timers, 'plainMs')
    return { target, prepared, answer: await call.send(prepared, target, options) }
  }
  try {
    const { value, circuit } = await attemptPlain(targets, context, policy, sendTo)
    circuit.succeeded()
    return value
  } catch (error) {
    const last = sent.at(-1)
    if (context.signal.aborted && last !== undefined) {
      const { usage, charge } = await call.estimate(last.prepared, last.target)
      context.usage.meter(usage, { estimated: true, charge })
    }
    throw error
  }
}

/** Deadlines, abort signal and reporting of one attempt. */
export function toAttemptOptions(
  target: AnyTarget,
  { signal, caller, trace }: Pick<RequestContext, 'signal' | 'caller' | 'trace'>,
  timers: CallTimers,
  total: 'plainMs' | 'streamMs',
  attempt?: Pick<Attempt<AnyTarget>, 'limitFirstEvent'>,
): AttemptOptions {
  const { timers: own } = target
  const firstEventMs = own?.firstEventMs ?? timers.firstEventMs
  return {
    signal,
    keyId: caller.keyId,
    exchanges: trace.exchanges,
    timers: {
      connectMs: timers.connectMs,
      firstEventMs: attempt?.limitFirstEvent(firstEventMs) ?? firstEventMs,
      idleMs: own?.idleMs ?? timers.idleMs,
      totalMs: own?.[total] ?? timers[total],
    },
    waited: (phase, ms, reason) => {
      // `attempt` counts the whole attempt as upstream time.
      if (phase !== 'upstream') trace.waited(phase, ms, reason)
    },
    waits: note => trace.waits(note, target.publicId),
    skipped: count => trace.skipped(count),
  }
}
