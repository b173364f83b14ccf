import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LoggedBodies } from '#lib/store/requests/logged-bodies.ts'
import type { Captured } from './capture.ts'
import type { Log } from '#lib/gateway/log.ts'
import { redactCut, redact } from '#lib/redact.ts'

export interface CaptureWriterOptions {
  readonly insert: (bodies: readonly LoggedBodies[]) => Promise<void>
  readonly log: Log
  /** Delay before the first retry, doubled for each further one. Default: one second. */
  readonly retryMs?: number
}

/** The request of the payloads. */
interface Owner {
  readonly requestId: string
  readonly teamId: string
  readonly at: number
}

const batchMax = 20
const batchMs = 200
const defaultRetryMs = 1_000
// About a minute in total: after that, the write will probably never succeed.
const failuresMax = 6
// Payloads are only for inspection; requests need the memory more.
const queuedBytesMax = 32 * 1024 * 1024

const names = ['content', 'reasoning_content', 'arguments'] as const

const captureRedactNames =
  'api[_-]?key|(?:proxy-)?authorization|x-api-key|x-auth-token|password|passwd|secret|client_secret|aws_secret_access_key|secret_access_key|secretAccessKey|secret_key|private_key|access_token|refresh_token|cookie|set-cookie'

// Fields with secret names, in JSON and in JSON within strings. The last one may be truncated.
const fields = [
  new RegExp(`("(?:${captureRedactNames})"\\s*:\\s*")[^"\\\\]*(?:\\\\.[^"\\\\]*)*(?="|\\\\?$)`, 'gi'),
  new RegExp(
    `(\\\\"(?:${captureRedactNames})\\\\"\\s*:\\s*\\\\")(?:[^"\\\\]|\\\\\\\\(?:\\\\"|\\\\\\\\|[^"\\\\]))+`,
    'gi',
  ),
]

const privateKey = /(-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----)[^"]*?(?=-----END|"|$)/g

/**
 * Writes payloads in the background, without secrets. Payloads over the memory limit while the database is
 * unavailable are dropped, and so are those that cannot be written for a minute, so that they do not block
 * others.
 */
export class CaptureWriter {
  readonly #options: CaptureWriterOptions
  readonly #queue: { readonly owner: Owner; readonly captured: Captured }[] = []
  #queuedBytes = 0
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> | null = null
  /** In a row. */
  #failures = 0

  constructor(options: CaptureWriterOptions) {
    this.#options = options
  }

  /** @returns whether they will be written, as far as is known now */
  add(owner: Owner, captured: Captured): boolean {
    const sizeBytes = sizeOf(captured)
    if (this.#queuedBytes + sizeBytes > queuedBytesMax) return false
    this.#queue.push({ owner, captured })
    this.#queuedBytes += sizeBytes
    this.#later(batchMs)
    return true
  }

  /** Writes pending payloads once: an unavailable database loses them. */
  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    await this.#writing
    await this.#writeAll().catch((error: unknown) =>
      this.#options.log.warn({ err: error, requests: this.#queue.length }, 'could not save payloads'),
    )
  }

  #later(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#writing ??= this.#write().finally(() => {
        this.#writing = null
      })
    }, ms)
  }

  async #write(): Promise<void> {
    try {
      await this.#writeAll()
    } catch (error) {
      const { log, retryMs = defaultRetryMs } = this.#options
      const pauseMs = retryMs * 2 ** this.#failures
      this.#failures++
      if (this.#failures === failuresMax) this.#drop(error)
      else log.warn({ err: error, requests: this.#queue.length }, 'could not write payloads; retrying later')
      this.#later(pauseMs)
    }
  }

  #drop(error: unknown): void {
    this.#failures = 0
    const [dropped] = this.#take(1)
    const counts = { dropped: 1, requestId: dropped?.owner.requestId, requests: this.#queue.length }
    this.#options.log.warn({ err: error, ...counts }, 'could not write payloads; they are lost')
  }

  async #writeAll(): Promise<void> {
    while (this.#queue.length > 0) {
      // One at a time, so that one failure does not affect others.
      const batch = this.#queue.slice(0, this.#failures === 0 ? batchMax : 1)
      const bodies: LoggedBodies[] = []
      for (const { owner, captured } of batch) {
        bodies.push(toLoggedBodies(owner, captured))
        // Scanning half a megabyte blocks requests for milliseconds.
        await nextTurn()
      }
      await this.#options.insert(bodies)
      this.#failures = 0
      this.#take(batch.length)
    }
  }

  #take(count: number): readonly { readonly owner: Owner; readonly captured: Captured }[] {
    const taken = this.#queue.splice(0, count)
    for (const { captured } of taken) this.#queuedBytes -= sizeOf(captured)
    return taken
  }
}

function toLoggedBodies(owner: Owner, { request, answer }: Captured): LoggedBodies {
  const redactAnswer = answer.kind === 'events' ? redactEvents : redactBody
  return {
    ...owner,
    request: { ...request, text: redactBody(request.text, request.whole) },
    answer: { ...answer, text: redactAnswer(answer.text, answer.whole) },
  }
}

function sizeOf({ request, answer }: Captured): number {
  return request.text.length + answer.text.length
}

/**
 * Redacts a logged stream. A model may emit a secret in chunks that do not look like one, so the joined text
 * is checked too; if it contains a secret, the redacted text moves into the first chunk.
 * @param text JSON pairs of milliseconds and the text written then
 * @param whole false: the stream was truncated
 */
export function redactEvents(text: string, whole: boolean): string {
  const written = JSON.parse(text) as (readonly [number, string])[]
  let texts = written.map(([, each]) => each)
  for (const name of names) texts = joinWhereSecret(texts, name, whole)
  if (!whole) texts = texts.with(-1, redactCut(texts.at(-1) ?? ''))
  return redactBody(JSON.stringify(written.map(([atMs], at) => [atMs, texts[at] ?? ''])), true)
}

function joinWhereSecret(texts: readonly string[], name: string, whole: boolean): string[] {
  const piece = new RegExp(`("${name}"\\s*:\\s*)"([^"\\\\]*(?:\\\\.[^"\\\\]*)*)("|\\\\?$)`, 'g')
  const said = texts.flatMap(text => [...text.matchAll(piece)].map(([, , value = '']) => value)).join('')
  // Escaped like JSON, so that the redacted text can be put back the same way.
  const redacted = redactBody(said, whole)
  if (redacted === said) return [...texts]
  let first = true
  return texts.map(text =>
    text.replace(piece, (_, before: string, __, end: string) => {
      const value = first ? redacted : ''
      first = false
      return `${before}"${value}${end}`
    }),
  )
}

/**
 * Redacts everything in a body that looks like a secret, by its format or by the name of its field.
 * @param whole false: the body was truncated, possibly within a secret
 */
export function redactBody(text: string, whole: boolean): string {
  const known = whole ? redact(text) : redactCut(text)
  return fields.reduce(
    (rest, pattern) => rest.replace(pattern, '$1[redacted]'),
    known.replace(privateKey, '$1[redacted]'),
  )
}
