import type { ApiError } from '#lib/errors.ts'

/** The extra headers of a failure, as name, value, name, value: how to authenticate, whether and when to try again. */
export function errorHeaders(error: ApiError): string[] {
  if (error.status === 401) return ['www-authenticate', 'Bearer']
  if (error.final) return ['x-should-retry', 'false']
  if (error.status === 429) return retryAfter(error.retryAfterMs ?? 1000)
  if (error.status !== 503) return []
  // Without a time there is nothing to wait for: no provider is configured.
  return error.retryAfterMs === null ? ['x-should-retry', 'false'] : retryAfter(error.retryAfterMs)
}

function retryAfter(ms: number): string[] {
  return [
    'retry-after',
    String(Math.max(1, Math.ceil(ms / 1000))),
    'retry-after-ms',
    String(Math.max(1, Math.ceil(ms))),
  ]
}
