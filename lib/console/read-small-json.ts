import 'server-only'
import { ApiError } from '#lib/errors.ts'

const usualBytesMax = 64 * 1024

/**
 * Reads the console's own small bodies.
 * @param bytesMax 64 KiB unless said otherwise
 * @throws ApiError `unsupported_media_type`, `request_too_large`, `invalid_json`
 */
export async function readSmallJson(
  request: Request,
  bytesMax = usualBytesMax,
): Promise<Readonly<Record<string, unknown>>> {
  if (!request.headers.get('content-type')?.startsWith('application/json')) {
    throw new ApiError('unsupported_media_type', 'Send application/json.')
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  for (const reader = request.body?.getReader(); reader;) {
    const part = await reader.read()
    if (part.done) break
    bytes += part.value.byteLength
    if (bytes > bytesMax) {
      await reader.cancel()
      throw new ApiError('request_too_large', `The body is larger than ${bytesMax / 1024} KiB.`)
    }
    chunks.push(part.value)
  }
  return parse(Buffer.concat(chunks).toString('utf8'))
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch (error) {
    throw new ApiError('invalid_json', 'The body is not valid JSON.', { cause: error })
  }
  throw new ApiError('invalid_type', 'The body must be a JSON object.')
}
