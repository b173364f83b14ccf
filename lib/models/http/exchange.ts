import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError, toApiError, toErrorBody } from '#lib/errors.ts'
import { limitBytes } from '#lib/limit-bytes.ts'

/** One HTTP request and its response. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  /** Aborts if the client disconnects before the response is complete. */
  readonly signal: AbortSignal
}

const bodyBytesMax = 33 * 1024 * 1024
// The gateway's own limits are tighter; this only prevents dead connections from staying open.
const blockedMs = 120_000

export function createExchange(request: IncomingMessage, response: ServerResponse): Exchange {
  const left = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) left.abort(new ApiError('client_closed', 'The client disconnected.'))
  })
  return { request, response, url: new URL(request.url ?? '/', 'http://models'), signal: left.signal }
}

/** @throws ApiError `invalid_json`, `request_too_large` */
export async function readJsonBody({ request }: Exchange): Promise<unknown> {
  const tooLarge = () => new ApiError('request_too_large', 'The body exceeds 33 MiB.')
  const body = request as AsyncIterable<Uint8Array>
  const parts = await Array.fromAsync(limitBytes(body, bodyBytesMax, tooLarge))
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch (error) {
    throw new ApiError('invalid_json', 'The body is not valid JSON.', { cause: error })
  }
}

export function sendJson(
  { response }: Exchange,
  body: unknown,
  options: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): void {
  const text = JSON.stringify(body)
  response.writeHead(options.status ?? 200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...options.headers,
  })
  response.end(text)
}

/** Says why a response in one piece is late. Its own headers are not known yet, so this is an interim response. */
export function sendWait({ response }: Exchange, note: string): void {
  if (response.headersSent || response.destroyed) return
  // Node.js sends none without a link.
  response.writeEarlyHints({ link: '</state>; rel=status', 'wait-reason': note })
}

/** Sends any error as the error body, before headers are sent. */
export function sendError(exchange: Exchange, error: unknown): void {
  const failure = toApiError(error)
  const retryAfter: Record<string, string> =
    failure.retryAfterMs === null
      ? {}
      : {
          'retry-after': String(Math.max(1, Math.ceil(failure.retryAfterMs / 1000))),
          'retry-after-ms': String(failure.retryAfterMs),
        }
  sendJson(exchange, toErrorBody(failure), { status: failure.status, headers: retryAfter })
}

/** Writes, and waits for slow readers. */
export async function write(exchange: Exchange, text: string): Promise<void> {
  if (exchange.response.destroyed || exchange.response.write(text)) return
  await drained(exchange)
}

/** Until the client has read everything sent. */
export async function drained({ response, signal }: Exchange): Promise<void> {
  await once(response, 'drain', { signal: AbortSignal.any([signal, AbortSignal.timeout(blockedMs)]) })
}
