import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LoggedBodies } from '#lib/store/requests/logged-bodies.ts'
import type { Captured } from './capture.ts'
import type { CapturedHttp } from './http-capture.ts'
import type { Log } from '#lib/gateway/log.ts'
import { redactBody, redactEvents } from './redact-captured.ts'
import { toLoggedHttp } from './write-http.ts'

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

interface Pending {
  readonly owner: Owner
  readonly captured: Captured
  readonly http: CapturedHttp | null
}

const batchMax = 20
const batchMs = 200
const defaultRetryMs = 1_000
// About a minute in total: after that, the write will probably never succeed.
const failuresMax = 6
// Payloads are only for inspection; requests need the memory more.
const queuedBytesMax = 32 * 1024 * 1024

/**
 * Writes payloads in the background, without secrets. Payloads over the memory limit while the database is
 * unavailable are dropped, and so are those that cannot be written for a minute, so that they do not block
 * others.
 */
export class CaptureWriter {
  readonly #options: CaptureWriterOptions
  readonly #queue: Pending[] = []
  #queuedBytes = 0
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> | null = null
  /** In a row. */
  #failures = 0

  constructor(options: CaptureWriterOptions) {
    this.#options = options
  }

  /** @returns whether they will be written, as far as is known now */
  add(owner: Owner, captured: Captured, http: CapturedHttp | null = null): boolean {
    const pending = { owner, captured, http }
    const sizeBytes = sizeOf(pending)
    if (this.#queuedBytes + sizeBytes > queuedBytesMax) return false
    this.#queue.push(pending)
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
      for (const pending of batch) {
        bodies.push(await toLoggedBodies(pending))
        // Scanning half a megabyte blocks requests for milliseconds.
        await nextTurn()
      }
      await this.#options.insert(bodies)
      this.#failures = 0
      this.#take(batch.length)
    }
  }

  #take(count: number): readonly Pending[] {
    const taken = this.#queue.splice(0, count)
    for (const pending of taken) this.#queuedBytes -= sizeOf(pending)
    return taken
  }
}

async function toLoggedBodies({
  owner,
  captured: { request, answer },
  http,
}: Pending): Promise<LoggedBodies> {
  const redactAnswer = answer.kind === 'events' ? redactEvents : redactBody
  return {
    ...owner,
    request: { ...request, text: redactBody(request.text, request.whole) },
    answer: { ...answer, text: redactAnswer(answer.text, answer.whole) },
    ...(http !== null && { http: JSON.stringify(await toLoggedHttp(http)) }),
  }
}

function sizeOf({ captured: { request, answer }, http }: Pending): number {
  return request.text.length + answer.text.length + (http?.sizeBytes ?? 0)
}
