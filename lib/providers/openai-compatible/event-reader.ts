import { StringDecoder } from 'node:string_decoder'

export class EventTooLarge extends Error {
  override readonly name = 'EventTooLarge'
}

/** The contents of one read of a `text/event-stream`, in order. */
export interface EventSink {
  data(text: string): void
  comment(text: string): void
}

const eventCharsMax = 10_000_000

/**
 * Parses the bytes of an event stream into the data of its events. Handles LF, CR and CRLF, several data
 * lines, comments, a byte order mark, and characters or lines split between reads. Event names and ids are
 * ignored.
 * @throws EventTooLarge when one event exceeds ten million characters
 */
export class EventReader {
  readonly #decoder = new StringDecoder('utf8')
  readonly #sink: EventSink
  readonly #charsMax: number
  #line: string[] = []
  #lineChars = 0
  #data: string | null = null
  #afterReturn = false
  #first = true

  constructor(sink: EventSink, charsMax = eventCharsMax) {
    this.#sink = sink
    this.#charsMax = charsMax
  }

  push(bytes: Buffer): void {
    let text = this.#decoder.write(bytes)
    if (text === '') return
    if (this.#first) {
      this.#first = false
      if (text.charCodeAt(0) === 0xfeff) text = text.slice(1)
    }
    if (this.#afterReturn || text.includes('\r')) text = this.#unifyNewlines(text)

    let from = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      const tail = text.slice(from, end)
      this.#readLine(this.#lineChars === 0 ? tail : this.#joined(tail))
      from = end + 1
    }
    if (from === text.length) return
    this.#line.push(text.slice(from))
    this.#lineChars += text.length - from
    if (this.#lineChars > this.#charsMax) throw new EventTooLarge('An event is too large.')
  }

  /** An event that the end of the stream cut off before its empty line. */
  end(): void {
    if (this.#lineChars > 0) this.#readLine(this.#joined(''))
    this.#dispatch()
  }

  #unifyNewlines(text: string): string {
    // The LF of a CRLF that was split between two reads has already ended its line.
    const rest = this.#afterReturn && text.startsWith('\n') ? text.slice(1) : text
    this.#afterReturn = text.endsWith('\r')
    return rest.replace(/\r\n?/g, '\n')
  }

  #joined(tail: string): string {
    const line = this.#line.join('') + tail
    this.#line = []
    this.#lineChars = 0
    return line
  }

  #readLine(line: string): void {
    if (line === '') return this.#dispatch()
    if (line.startsWith('data:')) {
      const value = line.slice(line.charCodeAt(5) === 0x20 ? 6 : 5)
      this.#data = this.#data === null ? value : `${this.#data}\n${value}`
      if (this.#data.length > this.#charsMax) throw new EventTooLarge('An event is too large.')
      return
    }
    if (line.startsWith(':')) this.#sink.comment(line.slice(1).trim())
  }

  #dispatch(): void {
    if (this.#data === null) return
    const data = this.#data
    this.#data = null
    this.#sink.data(data)
  }
}
