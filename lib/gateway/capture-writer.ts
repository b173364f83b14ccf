import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KeptBodies } from '#lib/store/kept-bodies.ts'
import type { Captured } from './capture.ts'
import { redactEvents } from './capture-redact-events.ts'
import { redactBody } from './capture-redact.ts'
import type { Log } from './log.ts'

export interface CaptureWriterOptions {
  readonly insert: (bodies: readonly KeptBodies[]) => Promise<void>
  readonly log: Log
}

/** Whose bodies they are. */
interface Owner {
  readonly requestId: string
  readonly teamId: string
  readonly at: number
}

const batchMax = 20
const batchMs = 200
const retryMs = 1_000
// Bodies are for people who look at a request; calls need the memory more.
const queuedBytesMax = 32 * 1024 * 1024

/** Writes bodies behind the calls, without secrets. What finds no room, because the store is away, is not kept. */
export class CaptureWriter {
  readonly #options: CaptureWriterOptions
  readonly #queue: { readonly owner: Owner; readonly captured: Captured }[] = []
  #queuedBytes = 0
  #timer: NodeJS.Timeout | null = null
  #writing: Promise<void> | null = null

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
      this.#options.log.warn({ err: error, requests: this.#queue.length }, 'store away, bodies wait')
      this.#later(retryMs)
    }
  }

  async #writeAll(): Promise<void> {
    while (this.#queue.length > 0) {
      const batch = this.#queue.slice(0, batchMax)
      const bodies: KeptBodies[] = []
      for (const { owner, captured } of batch) {
        bodies.push(toKeptBodies(owner, captured))
        // Looking through half a megabyte takes milliseconds, in which calls wait.
        await nextTurn()
      }
      await this.#options.insert(bodies)
      this.#queue.splice(0, batch.length)
      for (const { captured } of batch) this.#queuedBytes -= sizeOf(captured)
    }
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
