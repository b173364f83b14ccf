import 'server-only'
import { ApiError } from '#lib/errors.ts'

const mebibyte = 1024 * 1024

/** One MiB above the API's own limits (JSON 32, upload 50): the answer to a body just too large is the API's. */
export const bodyBytesMax = { json: 33 * mebibyte, multipart: 51 * mebibyte } as const

/** Passes a body on and counts it; Next's route handlers have no limit of their own. */
export async function* countBody(
  body: ReadableStream<Uint8Array>,
  bytesMax: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader()
  let bytes = 0
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes += part.value.byteLength
      if (bytes > bytesMax) throw tooLarge(bytesMax)
      yield part.value
    }
  } finally {
    await reader.cancel()
  }
}

/** Refuses a body by its announced length, before a byte of it is read. */
export function checkAnnouncedLength(headers: Headers, bytesMax: number): void {
  if (Number(headers.get('content-length') ?? 0) > bytesMax) throw tooLarge(bytesMax)
}

function tooLarge(bytesMax: number): ApiError {
  return new ApiError('request_too_large', `The body is larger than ${bytesMax / mebibyte} MiB.`)
}
