import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { Trace } from '#lib/capabilities/request-context.ts'
import { type CutBody, cutBody, keptBytesMax } from './capture.ts'

type ExchangeRecorder = NonNullable<Trace['exchanges']>
type ExchangeRecord = ReturnType<ExchangeRecorder['begin']>
type SentRequest = Parameters<ExchangeRecorder['begin']>[0]

/** Both HTTP sides of a request, not yet redacted. The client's bodies are in `Captured`. */
export interface CapturedHttp {
  readonly client: {
    readonly method: string
    readonly path: string
    readonly requestHeaders: readonly Header[]
    /** Null: the client left before the response began. */
    readonly response: { readonly status: number; readonly headers: readonly Header[] } | null
  }
  readonly exchanges: readonly CapturedExchange[]
  /** Further exchanges that were not recorded. */
  readonly skipped: number
  readonly sizeBytes: number
}

export type Header = readonly [name: string, value: string | number | readonly string[] | undefined]

/** One request to a provider. Times are milliseconds since the client's request. */
export interface CapturedExchange {
  readonly attempt: number
  readonly sent: Omit<SentRequest, 'body'>
  /** Null: a file, which is not logged. */
  readonly body: (CutBody & { readonly bytes: number }) | null
  readonly startMs: number
  status: number | null
  headers: readonly Header[]
  /** When the first byte of the body arrived; null: none did. */
  firstMs: number | null
  endMs: number | null
  /** The connection failed. */
  broken: boolean
  readonly parts: (readonly [atMs: number, bytes: Uint8Array])[]
  /** Of the whole body. */
  bytes: number
}

// Provider sides of one request: an AI search asks several models, and embeddings are sent in batches.
const exchangesMax = 32
const totalBytesMax = 4 * 1024 * 1024
// A JSON body is cut after its image data became notes.
const readBytesMax = 4 * keptBytesMax

/** Records both HTTP sides of one request in passing. Only for keys with payload logging. */
export class HttpCapture implements ExchangeRecorder {
  readonly #startedAt: number
  readonly #incoming: IncomingMessage
  readonly #attempts: () => number
  readonly #exchanges: CapturedExchange[] = []
  #response: CapturedHttp['client']['response'] = null
  #skipped = 0
  #sizeBytes = 0

  /**
   * @param startedAt when the request began, by the clock of `performance`
   * @param attempts how many attempts have begun
   */
  constructor(startedAt: number, outgoing: ServerResponse, attempts: () => number) {
    this.#startedAt = startedAt
    this.#incoming = outgoing.req
    this.#attempts = attempts
    this.#watchHead(outgoing)
  }

  begin(request: SentRequest): ExchangeRecord {
    if (this.#exchanges.length >= exchangesMax || this.#sizeBytes >= totalBytesMax) {
      this.#skipped++
      return unrecorded
    }
    const { body, ...sent } = request
    const exchange: CapturedExchange = {
      attempt: this.#attempts(),
      sent,
      body: body === null ? null : cutText(body),
      startMs: this.#now(),
      status: null,
      headers: [],
      firstMs: null,
      endMs: null,
      broken: false,
      parts: [],
      bytes: 0,
    }
    this.#sizeBytes += exchange.body?.text.length ?? 0
    this.#exchanges.push(exchange)
    return {
      responded: (status, headers) => {
        exchange.status = status
        exchange.headers = Object.entries(headers)
      },
      received: bytes => this.#received(exchange, bytes),
      ended: error => {
        if (exchange.endMs !== null) return
        exchange.endMs = this.#now()
        exchange.broken = error !== null
      },
    }
  }

  /** The result at the end of the request. */
  finish(): CapturedHttp {
    const { method = '', url = '', headers } = this.#incoming
    return {
      client: { method, path: url, requestHeaders: Object.entries(headers), response: this.#response },
      exchanges: this.#exchanges,
      skipped: this.#skipped,
      sizeBytes: this.#sizeBytes,
    }
  }

  #received(exchange: CapturedExchange, bytes: Uint8Array): void {
    const atMs = this.#now()
    exchange.firstMs ??= atMs
    const available = Math.min(readBytesMax - exchange.bytes, totalBytesMax - this.#sizeBytes)
    exchange.bytes += bytes.length
    if (available <= 0) return
    const part = bytes.subarray(0, available)
    this.#sizeBytes += part.length
    exchange.parts.push([atMs, part])
  }

  #now(): number {
    return Math.round(performance.now() - this.#startedAt)
  }

  // Node cannot read headers back that were passed to `writeHead` as an array, the fastest way to send them.
  #watchHead(outgoing: ServerResponse): void {
    const writeHead = outgoing.writeHead.bind(outgoing)
    outgoing.writeHead = (status: number, ...rest: unknown[]) => {
      const given = rest.at(-1) as OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined
      this.#response = { status, headers: [...Object.entries(outgoing.getHeaders()), ...toPairs(given)] }
      return writeHead(status, given)
    }
  }
}

const unrecorded: ExchangeRecord = { responded: ignore, received: ignore, ended: ignore }

function ignore(): void {}

function cutText(body: string): CutBody & { bytes: number } {
  const bytes = Buffer.from(body)
  return { ...cutBody(bytes, keptBytesMax), bytes: bytes.length }
}

function toPairs(headers: OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined): Header[] {
  if (headers === undefined) return []
  if (!Array.isArray(headers)) return Object.entries(headers)
  const pairs: Header[] = []
  for (let at = 0; at + 1 < headers.length; at += 2) pairs.push([String(headers[at]), headers[at + 1]])
  return pairs
}
