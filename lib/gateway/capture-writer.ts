import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KeptBodies } from '#lib/store/kept-bodies.ts'
import type { Captured } from './capture.ts'
import { redactEvents } from './capture-redact-events.ts'
import { redactBody } from './capture-redact.ts'
import type { Log } from './log.ts'

export interface CaptureWriterOptions {
  readonly insert: (bodies: readonly KeptBodies[]) => Promise<void>
  readonly log: Log
  /** How long the first try after a failure waits; each further one waits twice as long. A second as a rule. */
  readonly retryMs?: number
}

/** Whose bodies they are. */
interface Owner {
  readonly requestId: string
  readonly teamId: string
  readonly at: number
}

const batchMax = 20
const batchMs = 200
const usualRetryMs = 1_000
// A minute in all: what a database does not take by then it may never take.
const failuresMax = 6
// Bodies are for people who look at a request; calls need the memory more.
const queuedBytesMax = 32 * 1024 * 1024

/**
 * Writes bodies behind the calls, without secrets. What finds no room, because the store is away, is not kept, and
 * neither is what could not be written for a minute: it must not keep others from being written.
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

  /** Writes what is there, once: a store that is away keeps nothing. */
  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    await this.#writing
    await this.#writeAll().catch((error: unknown) =>
      this.#options.log.warn({ err: error, requests: this.#queue.length }, 'bodies could not be kept'),
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
      const { log, retryMs = usualRetryMs } = this.#options
      const pauseMs = retryMs * 2 ** this.#failures
      this.#failures++
      if (this.#failures === failuresMax) this.#drop(error)
      else log.warn({ err: error, requests: this.#queue.length }, 'bodies could not be written, and wait')
      this.#later(pauseMs)
    }
  }

  #drop(error: unknown): void {
    this.#failures = 0
    const [dropped] = this.#take(1)
    const counts = { dropped: 1, requestId: dropped?.owner.requestId, requests: this.#queue.length }
    this.#options.log.warn({ err: error, ...counts }, 'bodies could not be written, and are not kept')
  }

  async #writeAll(): Promise<void> {
    while (this.#queue.length > 0) {
      // Alone, so that one that cannot be written takes no others with it.
      const batch = this.#queue.slice(0, this.#failures === 0 ? batchMax : 1)
      const bodies: KeptBodies[] = []
      for (const { owner, captured } of batch) {
        bodies.push(toKeptBodies(owner, captured))
        // Looking through half a megabyte takes milliseconds, in which calls wait.
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

function toKeptBodies(owner: Owner, { request, answer }: Captured): KeptBodies {
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
