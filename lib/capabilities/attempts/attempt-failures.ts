import { ApiError, type ErrorCode, lacksBudget } from '#lib/errors.ts'
import type { AnyTarget } from '#lib/providers/registry/target.ts'
import { UpstreamError } from '#lib/providers/transport/upstream-error.ts'

/** Why the targets of one request did not answer. */
export class AttemptFailures<T extends AnyTarget> {
  readonly #failures: ApiError[] = []
  readonly #passedOver = new Set<string>()
  #last: { readonly target: T | null; readonly code: ErrorCode } | null = null

  /** @param target that was not asked, or not again; null: any that was tried before */
  add(failure: ApiError, target: T | null = null): void {
    this.#failures.push(failure)
    this.leave(target, failure)
  }

  /** The target has failed; another attempt may be at the same one. */
  leave(target: T | null, { code }: ApiError): void {
    this.#last = { target, code }
  }

  /** The budget rejects the target. */
  passOver({ publicId }: T): void {
    this.#passedOver.add(publicId)
  }

  /** Why another target was left for this one, once. @returns null: none was */
  takeReason(target: T): ErrorCode | null {
    const last = this.#last
    this.#last = null
    return last === null || last.target === target ? null : last.code
  }

  /** The error of the request if no target answers. */
  error(): ApiError {
    const error = toFinalError(this.#failures)
    return isOfBudget(error) || this.#passedOver.size === 0 ? error : withRejected(error, this.#passedOver)
  }
}

/** Whether a budget rejects a target: it was not asked. */
export function isOfBudget(error: ApiError): boolean {
  return lacksBudget(error) || error.code === 'model_unpriced'
}

const rejectedNamesMax = 3

function withRejected(error: ApiError, ids: ReadonlySet<string>): ApiError {
  const names = [...ids].slice(0, rejectedNamesMax).map(id => `\`${id}\``)
  if (ids.size > rejectedNamesMax) names.push(`${ids.size - rejectedNamesMax} more`)
  const models = new Intl.ListFormat('en').format(names)
  const { code, param, retryable, retryAfterMs, final, reason } = error
  return new ApiError(code, `${error.message} The budget rejected ${models}.`, {
    cause: error,
    retryable,
    final,
    ...(param !== null && { param }),
    ...(retryAfterMs !== null && { retryAfterMs }),
    ...(reason !== null && { reason }),
  })
}

/** The error of a request for which every target failed. */
export function toFinalError(failures: readonly ApiError[]): ApiError {
  const last = failures.at(-1)
  if (!last) return new ApiError('no_provider_available', 'No provider is available for this model.')
  const rejected = failures.find(isOfBudget)
  const asked = failures.filter(failure => !isOfBudget(failure))
  const lastAsked = asked.at(-1)
  if (rejected !== undefined && asked.every(({ code }) => code === 'model_not_found')) return rejected
  if (lastAsked === undefined) return last
  const tried = asked.filter(failure => failure.code !== 'no_provider_available')
  if (tried.length === 0) return soonest(asked, lastAsked)
  const limits = tried.filter(failure => failure.code === 'rate_limit_exceeded')
  const lastLimit = limits.at(-1)
  // A later request may succeed; a rejected key is for the operator, who sees it in the log and in the console.
  if (lastLimit !== undefined && tried.every(failure => limits.includes(failure) || isOfRejectedKey(failure)))
    return soonest(limits, lastLimit)
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

function isOfRejectedKey(failure: ApiError): boolean {
  const problem = failure instanceof UpstreamError ? failure.ofKey : null
  return problem?.reason === 'refused' || problem?.reason === 'balance'
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
