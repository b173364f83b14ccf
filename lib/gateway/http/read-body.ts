import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { ApiError } from '#lib/errors.ts'
import type { Capture } from '#lib/gateway/request-log/capture.ts'
import { createMemoryLimiter, type MemoryLimiter } from './memory-limiter.ts'

/** A request and its response. */
export interface Exchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

const jsonType = /^application\/json *(;|$)/i

/**
 * The bytes of a JSON body, decompressed but not parsed. Those of a large one count as used memory until the response
 * is closed: many open requests add up.
 * @throws ApiError for another content type or encoding, and for a body that is too large
 */
export async function readJsonBytes(
  { incoming, outgoing }: Exchange,
  capture: Capture | null,
  limits: BodyLimits = jsonLimits,
): Promise<Buffer> {
  const type = incoming.headers['content-type']
  if (type !== undefined && !jsonType.test(type)) {
    const message = 'The request body must be JSON: send `content-type: application/json`.'
    throw new ApiError('unsupported_media_type', message)
  }
  const decompressor = readEncoding(incoming)
  const sent = await readBody(incoming, limits)
  if (decompressor === null && sent.length > freeBytes) holdMemory(outgoing, limits)(sent.length)
  const body = decompressor === null ? sent : await decompressed(sent, decompressor, outgoing, limits)
  capture?.request(body)
  return body
}

// Smaller bodies are not counted.
const freeBytes = 64 * 1024

/** @returns counts more bytes until the response is closed; throws ApiError where they do not fit */
export function holdMemory(outgoing: ServerResponse, { memory }: BodyLimits): (bytes: number) => void {
  let heldBytes = 0
  let isClosed = outgoing.destroyed
  outgoing.once('close', () => {
    isClosed = true
    memory.release(heldBytes)
  })
  return bytes => {
    if (isClosed) throw new ApiError('client_closed', 'The client disconnected.')
    if (!memory.acquire(bytes)) throw full()
    heldBytes += bytes
  }
}

// The default, 16 KiB, takes thousands of steps for the largest body.
const inflating = { chunkSize: 64 * 1024 }
const encodings: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(inflating),
  deflate: () => createInflate(inflating),
  br: () => createBrotliDecompress(inflating),
  zstd: () => createZstdDecompress(inflating),
}

/** How the body is compressed; null: not at all. @throws ApiError `unsupported_media_type` */
function readEncoding(incoming: IncomingMessage): (() => Transform) | null {
  const name = incoming.headers['content-encoding']?.trim().toLowerCase()
  if (name === undefined || name === '' || name === 'identity') return null
  const decompressor = Object.hasOwn(encodings, name) ? encodings[name] : undefined
  if (decompressor !== undefined) return decompressor
  const message = `The content encoding \`${name.slice(0, 50)}\` is not supported. Use ${Object.keys(encodings).join(', ')} or none.`
  throw new ApiError('unsupported_media_type', message)
}

/** @throws ApiError `request_too_large` at the limit that applies to bodies as sent; `invalid_json` */
function decompressed(
  sent: Buffer,
  decompressor: () => Transform,
  outgoing: ServerResponse,
  limits: BodyLimits,
): Promise<Buffer> {
  const hold = holdMemory(outgoing, limits)
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let sizeBytes = 0
    const stream = decompressor()
    stream.on('data', (part: Buffer) => {
      try {
        sizeBytes += part.length
        if (sizeBytes > limits.sizeBytesMax) throw tooLarge(limits)
        hold(part.length)
        parts.push(part)
      } catch (error) {
        reject(error)
        stream.destroy()
      }
    })
    stream.once('end', () => resolve(Buffer.concat(parts, sizeBytes)))
    stream.once('error', error => reject(damaged(error)))
    stream.end(sent)
  })
}

export interface BodyLimits {
  readonly sizeBytesMax: number
  readonly idleMs: number
  /** Shared by all bodies that are being read. */
  readonly memory: MemoryLimiter
}

export const jsonLimits: BodyLimits = {
  sizeBytesMax: 32 * 1024 * 1024,
  idleMs: 30_000,
  memory: createMemoryLimiter(512 * 1024 * 1024),
}

const fullRetryMs = 2_000

/**
 * Reads a request's body, and counts its bytes as they arrive.
 * @throws ApiError `request_too_large`; `rate_limit_exceeded` when the memory limit is reached; `invalid_json`
 * when the body stops arriving
 */
export function readBody(incoming: IncomingMessage, limits: BodyLimits): Promise<Buffer> {
  if (Number(incoming.headers['content-length'] ?? 0) > limits.sizeBytesMax) throw tooLarge(limits)
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let sizeBytes = 0
    let acquiredBytes = 0
    let isStopped = false
    let idle: NodeJS.Timeout | undefined
    // Most bodies arrive with their headers, and need no timer. A tick would run between the two.
    setImmediate(() => {
      if (incoming.complete || isStopped) return
      idle = setTimeout(
        () => fail(new ApiError('invalid_json', 'The request body timed out.')),
        limits.idleMs,
      )
    })

    function onData(part: Buffer): void {
      sizeBytes += part.length
      if (sizeBytes > limits.sizeBytesMax) return fail(tooLarge(limits))
      if (!limits.memory.acquire(part.length)) return fail(full())
      acquiredBytes += part.length
      parts.push(part)
      idle?.refresh()
    }
    function onEnd(): void {
      stop()
      resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts))
    }
    function onClose(): void {
      fail(new ApiError('client_closed', 'The client disconnected before the request was complete.'))
    }
    function fail(error: ApiError): void {
      stop()
      reject(error)
    }
    function stop(): void {
      isStopped = true
      clearTimeout(idle)
      limits.memory.release(acquiredBytes)
      acquiredBytes = 0
      incoming.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
    }
    incoming.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose)
  })
}

function tooLarge({ sizeBytesMax }: BodyLimits): ApiError {
  const megabytes = sizeBytesMax / 1024 / 1024
  return new ApiError('request_too_large', `The request body is over ${megabytes} MiB. Split the request.`)
}

function damaged(cause: unknown): ApiError {
  const message = 'The request body is not valid JSON: its compressed data is damaged.'
  return new ApiError('invalid_json', message, { cause })
}

function full(): ApiError {
  const message = 'Too many large requests in progress. Try again in a moment.'
  return new ApiError('rate_limit_exceeded', message, { retryAfterMs: fullRetryMs })
}
