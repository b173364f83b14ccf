import { EventReader, EventTooLarge } from '#lib/providers/openai-compatible/event-reader.ts'
import { readJsonRecord } from '#lib/read-json.ts'

/** One event of a stream as it was sent, with the empty line after it. */
export interface SplitEvent {
  /** Empty: a comment. */
  readonly name: string
  readonly data: () => string
  readonly bytes: Buffer
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
const eventBytesMax = 10_000_000

/**
 * Cuts the bytes of an event stream into whole events without decoding them; lines end with LF, CRLF or CR.
 * @throws EventTooLarge
 */
export class EventSplitter {
  #rest: Buffer[] = []
  #restBytes = 0
  /** Whether the last byte ended a line, and so a second end of line ends the event. */
  #atLineStart = true
  /** Whether the last byte was a CR, whose LF may follow. */
  #afterReturn = false
  #isEmpty = true

  push(bytes: Buffer, emit: (event: SplitEvent) => void): void {
    let from = 0
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte === lineFeed && this.#afterReturn) {
        this.#afterReturn = false
        continue
      }
      this.#afterReturn = byte === carriageReturn
      if (byte !== lineFeed && byte !== carriageReturn) {
        this.#atLineStart = false
        this.#isEmpty = false
        continue
      }
      if (!this.#atLineStart || this.#isEmpty) {
        this.#atLineStart = true
        continue
      }
      const end = this.#afterReturn && bytes[at + 1] === lineFeed ? at + 2 : at + 1
      emit(toEvent(this.#joined(bytes.subarray(from, end))))
      from = end
      this.#isEmpty = true
    }
    this.#keep(bytes.subarray(from))
  }

  #joined(tail: Buffer): Buffer {
    if (this.#restBytes === 0) return tail
    const event = Buffer.concat([...this.#rest, tail])
    this.#rest = []
    this.#restBytes = 0
    return event
  }

  #keep(tail: Buffer): void {
    if (tail.length === 0) return
    this.#rest.push(tail)
    this.#restBytes += tail.length
    if (this.#restBytes > eventBytesMax) throw new EventTooLarge('An event is too large.')
  }
}

// Before it may be a byte order mark, or the LF of a CRLF that was split between two reads.
const eventLine = /^\uFEFF?\n?event: ?([^\r\n]*)/

function toEvent(bytes: Buffer): SplitEvent {
  const named = eventLine.exec(bytes.toString('utf8', 0, 64))
  const data = () => readData(bytes)
  return { name: named?.[1]?.trim() ?? nameInside(data()), data, bytes }
}

/** The type in the data, for a server that omits the names of its events. */
function nameInside(data: string): string {
  const type = data === '' ? '' : readJsonRecord(data)?.['type']
  return typeof type === 'string' ? type : ''
}

function readData(bytes: Buffer): string {
  let data = ''
  const reader = new EventReader({
    data: text => {
      data = text
    },
    comment: () => {},
  })
  reader.push(bytes)
  reader.end()
  return data
}
