import 'server-only'
import { ApiError } from '#lib/errors.ts'
import { isLoopbackHost } from '#lib/loopback-host.ts'

/**
 * Refuses what another site could have caused: on every request that is not a GET or HEAD a foreign or missing
 * `Origin`, and without sign-in a foreign `Host` on any request.
 * @param appOrigin where people sign in; null in open mode, whose origin is the one that was asked
 * @throws ApiError `forbidden_origin`
 */
export function requireSameOrigin(
  request: { method: string; headers: Headers },
  appOrigin: string | null = null,
): void {
  const { method, headers } = request
  const host = headers.get('host')
  // With sign-in a page under a foreign name has no session: its cookies are another host's.
  if (appOrigin === null && !isLoopbackHost(host)) {
    throw refused('Open the console at localhost, 127.0.0.1 or [::1].')
  }
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') {
    throw refused('This request came from another site.')
  }
  if (method === 'GET' || method === 'HEAD') return

  const scheme = headers.get('x-forwarded-proto') ?? 'http'
  const own = appOrigin ?? `${scheme}://${host}`
  if (headers.get('origin')?.toLowerCase() !== own.toLowerCase()) {
    throw refused(
      appOrigin === null
        ? 'Send this request from a page of the console.'
        : `Send this request from a page of the console at ${appOrigin}.`,
    )
  }
}

function refused(message: string): ApiError {
  return new ApiError('forbidden_origin', message)
}
