import { setTimeout as sleep } from 'node:timers/promises'
import { UpstreamError } from '#lib/providers/transport/upstream-error.ts'
import { ApiError, toApiError } from '#lib/errors.ts'
import type { AnyTarget } from './any-target.ts'
import type { AttemptPolicy } from './attempt-policy.ts'
import type { RequestContext } from './request-context.ts'

export interface Attempted<T extends AnyTarget, Value> {
  readonly target: T
  readonly value: Value
}

/**
 * Asks one target after the other until one commits. What `run` yields while it waits is passed on.
 * @param targets resolved one by one, as they are needed; an error among them is a failed target
 * @param run reports when it asks: what ends before, such as a budget that is used up, was no attempt
 * @throws ApiError of the caller's own mistake at once, else what all the failures amount to
 */
export async function* attempt<T extends AnyTarget, Waiting, Value>(
  targets: Iterable<T | ApiError>,
  context: RequestContext,
  policy: AttemptPolicy,
  run: (target: T, asking: () => void) => AsyncGenerator<Waiting, Value>,
): AsyncGenerator<Waiting, Attempted<T, Value>> {
  const failures: ApiError[] = []
  let attempts = 0
  policy.retryBudget.request()
  for (const target of targets) {
    if (target instanceof ApiError) {
      failures.push(target)
      continue
    }
    const key = circuitKey(target)
    for (let retry = 0; attempts < policy.attemptsMax; retry++) {
      const closedMs = policy.circuits.enter(key)
      if (closedMs !== null) {
        failures.push(circuitOpen(target, closedMs))
        break
      }
      attempts++
      let askedAt: number | null = null
      const asking = (): void => {
        askedAt = performance.now()
        context.trace.attempt({ providerId: target.providerId, modelId: target.publicId })
      }
      try {
        const value = yield* run(target, asking)
        policy.circuits.succeeded(key)
        reportWait(context, askedAt)
        return { target, value }
      } catch (error) {
        const failure = readFailure(error, context)
        if (reportWait(context, askedAt)) {
          context.trace.attemptFailed(failure, failure instanceof UpstreamError && failure.unhealthy)
        }
        if (!isElsewhereBetter(failure)) throw failure
        if (brokenCodes.has(failure.code)) policy.circuits.failed(key)
        failures.push(failure)
        const pauseMs = pauseBeforeRetry(failure, retry, policy)
        if (pauseMs === null || attempts >= policy.attemptsMax) break
        await sleep(pauseMs, undefined, { signal: context.signal }).catch(() =>
          context.signal.throwIfAborted(),
        )
        context.trace.waited('upstream', pauseMs)
      } finally {
        policy.circuits.left(key)
      }
    }
  }
  throw toFinalError(failures)
}

export function circuitKey(target: AnyTarget): string {
  return `${target.providerId}/${target.model.modelId}`
}

/** @returns whether anybody was asked */
function reportWait(context: RequestContext, askedAt: number | null): boolean {
  if (askedAt === null) return false
  context.trace.waited('upstream', performance.now() - askedAt)
  return true
}

function readFailure(error: unknown, context: RequestContext): ApiError {
  const reason: unknown = context.signal.reason
  if (context.signal.aborted) return toApiError(reason)
  return toApiError(error)
}

/** Whether another try or another target may do better; the caller's own mistakes and our bugs end the call. */
function isElsewhereBetter(failure: ApiError): boolean {
  // Nobody was asked yet, and our own store is the same for every target.
  if (failure.code === 'store_unavailable') return false
  return failure.retryable || elsewhereBetter.has(failure.code)
}

const elsewhereBetter: ReadonlySet<string> = new Set([
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

// A full upstream, or one without the model, is not a broken one.
const brokenCodes: ReadonlySet<string> = new Set([
  'upstream_error',
  'upstream_timeout',
  'upstream_stream_interrupted',
  'upstream_stream_timeout',
])

function pauseBeforeRetry(failure: ApiError, retry: number, policy: AttemptPolicy): number | null {
  if (!failure.retryable || retry >= policy.retriesMax) return null
  if (failure.retryAfterMs !== null && failure.retryAfterMs > policy.retryAfterMaxMs) return null
  if (!policy.retryBudget.retry()) return null
  return failure.retryAfterMs ?? Math.random() * policy.backOffMs * 2 ** retry
}

function circuitOpen(target: AnyTarget, retryAfterMs: number): ApiError {
  const message = `The provider \`${target.providerId}\` failed several times in a row for \`${target.publicId}\` and is left alone for a moment.`
  return new ApiError('no_provider_available', message, { retryAfterMs })
}

/** What a caller is told when every target failed. */
export function toFinalError(failures: readonly ApiError[]): ApiError {
  const last = failures.at(-1)
  if (!last) return new ApiError('no_provider_available', 'No provider is available for this model.')
  const asked = failures.filter(failure => failure.code !== 'no_provider_available')
  if (asked.length === 0) return soonest(failures, last)
  if (asked.every(failure => failure.code === 'rate_limit_exceeded')) return soonest(asked, last)
  // A model that nobody has is the caller's to mend; the first message names the one that was asked for.
  const [first] = asked
  if (first && asked.every(failure => failure.code === 'model_not_found')) return first
  const broken = asked.findLast(
    failure => failure.code !== 'model_not_found' && failure.code !== 'rate_limit_exceeded',
  )
  if (broken?.code === 'upstream_stream_interrupted') return renamed('upstream_error', broken)
  if (broken?.code === 'upstream_stream_timeout') return renamed('upstream_timeout', broken)
  return broken ?? new ApiError('upstream_error', 'Every provider of this model failed.', { cause: last })
}

// Nothing was streamed yet as far as the caller knows.
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
