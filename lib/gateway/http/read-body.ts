import type { IncomingMessage } from 'node:http'
import { ApiError } from '#lib/errors.ts'
import { type BodyRoom, createBodyRoom } from './body-room.ts'

export interface BodyLimits {
  readonly sizeBytesMax: number
  readonly idleMs: number
  /** For all bodies that are being read. */
  readonly room: BodyRoom
}

export const jsonLimits: BodyLimits = {
  sizeBytesMax: 32 * 1024 * 1024,
  idleMs: 30_000,
  room: createBodyRoom(512 * 1024 * 1024),
}

const fullRetryMs = 2_000

/**
 * Reads a request's body, counted while it comes.
 * @throws ApiError `request_too_large`; `rate_limit_exceeded` when too much is being read already; `invalid_json` when
 *   the body stops coming
 */
export function readBody(incoming: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  if (Number(incoming.headers['content-length'] ?? 0) > limits.sizeBytesMax) throw tooLarge(limits)
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let sizeBytes = 0
    let roomBytes = 0
    const idle = setTimeout(
      () => fail(new ApiError('invalid_json', 'The request body stopped coming.')),
      limits.idleMs,
    )

    function onData(part: Buffer): void {
      sizeBytes += part.length
      if (sizeBytes > limits.sizeBytesMax) return fail(tooLarge(limits))
      if (!limits.room.take(part.length)) return fail(full())
      roomBytes += part.length
      parts.push(part)
      idle.refresh()
    }
    function onEnd(): void {
      stop()
      resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts))
    }
    function onClose(): void {
      fail(new ApiError('client_closed', 'The client left before its request was complete.'))
    }
    function fail(error: ApiError): void {
      stop()
      reject(error)
    }
    function stop(): void {
      clearTimeout(idle)
      limits.room.giveBack(roomBytes)
      roomBytes = 0
      incoming.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
    }
    incoming.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
  })
}

function tooLarge({ sizeBytesMax }: BodyLimits): ApiError {
  const megabytes = sizeBytesMax / 1024 / 1024
  return new ApiError('request_too_large', `The request body is over ${megabytes} MiB. Send less at a time.`)
}

function full(): ApiError {
  const message = 'Too many large requests are arriving at once. Try again in a moment.'
  return new ApiError('rate_limit_exceeded', message, { retryAfterMs: fullRetryMs })
}
