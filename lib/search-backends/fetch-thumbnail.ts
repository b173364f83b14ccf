import { fileTypeFromBuffer } from 'file-type'
import { ApiError } from '#lib/errors.ts'
import type { SafeFetch } from '#lib/web/fetch/safe-fetch.ts'

const thumbnailMs = 8000
const bytesMax = 1024 * 1024
// Detected by their first bytes. Not SVG, which is a document with scripts.
const types: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
])

export interface Thumbnail {
  readonly type: string
  readonly bytes: Buffer
}

export type FetchThumbnail = (url: string, signal: AbortSignal) => Promise<Thumbnail>

/**
 * Fetches thumbnails through the guard: at most 1 MB, and only images by their bytes.
 * @throws ApiError `url_not_allowed`, `fetch_failed`, `fetch_timeout`, `unsupported_content_type`
 */
export function createFetchThumbnail(safeFetch: SafeFetch): FetchThumbnail {
  return async (url, signal) => {
    const headers = { accept: 'image/avif,image/webp,image/png,image/jpeg,image/gif' }
    const response = await safeFetch(url, { signal, headers, timeoutMs: thumbnailMs, bytesMax })
    if (response.status !== 200) {
      response.abort()
      throw new ApiError('fetch_failed', `The image could not be fetched: status ${response.status}.`)
    }
    const bytes = await response.bytes()
    const type = (await fileTypeFromBuffer(bytes))?.mime
    if (type === undefined || !types.has(type)) {
      throw new ApiError('unsupported_content_type', 'The URL is not a PNG, JPEG, GIF, WebP or AVIF image.')
    }
    return { type, bytes }
  }
}
