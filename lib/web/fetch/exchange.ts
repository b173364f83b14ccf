import { ExchangeFault } from './exchange-fault.ts'
import { AddressRefusal } from './address-refusal.ts'
import type { ExchangeResponse, ExchangeTimers } from './exchange-response.ts'

/** Buffered bytes at which the upstream is paused. */
const heldBytesMax = 256 * 1024
const finishMs = 1000

/** Operations on the underlying connection. */
export interface Connection {
  abort(reason: Error): void
  pause(): void
  resume(): void
}

/** The dispatcher callbacks used here. */
export interface ExchangeHandler {
  onRequestStart(connection: Connection): void
  onResponseStart(connection: Connection, status: number, headers: ExchangeResponse['headers']): void
  onResponseData(connection: Connection, bytes: Buffer): void
  onResponseEnd(): void
  onResponseError(connection: Connection, error: Error): void
}

/** Receives the headers of a response, or the fault before them. */
export interface ExchangeHead {
  resolve(response: ExchangeResponse): void
  reject(fault: Error): void
  /** Interim responses, such as 103; absent: they are ignored. */
  readonly interim?: ((headers: ExchangeResponse['headers']) => void) | undefined
}

/**
 * One request and response, driven by callbacks and read through promises. It is on the hot path, so there is no
 * stream object, and one lazily moved timer serves all timeouts.
 */
export class Exchange implements ExchangeResponse, ExchangeHandler {
  status = 0
  headers: ExchangeResponse['headers'] = {}
  readonly #head: ExchangeHead
  readonly #signal: AbortSignal
  readonly #totalAt: number
  readonly #onAbort = (): void =>
    this.#fail(new ExchangeFault('aborted', 'The caller disconnected.', this.#signal.reason))
  #connection: Connection | null = null
  #waiting: { resolve(bytes: Buffer | null): void; reject(fault: Error): void } | null = null
  #held: Buffer[] = []
  #heldBytes = 0
  #paused = false
  #ended = false
  #finished = false
  #fault: ExchangeFault | null = null
  #phase: 'connect' | 'silence' = 'connect'
  #limitMs: number
  #silenceMs: number
  #lastAt: number
  #timer: NodeJS.Timeout
  #timerAt: number

  constructor(timers: ExchangeTimers, signal: AbortSignal, head: ExchangeHead) {
    this.#head = head
    this.#signal = signal
    this.#lastAt = performance.now()
    this.#totalAt = this.#lastAt + timers.totalMs
    this.#limitMs = timers.connectMs
    this.#silenceMs = timers.silenceMs
    this.#timerAt = Math.min(this.#lastAt + timers.connectMs, this.#totalAt)
    this.#timer = setTimeout(() => this.#check(), this.#timerAt - this.#lastAt)
    signal.addEventListener('abort', this.#onAbort, { once: true })
  }

  onRequestStart(connection: Connection): void {
    this.#connection = connection
    if (this.#fault !== null) return connection.abort(this.#fault)
    this.#phase = 'silence'
    this.#limitMs = this.#silenceMs
    this.#lastAt = performance.now()
    this.#arm()
  }

  onResponseStart(_: Connection, status: number, headers: ExchangeResponse['headers']): void {
    if (status < 200) {
      // Ignored ones do not count as a sign of life: a server could send them forever.
      if (this.#head.interim === undefined) return
      this.#lastAt = performance.now()
      return this.#head.interim(headers)
    }
    this.status = status
    this.headers = headers
    this.#lastAt = performance.now()
    this.#head.resolve(this)
  }

  onResponseData(_: Connection, bytes: Buffer): void {
    if (this.#finished || this.#fault !== null) return
    this.#lastAt = performance.now()
    if (this.#waiting !== null) {
      const waiting = this.#waiting
      this.#waiting = null
      return waiting.resolve(bytes)
    }
    this.#held.push(bytes)
    this.#heldBytes += bytes.length
    if (this.#heldBytes < heldBytesMax || this.#paused) return
    this.#paused = true
    this.#connection?.pause()
  }

  onResponseEnd(): void {
    this.#ended = true
    this.#release()
    this.#waiting?.resolve(null)
    this.#waiting = null
  }

  onResponseError(_: Connection, cause: Error): void {
    this.#fail(cause instanceof ExchangeFault ? cause : toFault(cause))
  }

  read(): Promise<Buffer | null> {
    const held = this.#held
    const [first] = held
    if (first !== undefined) {
      this.#held = []
      this.#heldBytes = 0
      this.#lastAt = performance.now()
      if (this.#paused) {
        this.#paused = false
        this.#connection?.resume()
      }
      return Promise.resolve(held.length === 1 ? first : Buffer.concat(held))
    }
    if (this.#fault !== null) return Promise.reject(this.#fault)
    if (this.#ended || this.#finished) return Promise.resolve(null)
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
    })
  }

  allowSilence(silenceMs: number): void {
    this.#silenceMs = silenceMs
    if (this.#phase === 'connect') return
    this.#limitMs = silenceMs
    this.#arm()
  }

  finish(): void {
    if (this.#ended || this.#finished || this.#fault !== null) return
    this.#finished = true
    this.#release()
    this.#held = []
    if (this.#paused) this.#connection?.resume()
    this.#timer = setTimeout(() => this.abort(), finishMs)
    this.#timer.unref()
  }

  abort(): void {
    if (this.#ended) return
    this.#fail(new ExchangeFault('aborted', 'The response was discarded.'))
  }

  #fail(fault: ExchangeFault): void {
    if (this.#fault !== null || this.#ended) return
    this.#fault = fault
    this.#release()
    this.#connection?.abort(fault)
    if (this.status === 0) this.#head.reject(fault)
    this.#waiting?.reject(fault)
    this.#waiting = null
  }

  /** Bytes only update `#lastAt`; the timer checks it when it fires, and is rescheduled if it fired too early. */
  #check(): void {
    const now = performance.now()
    // Buffered bytes mean that our reader is slow, not the upstream.
    if (this.#heldBytes > 0) this.#lastAt = now
    if (now >= this.#totalAt - 1)
      return this.#fail(new ExchangeFault('total', 'The total timeout has expired.'))
    if (now < this.#lastAt + this.#limitMs - 1) {
      this.#timerAt = 0
      return this.#arm()
    }
    const message =
      this.#phase === 'connect' ? 'The connection timed out.' : 'The response was idle for too long.'
    this.#fail(new ExchangeFault(this.#phase, message))
  }

  #arm(): void {
    const now = performance.now()
    const at = Math.min(this.#lastAt + this.#limitMs, this.#totalAt)
    if (this.#fault !== null || this.#ended || this.#finished) return
    if (this.#timerAt > now && this.#timerAt <= at) return
    clearTimeout(this.#timer)
    this.#timerAt = at
    this.#timer = setTimeout(() => this.#check(), Math.max(1, at - now))
  }

  #release(): void {
    clearTimeout(this.#timer)
    this.#signal.removeEventListener('abort', this.#onAbort)
  }
}

function toFault(cause: Error): ExchangeFault {
  const code = 'code' in cause ? String(cause.code) : ''
  if (code === 'UND_ERR_CONNECT_TIMEOUT')
    return new ExchangeFault('connect', 'The connection timed out.', cause)
  if (cause instanceof AddressRefusal) return new ExchangeFault('refused', 'The address is blocked.', cause)
  return new ExchangeFault('broken', 'The connection was interrupted.', cause)
}
