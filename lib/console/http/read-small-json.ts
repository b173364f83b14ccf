import 'server-only'
import { ApiError } from '#lib/errors.ts'

const defaultBytesMax = 64 * 1024
// The requester was checked before: an open request must not outlive their permission.
const deadlineMs = 20_000

/**
 * Reads small console request bodies.
 * @param bytesMax default 64 KiB
 * @throws ApiError `unsupported_media_type`, `request_too_large`, `invalid_json`
 */
export async function readSmallJson(
  request: Request,
  bytesMax = defaultBytesMax,
): Promise<Readonly<Record<string, unknown>>> {
  if (!request.headers.get('content-type')?.startsWith('application/json')) {
    throw new ApiError('unsupported_media_type', 'Send application/json.')
  }
  const reader = request.body?.getReader()
  if (reader === undefined) return parse('')
  let late = false
  const timer = setTimeout(() => {
    late = true
    void reader.cancel()
  }, deadlineMs)
  try {
    const text = await readText(reader, bytesMax)
    if (late) throw new ApiError('invalid_json', `The body did not arrive within ${deadlineMs / 1000} s.`)
    return parse(text)
  } finally {
    clearTimeout(timer)
  }
}

async function readText(reader: ReadableStreamDefaultReader<Uint8Array>, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for (;;) {
    const part = await reader.read()
    if (part.done) return Buffer.concat(chunks).toString('utf8')
    bytes += part.value.byteLength
    if (bytes > bytesMax) {
      await reader.cancel()
      throw new ApiError('request_too_large', `The body exceeds ${bytesMax / 1024} KiB.`)
    }
    chunks.push(part.value)
  }
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
