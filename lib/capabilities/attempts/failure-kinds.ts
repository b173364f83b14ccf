import { ApiError } from '#lib/errors.ts'
import { UpstreamError } from '#lib/providers/transport/upstream-error.ts'
import { ExchangeFault } from '#lib/web/fetch/exchange-fault.ts'
import type { CircuitFailure } from './circuit.ts'

/** Whether another attempt or target may succeed; client errors and our bugs end the request. */
export function canFailOver(failure: ApiError): boolean {
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
export function isSilence({ cause }: ApiError): boolean {
  return cause instanceof ExchangeFault && cause.kind === 'silence'
}

/** Whether an answer in one piece did not arrive in time: its provider bills what the model has written. */
export function isUnseen(error: unknown): boolean {
  const cause = error instanceof ApiError ? error.cause : null
  return cause instanceof ExchangeFault && (cause.kind === 'silence' || cause.kind === 'total')
}
