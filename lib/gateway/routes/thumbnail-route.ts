import { ApiError, toApiError } from '#lib/errors.ts'
import type { RouteHandler } from '#lib/gateway/http/endpoint.ts'
import { requestId } from '#lib/gateway/http/request-id.ts'
import { sendError } from '#lib/gateway/http/send.ts'
import type { ThumbnailSeal } from './thumbnail-seal.ts'

export interface Thumbnails {
  readonly seal: ThumbnailSeal
  /** @throws ApiError when it cannot be fetched or is not an image */
  readonly fetch: (
    url: string,
    signal: AbortSignal,
  ) => Promise<{ readonly type: string; readonly bytes: Buffer }>
}

const parallelMax = 24

/**
 * `GET /v1/thumbnails/{sealed}`: the thumbnail of a search result, from its host. The seal replaces an API
 * key, which browsers do not send with images.
 */
export function createThumbnailRoute({ seal, fetch }: Thumbnails): RouteHandler {
  let running = 0

  return async (incoming, outgoing, { sealed = '' }) => {
    const headers = [...requestId(), 'x-content-type-options', 'nosniff']
    const left = new AbortController()
    outgoing.once('close', () => left.abort())
    running++
    try {
      const url = seal.open(sealed)
      if (url === null) throw new ApiError('unknown_url', 'This thumbnail does not exist or has expired.')
      if (running > parallelMax) {
        throw new ApiError('rate_limit_exceeded', 'Too many concurrent thumbnail requests.', {
          retryAfterMs: 1000,
        })
      }
      const { type, bytes } = await fetch(url, left.signal)
      outgoing.writeHead(200, [...headers, ...pictureHeaders(type, bytes.length)])
      outgoing.end(bytes)
    } catch (error) {
      if (left.signal.aborted) return
      sendError(incoming, outgoing, toApiError(error), [...headers, 'cache-control', 'no-store'])
    } finally {
      running--
    }
  }
}

function pictureHeaders(type: string, sizeBytes: number): string[] {
  return [
    'content-type',
    type,
    'content-length',
    String(sizeBytes),
    'cache-control',
    'private, max-age=604800, immutable',
    'content-security-policy',
    "default-src 'none'; sandbox",
    'cross-origin-resource-policy',
    'same-origin',
    'referrer-policy',
    'no-referrer',
  ]
}
