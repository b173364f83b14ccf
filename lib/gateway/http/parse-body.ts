import { isUtf8 } from 'node:buffer'
import { setImmediate as nextTick } from 'node:timers/promises'
import { ApiError } from '#lib/errors.ts'
import { endOfString } from '#lib/gateway/end-of-string.ts'

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
export const forwardedDepthMax = 64
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

/** @throws ApiError `invalid_json` for a document that is too costly to parse */
export function refuseExcess(bytes: Buffer, levelsMax: number): void {
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
  // A text is found many times faster than a pattern.
  return text.includes('__proto__') || (text.includes('\\u00') && escapedLetter.test(text))
}

function namesPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (Object.hasOwn(value, '__proto__')) return true
  return Object.values(value).some(namesPrototype)
}
