import { isUtf8 } from 'node:buffer'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Transform } from 'node:stream'
import { setImmediate as nextTick } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { z } from 'zod'
import type { Contract, Input } from '#lib/contracts/core/contract.ts'
import { parse } from '#lib/contracts/core/parse.ts'
import { ApiError } from '#lib/errors.ts'
import type { Capture } from '#lib/gateway/request-log/capture.ts'
import { endOfString } from '#lib/gateway/end-of-string.ts'
import { createMemoryLimiter, type MemoryLimiter } from './memory-limiter.ts'

// Turns the bytes of a request into the input of its contract: reads the body with limits on size and pace,
// bounds the cost of its JSON, parses it and validates it against the schema.

/**
 * The raw input of a request: its body, or path and query where it has none. Logged as sent, including
 * errors.
 */
export async function readRaw(
  contract: Contract,
  { incoming, outgoing }: Exchange,
  params: Readonly<Record<string, string>>,
  capture: Capture | null,
): Promise<unknown> {
  if (contract.encoding !== 'none') {
    const body = await readJsonBytes({ incoming, outgoing }, capture)
    const others = waitToParse(body.length)
    if (others !== undefined) await others
    return parseBody(body)
  }
  const fields = readPathAndQuery(contract, incoming, params)
  capture?.request(Buffer.from(JSON.stringify(fields)))
  return fields
}

/**
 * The raw input, validated against its contract.
 * @throws ApiError with the code and path of the first error
 */
export function checkInput<C extends Contract>(contract: C, raw: unknown): Input<C> {
  const parsed = parse(contract.input, raw)
  if (parsed.ok) return parsed.value as Input<C>
  throw new ApiError(parsed.code, parsed.message, parsed.param === null ? {} : { param: parsed.param })
}

const jsonType = /^application\/json *(;|$)/i

/** A request and its response. */
export interface Exchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
}

/**
 * The bytes of a JSON body that may be forwarded as they are.
 * @throws ApiError as `readJsonBytes` does, and `invalid_json` for one that is too costly to read
 */
export async function readForwardedBytes(exchange: Exchange, capture: Capture | null): Promise<Buffer> {
  const body = await readJsonBytes(exchange, capture)
  const others = waitToParse(body.length)
  if (others !== undefined) await others
  refuseExcess(body, forwardedDepthMax)
  return body
}

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
    stream.once('error', error => reject(invalid('its compressed data is damaged', error)))
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
    const idle = setTimeout(
      () => fail(new ApiError('invalid_json', 'The request body timed out.')),
      limits.idleMs,
    )

    function onData(part: Buffer): void {
      sizeBytes += part.length
      if (sizeBytes > limits.sizeBytesMax) return fail(tooLarge(limits))
      if (!limits.memory.acquire(part.length)) return fail(full())
      acquiredBytes += part.length
      parts.push(part)
      idle.refresh()
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

function full(): ApiError {
  const message = 'Too many large requests in progress. Try again in a moment.'
  return new ApiError('rate_limit_exceeded', message, { retryAfterMs: fullRetryMs })
}

const largeBytes = 1024 * 1024
let last: Promise<void> = Promise.resolve()

/**
 * Lets other requests run before a large body is parsed. Parsing thirty megabytes blocks the event loop for a tenth of
 * a second; large bodies wait for each other here, so that others are answered between them.
 * @returns undefined: the body is small, parse it now
 */
export function waitToParse(sizeBytes: number): Promise<void> | undefined {
  if (sizeBytes < largeBytes) return undefined
  last = last.then(() => nextTick())
  return last
}

const depthMax = 32
// The provider may read schemas of tools that are nested deeper.
const forwardedDepthMax = 64
// An object with a million keys takes seconds to build, validate and serialize.
const objectKeysMax = 10_000
const keysMax = 1_000_000
// The longest useful list has 300,000 token ids; ten million items take seconds to check and gigabytes of
// memory.
const itemsMax = 500_000
const comma = 0x2c
const colon = 0x3a
const quote = 0x22

/**
 * A request body as JSON. Depth, number of keys and of items are checked before it is parsed, and `__proto__` keys are
 * refused, so that no later code has to handle them.
 * @throws ApiError `invalid_json`
 */
export function parseBody(body: Buffer): unknown {
  const bytes = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body
  if (!isUtf8(bytes)) throw invalid('it is not UTF-8')
  refuseExcess(bytes, depthMax)
  const text = bytes.toString('utf8')
  const value = parseJson(text)
  if (mayNamePrototype(text) && namesPrototype(value)) throw invalid('it has a key named `__proto__`')
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (text.trim() === '') throw invalid('it is empty', error)
    throw invalid(error instanceof Error ? where(error.message) : 'it does not parse', error)
  }
}

// V8's message quotes the body; the position is enough.
function where(message: string): string {
  const position = /position \d+( \(line \d+ column \d+\))?/.exec(message)
  return position ? `it does not parse at ${position[0]}` : 'it does not parse'
}

function invalid(reason: string, cause?: unknown): ApiError {
  return new ApiError('invalid_json', `The request body is not valid JSON: ${reason}.`, { cause })
}

// Shared: allocating it costs more than scanning most bodies.
const keysAt = new Int32Array(forwardedDepthMax + 1)

function refuseExcess(bytes: Buffer, levelsMax: number): void {
  const excess = findExcess(bytes, levelsMax)
  if (excess !== null) throw new ApiError('invalid_json', `The request body is too complex: ${excess}.`)
}

/** Why a document is too costly to parse; null if it is not. */
function findExcess(bytes: Buffer, levelsMax: number): string | null {
  keysAt[0] = 0
  let depth = 0
  let keys = 0
  let items = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    // Most of a large body is strings: skip them.
    if (byte === quote) at = endOfString(bytes, at)
    // An object's first key has no comma before it, so this is a list.
    else if (byte === comma && keysAt[depth] === 0) {
      if (++items >= itemsMax) return `its lists have more than ${formatCount(itemsMax)} items`
    } else if (byte === colon) {
      const here = (keysAt[depth] ?? 0) + 1
      if (here > objectKeysMax) return `an object has more than ${formatCount(objectKeysMax)} keys`
      if (++keys > keysMax) return `it has more than ${formatCount(keysMax)} keys`
      keysAt[depth] = here
    } else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > levelsMax) return `it is nested deeper than ${levelsMax} levels`
      keysAt[depth] = 0
    } else if ((byte === 0x7d || byte === 0x5d) && depth > 0) depth--
  }
  return null
}

function formatCount(count: number): string {
  return count.toLocaleString('en')
}

// Any of its letters may be written as an escape: `_` is \u005f, `p` is \u0070.
const escapedLetter = /\\u00[567]/

function mayNamePrototype(text: string): boolean {
  return text.includes('__proto__') || escapedLetter.test(text)
}

function namesPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Object.hasOwn(value, '__proto__')) return true
  return Object.values(value).some(namesPrototype)
}

function readPathAndQuery(
  { input }: Contract,
  incoming: IncomingMessage,
  params: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const query = new URLSearchParams(incoming.url?.split('?')[1] ?? '')
  const fields = input instanceof z.ZodObject ? input.shape : {}
  const read = ([name, text]: [string, string]) => [name, readQueryText(fields[name], text)] as const
  return { ...Object.fromEntries([...query].map(read)), ...params }
}

const flags: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false }

/**
 * A query value in the type of its field: `1` may be the title to search for, a number or a flag.
 * @param field of the contract; absent: the contract does not have this field
 */
export function readQueryText(field: unknown, text: string): string | boolean | number {
  if (!isSchema(field)) return text
  const flag = Object.hasOwn(flags, text) ? flags[text] : undefined
  const number = /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : undefined
  // Errors other than the type are reported by contract validation.
  const fits = (value: unknown) => field.safeParse(value).error?.issues[0]?.code !== 'invalid_type'
  return [text, flag, number].find(value => value !== undefined && fits(value)) ?? text
}

function isSchema(field: unknown): field is z.ZodType {
  return typeof field === 'object' && field !== null && 'safeParse' in field
}
