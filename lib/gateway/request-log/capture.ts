import { endOfString } from '#lib/gateway/end-of-string.ts'

/** Maximum logged size of a request and of a response. */
export const keptBytesMax = 256 * 1024

// Bytes read from a body; image data becomes notes, so that more of the rest fits.
const readBytesMax = 4 * keptBytesMax

/** Captured payloads of a request, not yet redacted. */
export interface Captured {
  readonly request: CutBody & { readonly bytes: number }
  readonly answer: CutBody & { readonly kind: 'body' | 'events'; readonly bytes: number }
}

const quote = 0x22

// Shorter data is logged unchanged: an icon, a hash, a small vector.
const dataBytesMin = 2048

const headBytesMax = 120

const sampledBytes = 256

const base64 = /^[\w+/=-]+$/

/**
 * Captures the beginning of request and response in passing, without extra reads or waits. Only for keys with
 * payload logging.
 */
export class Capture {
  readonly #startedAt: number
  #request: Captured['request'] = { text: '', whole: true, bytes: 0 }
  #body: Captured['answer'] | null = null
  readonly #events: [number, string][] = []
  #eventBytes = 0
  #keptEventBytes = 0

  /** @param startedAt when the call began, by the clock of `performance` */
  constructor(startedAt: number) {
    this.#startedAt = startedAt
  }

  request(body: Uint8Array): void {
    this.#request = { ...cutBody(body, keptBytesMax), bytes: body.length }
  }

  /** A complete response; only the beginning of one stored elsewhere. */
  answer(parts: readonly Uint8Array[], bytes = sumOf(parts)): void {
    const read: Uint8Array[] = []
    let readBytes = 0
    for (const part of parts) {
      if (readBytes >= readBytesMax) break
      read.push(part.subarray(0, readBytesMax - readBytes))
      readBytes += Math.min(part.length, readBytesMax - readBytes)
    }
    const cut = cutBody(Buffer.concat(read), keptBytesMax)
    this.#body = { kind: 'body', text: cut.text, whole: cut.whole && readBytes === bytes, bytes }
  }

  /** Text of an event stream, as written. */
  event(text: string): void {
    this.#eventBytes += Buffer.byteLength(text)
    const available = keptBytesMax - this.#keptEventBytes
    if (available <= 0) return
    const cut = cutText(text, available)
    this.#keptEventBytes += Buffer.byteLength(cut.text)
    this.#events.push([Math.round(performance.now() - this.#startedAt), cut.text])
  }

  /** The same for an event that is already bytes, which may be large. */
  eventPart(part: Uint8Array): void {
    const available = keptBytesMax - this.#keptEventBytes
    if (part.length <= available) return this.event(Buffer.from(part).toString())
    this.#eventBytes += part.length
    this.#keptEventBytes = keptBytesMax
  }

  /** The result at the end of the request. */
  finish(): Captured {
    return { request: this.#request, answer: this.#body ?? this.#finishEvents() }
  }

  #finishEvents(): Captured['answer'] {
    return {
      kind: 'events',
      text: JSON.stringify(this.#events),
      whole: this.#keptEventBytes >= this.#eventBytes,
      bytes: this.#eventBytes,
    }
  }
}

function sumOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0)
}

/** The beginning of a body, and whether it is complete. */
export interface CutBody {
  readonly text: string
  readonly whole: boolean
}

/**
 * The first bytes of a JSON body. Image and file data, which is long and unreadable, becomes a note of its
 * size, so that the logged part stays JSON.
 */
export function cutBody(body: Uint8Array, bytesMax: number): CutBody {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const parts: Buffer[] = []
  let sizeBytes = 0
  let from = 0
  for (let at = bytes.indexOf(quote); at !== -1 && sizeBytes + at - from < bytesMax;) {
    const end = endOfString(bytes, at)
    const note = noteOf(bytes.subarray(at + 1, end))
    if (note !== null) {
      const before = bytes.subarray(from, at + 1)
      parts.push(before, note)
      sizeBytes += before.length + note.length
      from = end
    }
    at = bytes.indexOf(quote, end + 1)
  }
  parts.push(bytes.subarray(from, from + Math.max(0, bytesMax - sizeBytes)))
  const whole = sizeBytes + bytes.length - from <= bytesMax
  return { text: toText(Buffer.concat(parts).subarray(0, bytesMax)), whole }
}

/** The beginning of a text that is logged unchanged. */
export function cutText(text: string, bytesMax: number): CutBody {
  // A UTF-16 unit takes one to three bytes.
  if (text.length * 3 <= bytesMax) return { text, whole: true }
  const bytes = Buffer.from(text.slice(0, bytesMax))
  const whole = text.length <= bytesMax && bytes.length <= bytesMax
  return whole ? { text, whole } : { text: toText(bytes.subarray(0, bytesMax)), whole }
}

function noteOf(value: Buffer): Buffer | null {
  if (value.length < dataBytesMin) return null
  const head = value.toString('latin1', 0, headBytesMax)
  const comma = head.indexOf(',')
  const scheme = head.startsWith('data:') && comma !== -1 ? head.slice(0, comma + 1) : ''
  if (scheme === '' && !base64.test(value.toString('latin1', 0, sampledBytes))) return null
  return Buffer.from(`${scheme}[${value.length - scheme.length} bytes not kept]`)
}

/** Drops the rest of a multi-byte character that was cut. */
function toText(bytes: Buffer): string {
  let end = bytes.length
  while (end > 0 && end > bytes.length - 4 && isWithin(bytes[end - 1])) end--
  const isCut = end > 0 && bytes.length - end < lengthOf(bytes[end - 1] ?? 0) - 1
  return bytes.toString('utf8', 0, isCut ? end - 1 : bytes.length)
}

function isWithin(byte = 0): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000
}

function lengthOf(first: number): number {
  if (first >= 0b1111_0000) return 4
  if (first >= 0b1110_0000) return 3
  return first >= 0b1100_0000 ? 2 : 1
}
