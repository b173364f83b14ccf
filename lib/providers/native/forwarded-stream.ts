import type { Usage } from '#lib/contracts/api/usage.ts'
import { ApiError } from '#lib/errors.ts'
import { translate } from '#lib/providers/openai-compatible/read-stream.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import type { ModelUpstream } from '#lib/providers/transport/model-upstream.ts'
import { toRefusalInside, unreadable } from '#lib/providers/transport/open-answer.ts'
import { readHeader } from '#lib/providers/transport/response-headers.ts'
import { UpstreamError } from '#lib/providers/transport/upstream-error.ts'
import { readJsonRecord } from '#lib/read-json.ts'
import { redact } from '#lib/redact.ts'
import type { ExchangeResponse } from '#lib/web/fetch/exchange-response.ts'
import { EventSplitter, type SplitEvent } from './event-splitter.ts'
import type { NativeStream } from './native-model.ts'

/** The state of a stream after its events so far. */
export interface StreamState {
  committed: boolean
  finished: boolean
  /** Whether it ended at the limit of its tokens. */
  isCut: boolean
  usage: Usage | null
  writtenBytes: number
  /** The error of a stream that ends before its last event. */
  endedEarly(): UpstreamError
  /** The error that an event reports. */
  refusal(data: string): UpstreamError
}

/** The events of one API format. */
export interface NativeEventReader {
  /** The bytes of an event for the client. @throws UpstreamError for an error inside the stream */
  read(event: SplitEvent, stream: StreamState): readonly Buffer[]
}

const bytesPerToken = 4
const heldBytesMax = 1024 * 1024
// Up to three events before any content repeat the instructions and tools of the request.
const repeatedTimesMax = 3

/** A stream that is passed on event by event. */
export class ForwardedStream implements NativeStream, StreamState {
  readonly #upstream: ModelUpstream
  readonly #send: () => Promise<ExchangeResponse>
  readonly #reader: NativeEventReader
  readonly #options: AttemptOptions
  readonly #request: Buffer
  readonly #heldBytesMax: number
  #response: ExchangeResponse | null = null
  #opening: string | null = null
  #heldBytes = 0
  committed = false
  finished = false
  isCut = false
  usage: Usage | null = null
  writtenBytes = 0
  passed = 0
  requestId: string | null = null
  turnState: string | null = null

  constructor(
    upstream: ModelUpstream,
    send: () => Promise<ExchangeResponse>,
    reader: NativeEventReader,
    options: AttemptOptions,
    request: Buffer,
  ) {
    this.#upstream = upstream
    this.#send = send
    this.#reader = reader
    this.#options = options
    this.#heldBytesMax = heldBytesMax + repeatedTimesMax * request.length
    this.#request = request
  }

  get writtenTokens(): number {
    return Math.ceil(this.writtenBytes / bytesPerToken)
  }

  get opening(): Readonly<Record<string, unknown>> | null {
    return this.#opening === null ? null : readJsonRecord(this.#opening)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    const response = await this.#send()
    this.#response = response
    this.requestId = requestIdOf(this.#upstream, response)
    this.turnState = turnStateOf(this.#upstream, response)
    const splitter = new EventSplitter()
    let parts: Buffer[] = []
    try {
      for (;;) {
        const bytes = await response.read()
        if (bytes !== null) {
          const committed = this.committed
          splitter.push(bytes, event => void parts.push(...this.#pass(event)))
          if (!this.committed) this.#hold(bytes.length)
          if (!committed && this.committed) response.allowSilence(this.#options.timers.idleMs)
        }
        if (this.committed && parts.length > 0) {
          const passed = parts
          parts = []
          yield passed.length === 1 && passed[0] !== undefined ? passed[0] : Buffer.concat(passed)
        }
        if (this.finished || bytes === null) break
      }
      if (!this.finished) throw this.endedEarly()
    } catch (error) {
      if (this.finished && !(error instanceof ApiError) && !this.#options.signal.aborted) return
      // Whole events before the error in the same read are still delivered.
      if (this.committed && parts.length > 0) yield Buffer.concat(parts)
      throw translate(error, this.#upstream, this.committed)
    } finally {
      if (this.finished) response.finish()
      else response.abort()
    }
  }

  endedEarly(): UpstreamError {
    if (!this.committed) return unreadable(this.#upstream, 'The stream ended before any content.')
    const message = `The provider \`${this.#upstream.providerId}\` ended the stream mid-response.`
    return new UpstreamError('upstream_stream_interrupted', message)
  }

  refusal(data: string): UpstreamError {
    const { headers = {} } = this.#response ?? {}
    return toRefusalInside(this.#upstream, { headers }, data, () => this.#request)
  }

  /** Events before any content wait for it. @throws UpstreamError */
  #hold(bytes: number): void {
    this.#heldBytes += bytes
    if (this.#heldBytes <= this.#heldBytesMax) return
    const message = `The stream has over ${this.#heldBytesMax} bytes of events before any content.`
    throw unreadable(this.#upstream, message)
  }

  #pass(event: SplitEvent): readonly Buffer[] {
    if (this.finished) return []
    const bytes = this.#reader.read(event, this)
    if (event.name !== '') {
      this.passed++
      this.#opening ??= event.data()
    }
    return bytes
  }
}

type Headers = Pick<ExchangeResponse, 'headers'>

/** The vendor's id of the request; null: none. */
export function requestIdOf(upstream: ModelUpstream, { headers }: Headers): string | null {
  const id = readHeader(headers, 'request-id') ?? readHeader(headers, 'x-request-id')
  return id === null ? null : withoutSecrets(upstream, id, requestIdLengthMax)
}

const requestIdLengthMax = 200
const turnStateLengthMax = 4096

export function turnStateOf(upstream: ModelUpstream, { headers }: Headers): string | null {
  const state = readHeader(headers, 'x-codex-turn-state')
  return state === null ? null : withoutSecrets(upstream, state, turnStateLengthMax)
}

/** A header that only its provider understands, so that a part of it is of no use. */
function withoutSecrets({ secrets }: ModelUpstream, value: string, lengthMax: number): string | null {
  return value.length > lengthMax || redact(value, secrets) !== value ? null : value
}
