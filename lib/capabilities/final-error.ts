import { ApiError } from '#lib/errors.ts'

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
