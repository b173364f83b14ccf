import type { IncomingMessage, ServerResponse } from 'node:http'
import type { WrittenJson } from '#lib/capabilities/written-json.ts'
import { type ApiError, toErrorBody } from '#lib/errors.ts'
import { acquireAnswerMemory } from './answer-memory.ts'
import type { MemoryLimiter } from './memory-limiter.ts'

/** Sends a whole JSON body. Headers are name, value, name, value: what Node writes fastest. */
export function sendJson(
  outgoing: ServerResponse,
  status: number,
  body: unknown,
  headers: readonly string[] = [],
): void {
  sendJsonText(outgoing, status, JSON.stringify(body), headers)
}

/** The same for a small body that is already JSON. */
export function sendJsonText(
  outgoing: ServerResponse,
  status: number,
  text: string,
  headers: readonly string[],
): void {
  const sizeBytes = Buffer.byteLength(text)
  outgoing.writeHead(status, [
    ...headers,
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(sizeBytes),
  ])
  // The same bytes where all characters are ASCII, and cheaper to write.
  outgoing.end(text, sizeBytes === text.length ? 'latin1' : 'utf8')
}

/**
 * Sends a body that is already JSON. Large ones with slow readers share the memory limit `memory`.
 * @throws ApiError `rate_limit_exceeded` before anything is sent, when the memory limit is reached
 */
export function sendWritten(
  outgoing: ServerResponse,
  { parts }: WrittenJson,
  headers: readonly string[],
  memory?: MemoryLimiter,
): void {
  const sizeBytes = parts.reduce((sum, part) => sum + part.length, 0)
  acquireAnswerMemory(outgoing, sizeBytes, memory)
  outgoing.writeHead(200, [
    ...headers,
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(sizeBytes),
  ])
  // Node sends a text with the headers in one write.
  if (sizeBytes <= textBytesMax) {
    outgoing.end(Buffer.concat(parts, sizeBytes).toString('latin1'), 'latin1')
    return
  }
  // One copy is cheaper than many writes; a few need none, and a large answer would be in memory twice.
  if (parts.length > writesMax && sizeBytes <= copiedBytesMax) {
    outgoing.end(Buffer.concat(parts, sizeBytes))
    return
  }
  outgoing.cork()
  for (const part of parts) outgoing.write(part)
  outgoing.end()
}

/** Sends a whole text of another type. */
export function sendText(
  outgoing: ServerResponse,
  text: string,
  type: string,
  headers: readonly string[],
): void {
  const size = String(Buffer.byteLength(text))
  outgoing.writeHead(200, [...headers, 'content-type', type, 'content-length', size])
  outgoing.end(text)
}

/**
 * Sends an error, in the default envelope unless another body is given, and discards data that the client is
 * still sending.
 */
export function sendError(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  error: ApiError,
  headers: readonly string[] = [],
  body: object = toErrorBody(error),
): void {
  const unread = !incoming.complete && hasBody(incoming)
  const small = Number(incoming.headers['content-length'] ?? Infinity) <= smallBytesMax
  const all = [...headers, ...errorHeaders(error)]
  if (!unread || small) {
    sendJson(outgoing, error.status, body, all)
    if (unread) discard(incoming)
    return
  }
  const text = JSON.stringify(body)
  outgoing.writeHead(error.status, [
    ...all,
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(Buffer.byteLength(text)),
    'connection',
    'close',
  ])
  outgoing.write(text)
  // Ending closes the connection, and a client that is still sending would not read the error.
  incoming.once('close', () => outgoing.end())
  discard(incoming)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

const copiedBytesMax = 1024 * 1024
const writesMax = 16
const textBytesMax = 8 * 1024
// Small enough to drain to keep the connection.
const smallBytesMax = 1024 * 1024
const discardBytesMax = 64 * 1024 * 1024
const discardMs = 5_000

// A client disconnected while sending may never read the response; one that never stops is disconnected.
function discard(incoming: IncomingMessage): void {
  let sizeBytes = 0
  const { socket } = incoming
  const late = setTimeout(() => socket.destroy(), discardMs)
  incoming.once('close', () => clearTimeout(late))
  incoming.on('error', () => socket.destroy())
  incoming.on('data', (part: Buffer) => {
    sizeBytes += part.length
    if (sizeBytes > discardBytesMax) socket.destroy()
  })
  incoming.resume()
}

/**
 * The extra headers of a failure, as name, value, name, value: how to authenticate, whether and when to
 * retry.
 */
function errorHeaders(error: ApiError): string[] {
  // Claude Code would repeat a wrong key with growing pauses.
  if (error.status === 401) return ['www-authenticate', 'Bearer', 'x-should-retry', 'false']
  if (error.final) return ['x-should-retry', 'false']
  if (error.status === 429) return retryAfter(error.retryAfterMs ?? 1000)
  if (error.status !== 503) return []
  // Without a time retries do not help: no provider is configured.
  return error.retryAfterMs === null ? ['x-should-retry', 'false'] : retryAfter(error.retryAfterMs)
}

function retryAfter(ms: number): string[] {
  return [
    'retry-after',
    String(Math.max(1, Math.ceil(ms / 1000))),
    'retry-after-ms',
    String(Math.max(1, Math.ceil(ms))),
  ]
}
