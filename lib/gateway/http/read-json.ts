import { isUtf8 } from 'node:buffer'
import { ApiError } from '#lib/errors.ts'

const depthMax = 32
// An object of a million keys takes seconds to build, to check and to write again.
const objectKeysMax = 10_000
const keysMax = 1_000_000
// The longest list there is a use for holds 300,000 token ids; ten million take seconds to check and gigabytes to hold.
const itemsMax = 500_000
const comma = 0x2c
const colon = 0x3a
const quote = 0x22
const backslash = 0x5c

/**
 * A request body as JSON. Depth, number of keys and of items are looked at before it is parsed, and `__proto__` keys
 * are refused, so that no later code has to think of them.
 * @throws ApiError `invalid_json`
 */
export function readJson(body: Buffer): unknown {
  const bytes = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body
  if (!isUtf8(bytes)) throw invalid('it is not UTF-8')
  const excess = findExcess(bytes)
  if (excess !== null) throw invalid(excess)
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

// V8's message quotes the body; the place is what helps.
function where(message: string): string {
  const position = /position \d+( \(line \d+ column \d+\))?/.exec(message)
  return position ? `it does not parse at ${position[0]}` : 'it does not parse'
}

function invalid(reason: string, cause?: unknown): ApiError {
  return new ApiError('invalid_json', `The request body is not valid JSON: ${reason}.`, { cause })
}

// One for all: making it costs more than most bodies take to look through.
const keysAt = new Int32Array(depthMax + 1)

/** What makes a document too costly to parse; null when nothing does. */
function findExcess(bytes: Buffer): string | null {
  keysAt[0] = 0
  let depth = 0
  let keys = 0
  let items = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    // Most of a large body is strings: they are jumped over.
    if (byte === quote) at = endOfString(bytes, at)
    // Before the first key of an object there is no comma: here it has none, so this is a list.
    else if (byte === comma && keysAt[depth] === 0) {
      if (++items >= itemsMax) return `its lists have more than ${itemsMax} items`
    } else if (byte === colon) {
      const here = (keysAt[depth] ?? 0) + 1
      if (here > objectKeysMax) return `an object has more than ${objectKeysMax} keys`
      if (++keys > keysMax) return `it has more than ${keysMax} keys`
      keysAt[depth] = here
    } else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > depthMax) return `it is nested deeper than ${depthMax} levels`
      keysAt[depth] = 0
    } else if ((byte === 0x7d || byte === 0x5d) && depth > 0) depth--
  }
  return null
}

function endOfString(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(quote, start + 1); at !== -1; at = bytes.indexOf(quote, at + 1)) {
    let backslashes = 0
    while (bytes[at - 1 - backslashes] === backslash) backslashes++
    if (backslashes % 2 === 0) return at
  }
  return bytes.length
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
