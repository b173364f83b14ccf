import 'server-only'
import { toApiError, toErrorBody, ApiError } from '#lib/errors.ts'
import { redact } from '#lib/redact.ts'
import { UnreachableError } from '#lib/console/api/forward.ts'
import { signedInOrigin } from '#lib/console/core/loaded-config.ts'
import { isLoopbackHost } from '#lib/loopback-host.ts'

/**
 * Wrapper of all console route handlers: rejects cross-site requests before any work and returns errors in the
 * API's format, so that the browser handles one shape.
 */
export async function answer(request: Request, work: () => Promise<Response>): Promise<Response> {
  try {
    requireSameOrigin(request, signedInOrigin())
    const response = await work()
    // Responses with members, keys or requests are not cached, unless they set their own lifetime.
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-store')
    return response
  } catch (error) {
    if (error instanceof UnreachableError) {
      return failure(502, {
        message: error.message,
        type: 'server_error',
        param: null,
        code: 'api_unreachable',
      })
    }
    // The browser has disconnected: there is no reader.
    if (request.signal.aborted) return new Response(null, { status: 499 })
    const known = toApiError(error)
    if (known.code === 'internal_error') log(request, error)
    return failure(known.status, toErrorBody(known).error, known.retryAfterMs)
  }
}

/** The supervisor prints this output with the console's name. */
function log(request: Request, error: unknown): void {
  const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`${redact(`${request.method} ${new URL(request.url).pathname}: ${reason}`)}\n`)
}

function failure(
  status: number,
  error: Readonly<Record<string, string | null>>,
  retryAfterMs: number | null = null,
): Response {
  const headers = new Headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  if (retryAfterMs !== null) headers.set('retry-after', String(Math.ceil(retryAfterMs / 1000)))
  return Response.json({ error }, { status, headers })
}

/**
 * Rejects cross-site requests: a foreign or missing `Origin` on any method but GET and HEAD, and without sign-in
 * a foreign `Host` on any request.
 * @param appOrigin origin of the console with sign-in; null in open mode, which uses the requested origin
 * @throws ApiError `forbidden_origin`
 */
export function requireSameOrigin(
  request: { method: string; headers: Headers },
  appOrigin: string | null = null,
): void {
  const { method, headers } = request
  const host = headers.get('host')
  // With sign-in, a page under a foreign name has no session: its cookies belong to another host.
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
