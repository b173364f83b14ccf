import { setTimeout as sleep } from 'node:timers/promises'
import type { Usage } from '#lib/contracts/api/usage.ts'
import { ApiError, toApiError } from '#lib/errors.ts'
import { type AnyTarget, targetKey } from '#lib/providers/registry/target.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import { UpstreamError } from '#lib/providers/transport/upstream-error.ts'
import { ExchangeFault } from '#lib/web/fetch/exchange-fault.ts'
import { AnswerLimits } from './answer-limits.ts'
import { type Circuits, type CircuitTicket, createCircuits } from './circuit.ts'
import { otherVocabularyShare } from './tokens/count-tokens.ts'
import { CostReservation, costNanos, exactly } from './cost.ts'
import { PlainTargets } from './plain-targets.ts'
import { ReportedCosts } from './reported-costs.ts'
import type { AttemptEstimate, Caller, RequestContext, Trace } from './request-context.ts'

// How a request finds its model: `chooseTargets` lists the targets in order, `attempt` tries each of them,
// retries transient failures and skips targets whose circuit is open, and `attemptOnce` does both for
// capabilities that answer in one piece. Chat streams, so it runs `attempt` itself.

/** Retry policy, and the state shared by all attempts. */
export interface AttemptPolicy {
  readonly circuits: Circuits
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
  /** Doubled with each retry; the pause is a random part of it. */
  readonly backOffMs: number
  /** With a longer `Retry-After`, the next target is tried at once. */
  readonly retryAfterMaxMs: number
}

export function createAttemptPolicy(): AttemptPolicy {
  return {
    circuits: createCircuits(),
    retryBudget: createRetryBudget(),
    reportedCosts: new ReportedCosts(),
    answerLimits: new AnswerLimits(),
    plainTargets: new PlainTargets(),
    retriesMax: 2,
    attemptsMax: 6,
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

/** The public ids that a request names, in the order in which they are tried. */
export interface NamedModels {
  readonly model: string
  readonly models?: readonly string[] | null | undefined
}

/**
 * The targets of a request, in order: `model`, the request's `models`, then the fallbacks that the operator
 * configured. The key must allow the requested ones; fallbacks that it does not allow are skipped.
 * @param resolve throws ApiError `model_not_found`, which then counts as a failed target
 * @throws ApiError `model_not_allowed`
 */
export function chooseTargets<T extends AnyTarget>(
  request: NamedModels,
  caller: Pick<Caller, 'allows'>,
  resolve: (publicId: string) => T,
): Iterable<T | ApiError> {
  const named = [request.model, ...(request.models ?? [])]
  for (const [index, id] of named.entries()) {
    if (caller.allows(id)) continue
    const message = `This key does not allow the model \`${id}\`. Use another model or key.`
    throw new ApiError('model_not_allowed', message, {
      param: index === 0 ? 'model' : `models.${index - 1}`,
    })
  }
  return resolveInOrder(named, caller, resolve)
}

function* resolveInOrder<T extends AnyTarget>(
  named: readonly string[],
  caller: Pick<Caller, 'allows'>,
  resolve: (publicId: string) => T,
): Generator<T | ApiError> {
  const queue = [...named]
  const seen = new Set<string>()
  // Grows while it is read: a resolved model adds its fallbacks.
  for (const id of queue) {
    if (seen.has(id)) continue
    seen.add(id)
    if (!caller.allows(id)) continue
    const target = resolveOrError(id, resolve)
    if (!(target instanceof ApiError)) queue.push(...target.fallbacks)
    yield target
  }
}

function resolveOrError<T>(id: string, resolve: (publicId: string) => T): T | ApiError {
  try {
    return resolve(id)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

export type OnStart = (estimate: AttemptEstimate) => void

type AttemptContext = Pick<RequestContext, 'signal' | 'trace'>

export interface Attempted<T extends AnyTarget, Value> {
  readonly target: T
  readonly value: Value
  /** The caller reports the outcome: a stream that has begun may still fail. */
  readonly circuit: CircuitTicket
}

/**
 * Tries the targets in order until one commits. Items that `run` yields while waiting are passed on.
 * @param targets resolved one by one, as they are needed; an error among them is a failed target
 * @param run calls `onStart` with its estimate when it sends the upstream request; an error before that, such as an
 * exhausted budget, is not an attempt. `hasNext`: whether another target remains
 * @throws ApiError for a client error at once, else the summary of all failures
 */
export async function* attempt<T extends AnyTarget, Waiting, Value>(
  targets: Iterable<T | ApiError>,
  context: AttemptContext,
  policy: AttemptPolicy,
  run: (target: T, onStart: OnStart, hasNext: () => boolean) => AsyncGenerator<Waiting, Value>,
): AsyncGenerator<Waiting, Attempted<T, Value>> {
  const { signal, trace } = context
  const failures: ApiError[] = []
  let attempts = 0
  policy.retryBudget.request()
  const queue = new LookAhead<T>(targets)
  const hasNext = (): boolean => queue.hasTarget()
  for (let target = queue.next(); target !== null; target = queue.next()) {
    if (target instanceof ApiError) {
      failures.push(target)
      continue
    }
    const key = targetKey(target)
    for (let retry = 0; attempts < policy.attemptsMax; retry++) {
      const circuit = policy.circuits.enter(key)
      if (typeof circuit === 'number') {
        failures.push(circuitOpen(target, circuit))
        break
      }
      attempts++
      let committed = false
      let startedAt: number | null = null
      const onStart: OnStart = estimate => {
        startedAt = performance.now()
        trace.attempt({
          providerId: target.providerId,
          modelId: target.publicId,
          listed: target.listed === true,
          estimate,
        })
      }
      try {
        const value = yield* run(target, onStart, hasNext)
        committed = true
        reportWait(trace, startedAt)
        return { target, value, circuit }
      } catch (error) {
        const failure = signal.aborted ? toApiError(signal.reason) : toApiError(error)
        if (reportWait(trace, startedAt)) {
          trace.attemptFailed(failure, failure instanceof UpstreamError && failure.unhealthy)
        }
        if (!canFailOver(failure)) throw failure
        if (countsForCircuit(failure)) circuit.failed(isSilence(failure) ? 2 : 1)
        failures.push(failure)
        const pauseMs = pauseBeforeRetry(failure, retry, policy)
        if (pauseMs === null || attempts >= policy.attemptsMax) break
        await sleep(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted())
        trace.waited('upstream', pauseMs)
      } finally {
        if (!committed) circuit.left()
      }
    }
  }
  throw toFinalError(failures)
}

/** Targets as they are resolved, and whether another one follows. */
class LookAhead<T extends AnyTarget> {
  readonly #targets: Iterator<T | ApiError>
  #ahead: (T | ApiError)[] | null = null

  constructor(targets: Iterable<T | ApiError>) {
    this.#targets = targets[Symbol.iterator]()
  }

  /** @returns null: there is no other */
  next(): T | ApiError | null {
    return this.#ahead?.shift() ?? this.#resolveNext()
  }

  hasTarget(): boolean {
    const ahead = (this.#ahead ??= [])
    while (!ahead.some(target => !(target instanceof ApiError))) {
      const next = this.#resolveNext()
      if (next === null) return false
      ahead.push(next)
    }
    return true
  }

  #resolveNext(): T | ApiError | null {
    const next = this.#targets.next()
    return next.done ? null : next.value
  }
}

function circuitOpen(target: AnyTarget, retryAfterMs: number): ApiError {
  const message = `The provider \`${target.providerId}\` is temporarily disabled for \`${target.publicId}\` after repeated failures.`
  return new ApiError('no_provider_available', message, { retryAfterMs })
}

/** @returns whether the upstream request was sent */
function reportWait(trace: Trace, startedAt: number | null): boolean {
  if (startedAt === null) return false
  trace.waited('upstream', performance.now() - startedAt)
  return true
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
  'model_loading',
  'model_unavailable',
  'no_provider_available',
])

/** Whether the upstream failed: one that is rate-limited or lacks the model is still healthy. */
export function countsForCircuit(failure: ApiError): boolean {
  return circuitFailureCodes.has(failure.code)
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

/** The error of a request for which every target failed. */
export function toFinalError(failures: readonly ApiError[]): ApiError {
  const last = failures.at(-1)
  if (!last) return new ApiError('no_provider_available', 'No provider is available for this model.')
  const tried = failures.filter(failure => failure.code !== 'no_provider_available')
  if (tried.length === 0) return soonest(failures, last)
  if (tried.every(failure => failure.code === 'rate_limit_exceeded')) return soonest(tried, last)
  // A model that no provider has is a client error; the first message names the model of the request.
  const [first] = tried
  if (first && tried.every(failure => failure.code === 'model_not_found')) return first
  const broken = tried.findLast(
    failure => failure.code !== 'model_not_found' && failure.code !== 'rate_limit_exceeded',
  )
  if (broken?.code === 'upstream_stream_interrupted') return renamed('upstream_error', broken)
  if (broken?.code === 'upstream_stream_timeout') return renamed('upstream_timeout', broken)
  return broken ?? new ApiError('upstream_error', 'All providers of this model failed.', { cause: last })
}

// The client has received nothing yet.
function renamed(code: 'upstream_error' | 'upstream_timeout', failure: ApiError): ApiError {
  return new ApiError(code, failure.message, { cause: failure })
}

function soonest(failures: readonly ApiError[], last: ApiError): ApiError {
  return failures.reduce(
    (best, failure) =>
      (failure.retryAfterMs ?? Infinity) < (best.retryAfterMs ?? Infinity) ? failure : best,
    last,
  )
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
  send(prepared: Prepared, target: T, options: AttemptOptions): Promise<Answer>
  /** Usage charged when the client disconnects before the response: the work was still done. */
  estimate(prepared: Prepared, target: T): Promise<Usage>
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
  targets: Iterable<T | ApiError>,
  context: RequestContext,
  { policy, timers }: UnaryOptions,
  call: UnaryCall<T, Prepared, Answer>,
): Promise<Answered<T, Prepared, Answer>> {
  const sent: Sent<T, Prepared>[] = []
  const cost = new CostReservation(context, policy.reportedCosts)
  const sendTo = async (target: T, onStart: OnStart): Promise<Answered<T, Prepared, Answer>> => {
    const prepared = await call.prepare(target)
    if (sent.length === 0) context.limits.reserve(() => call.guessTokens(prepared, target))
    const estimate = () => exactly(costNanos(call.boundTokens(prepared, target), 0, target))
    const wait = cost.raise(target, estimate, async () => {
      const { prompt_tokens: tokens } = await call.estimate(prepared, target)
      return exactly(costNanos(Math.ceil(tokens * otherVocabularyShare), 0, target))
    })
    if (wait !== null) await wait
    const promptTokens = sent.length === 0 ? call.guessTokens(prepared, target) : 0
    sent.push({ target, prepared })
    onStart({ promptTokens, costNanos: cost.takeEstimate(target, estimate) })
    const options = toAttemptOptions(target, context, timers, 'plainMs')
    return { target, prepared, answer: await call.send(prepared, target, options) }
  }
  try {
    // The first item is the result: nothing is yielded before it.
    const { value } = await attempt(targets, context, policy, (target, onStart) =>
      runPlain(() => sendTo(target, onStart)),
    ).next()
    value.circuit.succeeded()
    return value.value
  } catch (error) {
    const last = sent.at(-1)
    if (context.signal.aborted && last !== undefined) {
      context.usage.meter(await call.estimate(last.prepared, last.target), { estimated: true })
    }
    throw error
  }
}

/**
 * A non-streamed response as a run of `attempt`. A module function, not a closure: V8 retains a used
 * generator function, with everything it references, until the next full GC. As a closure it cost a third of
 * the CPU of a request.
 */
// oxlint-disable-next-line require-yield -- a non-streamed response yields nothing while it waits
async function* runPlain<Value>(send: () => Promise<Value>): AsyncGenerator<never, Value> {
  return send()
}

/** Deadlines, abort signal and reporting of one attempt. */
export function toAttemptOptions(
  target: AnyTarget,
  { signal, caller, trace }: Pick<RequestContext, 'signal' | 'caller' | 'trace'>,
  timers: CallTimers,
  total: 'plainMs' | 'streamMs',
): AttemptOptions {
  const { timers: own } = target
  return {
    signal,
    keyId: caller.keyId,
    exchanges: trace.exchanges,
    timers: {
      connectMs: timers.connectMs,
      firstEventMs: own?.firstEventMs ?? timers.firstEventMs,
      idleMs: own?.idleMs ?? timers.idleMs,
      totalMs: own?.[total] ?? timers[total],
    },
    waited: (phase, ms) => {
      // `attempt` counts the whole attempt as upstream time.
      if (phase !== 'upstream') trace.waited(phase, ms)
    },
    skipped: count => trace.skipped(count),
  }
}

/** Keeps retries to a fifth of the traffic, so that a failing upstream does not get three times its load. */
interface RetryBudget {
  request(): void
  /** Takes one retry; false: none left. */
  retry(): boolean
}

interface RetryBudgetOptions {
  readonly share?: number
  /** Retries that are free in each window, so that a quiet gateway retries too. */
  readonly free?: number
  readonly windowMs?: number
  readonly now?: () => number
}

export function createRetryBudget(options: RetryBudgetOptions = {}): RetryBudget {
  const { share = 0.2, free = 10, windowMs = 10_000, now = () => performance.now() } = options
  let startedAt = now()
  let requests = 0
  let retries = 0

  return {
    request() {
      if (now() - startedAt > windowMs) {
        startedAt = now()
        requests = 0
        retries = 0
      }
      requests++
    },
    retry() {
      if (retries >= free + requests * share) return false
      retries++
      return true
    },
  }
}
