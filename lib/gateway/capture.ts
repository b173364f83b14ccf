import { type CutBody, cutBody, cutText } from './capture-cut.ts'

/** Of a request, and of its answer, this much is kept at most. */
export const keptBytesMax = 256 * 1024

// Data in it may become notes: then more of it fits.
const readBytesMax = 4 * keptBytesMax

/** What was kept of a call, secrets not yet taken out. */
export interface Captured {
  readonly request: CutBody & { readonly bytes: number }
  readonly answer: CutBody & { readonly kind: 'body' | 'events'; readonly bytes: number }
}

/**
 * Keeps the beginning of what a call says and is told, as it passes by: nothing is read twice or waits for it. Only
 * calls of keys that keep bodies have one.
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

  /** A whole answer; of one that lies elsewhere only the beginning is needed. */
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

  /** Text of an event stream, as it is written. */
  event(text: string): void {
    this.#eventBytes += Buffer.byteLength(text)
    const room = keptBytesMax - this.#keptEventBytes
    if (room <= 0) return
    const cut = cutText(text, room)
    this.#keptEventBytes += Buffer.byteLength(cut.text)
    this.#events.push([Math.round(performance.now() - this.#startedAt), cut.text])
  }

  /** The same of an event that is bytes already, of which there may be many. */
  eventPart(part: Uint8Array): void {
    const room = keptBytesMax - this.#keptEventBytes
    if (part.length <= room) return this.event(Buffer.from(part).toString())
    this.#eventBytes += part.length
    this.#keptEventBytes = keptBytesMax
  }

  /** What there is at the end of the call. */
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
