import 'server-only'
import { Readable } from 'node:stream'
import { type Dispatcher, errors } from 'undici'
import { ApiError } from '#lib/errors.ts'
import { limitBytes } from '#lib/limit-bytes.ts'
import { poolFor } from './pool.ts'

export interface Target {
  /** Origin of the API, without a path. */
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
}

const requestHeaders = ['content-type', 'accept'] as const

const responseHeader =
  /^(content-type|retry-after(-ms)?|x-request-id|x-should-retry|x-ratelimit-.+|server-timing|sextant-.+|allow)$/

/**
 * Forwards a request to the API and returns its response unchanged. The upstream request is canceled when the
 * browser disconnects.
 * @param path path and query below the API's URL
 * @throws ApiError `request_too_large`; UnreachableError without a response
 */
export async function forward(request: Request, target: Target, path: string): Promise<Response> {
  const multipart = request.headers.get('content-type')?.startsWith('multipart/') ?? false
  const bytesMax = multipart ? bodyBytesMax.multipart : bodyBytesMax.json
  checkAnnouncedLength(request.headers, bytesMax)

  const url = new URL(target.baseUrl)
  const answer = await poolFor(url.origin)
    .request({
      method: request.method as Dispatcher.HttpMethod,
      path: url.pathname.replace(/\/$/, '') + path,
      headers: { ...pick(request.headers), ...target.headers, 'accept-encoding': 'identity' },
      // Next's route handlers have no limit.
      body:
        request.body &&
        Readable.from(
          limitBytes(request.body, bytesMax, () => tooLarge(bytesMax)),
          { objectMode: false },
        ),
      signal: request.signal,
    })
    .catch((error: unknown) => {
      throw toUnreachable(error)
    })

  const headers = new Headers({
    'cache-control': 'no-cache, no-transform',
    'x-content-type-options': 'nosniff',
  })
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined && responseHeader.test(name)) headers.set(name, String(value))
  }
  return new Response(hasBody(answer.statusCode) ? toWebStream(answer.body) : null, {
    status: answer.statusCode,
    headers,
  })
}

/** No response: the API is down, starting, or at another URL. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

function toUnreachable(error: unknown): unknown {
  if (error instanceof ApiError) return error
  if (error instanceof errors.RequestAbortedError || (error instanceof Error && error.name === 'AbortError'))
    return error
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  return new UnreachableError(`The API did not respond${code}. Is it running?`, { cause: error })
}

function pick(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    requestHeaders.flatMap(name => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

function hasBody(status: number): boolean {
  return status !== 204 && status !== 304
}

/**
 * Only `pull` and `cancel`, so that a browser disconnect closes the socket and a slow browser slows the upstream.
 */
function toWebStream(body: Readable): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next: IteratorResult<Buffer> = await chunks.next()
      if (next.done) controller.close()
      else controller.enqueue(new Uint8Array(next.value.buffer, next.value.byteOffset, next.value.byteLength))
    },
    cancel() {
      body.destroy()
    },
  })
}

const mebibyte = 1024 * 1024

/** One MiB above the API's own limits (JSON 32, upload 50): a body slightly too large gets the API's error. */
const bodyBytesMax = { json: 33 * mebibyte, multipart: 51 * mebibyte } as const

/** Rejects a body by its content length, before reading any of it. */
function checkAnnouncedLength(headers: Headers, bytesMax: number): void {
  if (Number(headers.get('content-length') ?? 0) > bytesMax) throw tooLarge(bytesMax)
}

function tooLarge(bytesMax: number): ApiError {
  return new ApiError('request_too_large', `The body exceeds ${bytesMax / mebibyte} MiB.`)
}
