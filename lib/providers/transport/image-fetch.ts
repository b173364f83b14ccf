import { ApiError } from '#lib/errors.ts'
import type { FetchImage } from '#lib/providers/openai-compatible/inline-images.ts'
import type { SafeFetch } from '#lib/web/fetch/safe-fetch.ts'

const imageBytesMax = 20 * 1024 * 1024
const imageMs = 20_000

const signatures: readonly (readonly [string, (bytes: Buffer) => boolean])[] = [
  ['image/png', bytes => bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))],
  ['image/jpeg', bytes => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/gif', bytes => bytes.subarray(0, 4).toString('latin1') === 'GIF8'],
  ['image/webp', bytes => bytes.subarray(8, 12).toString('latin1') === 'WEBP'],
]

/**
 * Fetches images for servers that accept only base64: through the SSRF guard, at most 20 MB, recognized by
 * their first bytes.
 */
export function createFetchImage(safeFetch: SafeFetch): FetchImage {
  return async (url, { signal, param }) => {
    const response = await safeFetch(url, {
      signal,
      param,
      timeoutMs: imageMs,
      bytesMax: imageBytesMax,
      headers: { accept: 'image/*' },
    })
    if (response.status !== 200) {
      response.abort()
      throw new ApiError('invalid_value', `Could not fetch the image: HTTP ${response.status}.`, {
        param,
      })
    }
    const bytes = await response.bytes()
    const type = signatures.find(([, fits]) => fits(bytes))?.[0]
    if (type === undefined) {
      throw new ApiError('invalid_value', 'The URL is not a PNG, JPEG, GIF or WebP image.', { param })
    }
    return `data:${type};base64,${bytes.toString('base64')}`
  }
}
