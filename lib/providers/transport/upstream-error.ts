import { ApiError, type ApiErrorOptions, type ErrorCode } from '#lib/errors.ts'
import { ExchangeFault } from '#lib/web/fetch/exchange-fault.ts'

export type UpstreamErrorOptions = ApiErrorOptions & {
  unhealthy?: boolean
  ofInput?: boolean
  inputHash?: string
  ofKey?: KeyProblem
}

/** Why a provider rejects or limits our key; `deployment`: only for the requested model. */
export interface KeyProblem {
  readonly reason: 'rate_limit' | 'balance' | 'refused'
  readonly scope: 'key' | 'deployment'
}

/**
 * A failed attempt. `unhealthy`: the operator must act, for instance because the provider rejected our key. `ofInput`:
 * other inputs may succeed, so that it says nothing about the model. `inputHash`: whether they would is unknown, and
 * failures of the same input say it once. `ofKey`: another key may succeed.
 */
export class UpstreamError extends ApiError {
  readonly unhealthy: boolean
  readonly ofInput: boolean
  readonly inputHash: string | null
  readonly ofKey: KeyProblem | null

  constructor(code: ErrorCode, message: string, options: UpstreamErrorOptions = {}) {
    super(code, message, options)
    this.unhealthy = options.unhealthy ?? false
    this.ofInput = options.ofInput ?? false
    this.inputHash = options.inputHash ?? null
    this.ofKey = options.ofKey ?? null
  }
}

// Longer than our own process takes to restart.
const restartMs = 2_000

/**
 * Converts a failed exchange to an API error.
 * @param upstream `local`: our own models process, which is restarted whenever it exits
 * @param committed whether part of the response was already sent, so that no retry is possible
 */
export function toUpstreamError(
  error: unknown,
  { providerId, local = false }: { readonly providerId: string; readonly local?: boolean },
  committed = false,
): ApiError {
  if (error instanceof ApiError) return error
  if (!(error instanceof ExchangeFault)) throw error
  const options = { cause: error }
  const timeoutCode = committed ? 'upstream_stream_timeout' : 'upstream_timeout'
  switch (error.kind) {
    case 'aborted':
      return error.cause instanceof ApiError
        ? error.cause
        : new ApiError('client_closed', 'The client disconnected.', options)
    case 'refused':
      return new UpstreamError(
        'upstream_error',
        `The address of the provider \`${providerId}\` is not allowed.`,
        {
          ...options,
          unhealthy: true,
        },
      )
    case 'connect':
      return new UpstreamError(
        'upstream_timeout',
        `The provider \`${providerId}\` did not accept a connection in time.`,
        {
          ...options,
          retryable: true,
        },
      )
    case 'silence':
      return new UpstreamError(
        timeoutCode,
        `The provider \`${providerId}\` sent no data for too long.`,
        options,
      )
    case 'total':
      return new UpstreamError(
        timeoutCode,
        `The provider \`${providerId}\` took too long to finish.`,
        options,
      )
    case 'broken':
      if (committed) {
        const message = `The provider \`${providerId}\` closed the connection mid-response.`
        return new UpstreamError('upstream_stream_interrupted', message, options)
      }
      if (local) {
        const message = 'The embedded engine is restarting. Try again in a moment.'
        return new UpstreamError('model_unavailable', message, {
          ...options,
          retryable: true,
          retryAfterMs: restartMs,
        })
      }
      return new UpstreamError('upstream_error', `The connection to the provider \`${providerId}\` failed.`, {
        ...options,
        retryable: true,
      })
  }
}
