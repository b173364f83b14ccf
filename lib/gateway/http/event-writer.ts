import type { ServerResponse } from 'node:http'
import { ApiError } from '#lib/errors.ts'
import { acquireAnswerMemory } from './answer-memory.ts'
import type { GatewayContext } from '#lib/gateway/context/request-context.ts'
import type { EventFormat } from './http-formats.ts'
import { unreadMsMax } from './unread-answer.ts'

const streamHeaders = [
  'content-type',
  'text/event-stream; charset=utf-8',
  'cache-control',
  'no-cache, no-transform',
  'x-accel-buffering',
  'no',
]

// Long enough for a plain error status of a short wait, short enough for the progress of a model that loads in seconds.
const reasonMs = 1000

/** Writes server-sent events to a response, and a sign of life after every pause. */
export class EventWriter {
  readonly #format: EventFormat
  readonly #context: GatewayContext
  readonly #outgoing: ServerResponse
  readonly #keepAliveMs: number
  #silence: NodeJS.Timeout
  #note: string | null = null
  #blocked = false
  /** Whether the events are those of a provider, with their own end. */
  #isForwarded = false

  constructor(context: GatewayContext, keepAliveMs: number, format: EventFormat) {
    this.#format = format
    this.#context = context
    this.#outgoing = context.outgoing
    this.#keepAliveMs = keepAliveMs
    // Headers are delayed slightly longer than one keep-alive interval, so a plain error status stays
    // possible.
    this.#silence = setTimeout(() => this.#breakSilence(), keepAliveMs * 1.5)
  }

  /** @returns a promise if the client reads too slowly; await it before writing more */
  events(events: readonly unknown[]): Promise<void> | null {
    const text = this.#format.print(events)
    this.#note = null
    if (this.#write(text)) return null
    return this.#drained()
  }

  /** The same with whole events as they are written. */
  bytes(bytes: Buffer): Promise<void> | null {
    this.#isForwarded = true
    this.#note = null
    this.#head()
    this.#silence.refresh()
    this.#context.capture?.eventPart(bytes)
    if (this.#outgoing.write(bytes)) return null
    return this.#drained()
  }

  /**
   * The same with one event that is already JSON.
   * @throws ApiError `rate_limit_exceeded` when the memory limit is reached
   */
  written(parts: readonly Uint8Array[]): Promise<void> | null {
    const sizeBytes = parts.reduce((sum, part) => sum + part.length, 0)
    acquireAnswerMemory(this.#outgoing, sizeBytes)
    this.#note = null
    this.#write('data: ')
    for (const part of parts) {
      this.#context.capture?.eventPart(part)
      this.#outgoing.write(part)
    }
    if (this.#write('\n\n')) return null
    return this.#drained()
  }

  /** The wait reason, sent instead of the keep-alive: at once if headers were sent, else a second after the first. */
  waiting(note: string): void {
    const changed = note !== this.#note
    const isFirst = this.#note === null
    this.#note = note
    if (this.#outgoing.headersSent) {
      if (changed) this.#write(`: ${note}\n\n`)
      return
    }
    if (!isFirst) return
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#breakSilence(), Math.min(this.#keepAliveMs, reasonMs))
  }

  done(): void {
    clearTimeout(this.#silence)
    this.#head()
    this.#end(this.#isForwarded ? '' : this.#format.end)
  }

  /** The last event of a stream that failed; nothing when a plain error can still be sent. */
  fail(body: object): void {
    this.#fail(this.#format.fail(body))
  }

  /** The same with events of its capability. */
  failWith(events: readonly unknown[]): void {
    this.#fail(this.#format.print(events))
  }

  #fail(text: string): void {
    clearTimeout(this.#silence)
    if (!this.#outgoing.headersSent || this.#outgoing.destroyed) return
    this.#end(text)
  }

  #end(text: string): void {
    if (text !== '') this.#context.capture?.event(text)
    this.#outgoing.end(text)
  }

  #write(text: string): boolean {
    this.#head()
    this.#silence.refresh()
    this.#context.capture?.event(text)
    return this.#outgoing.write(text)
  }

  #head(): void {
    if (this.#outgoing.headersSent) return
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#breakSilence(), this.#keepAliveMs)
    this.#outgoing.writeHead(200, [...this.#context.headers(), ...streamHeaders])
  }

  #breakSilence(): void {
    if (this.#outgoing.destroyed) return
    if (this.#blocked) return void this.#silence.refresh()
    this.#write(this.#note === null ? this.#format.keepAlive : `: ${this.#note}\n\n`)
  }

  #drained(): Promise<void> {
    const { signal } = this.#context
    const blockedMsMax = unreadMsMax(this.#keepAliveMs)
    this.#blocked = true
    return new Promise<void>((resolve, reject) => {
      const cut = setTimeout(() => {
        this.#context.abort(
          new ApiError('client_closed', `The client read no data for ${blockedMsMax / 1000} s.`),
        )
        this.#outgoing.destroy()
      }, blockedMsMax)
      const settle = (): void => {
        clearTimeout(cut)
        this.#outgoing.off('drain', settle)
        signal.removeEventListener('abort', settle)
        this.#blocked = false
        if (signal.aborted) reject(signal.reason as Error)
        else resolve()
      }
      this.#outgoing.on('drain', settle)
      signal.addEventListener('abort', settle)
    })
  }
}
