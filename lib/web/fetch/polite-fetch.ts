import { readRetryAfter } from '#lib/read-retry-after.ts'
import type { SafeFetch, SafeFetchOptions, SafeResponse } from './safe-fetch.ts'

const pauseMsMax = 5000
const pauseMsDefault = 1000
const hostsMax = 1000

export interface PoliteOptions extends SafeFetchOptions {
  /** Minimum delay between two requests to this host, from its robots.txt. */
  readonly gapMs?: number
}

export type PoliteFetch = (url: string, options: PoliteOptions) => Promise<SafeResponse>

/**
 * The guarded fetch with rate limits: at most 8 concurrent requests per host over all callers; after a 429 or 503
 * half as many, and a pause as long as `Retry-After` requests (at most 5 s). The slot is released when the body
 * has been read or discarded. Waiting for a slot does not count against the request timeout.
 * @throws ApiError like the guarded fetch; the signal's reason on abort while waiting
 */
export function createPoliteFetch(safeFetch: SafeFetch): PoliteFetch {
  const gates = new Map<string, HostGate>()

  function gateOf(url: string): HostGate {
    const host = URL.parse(url)?.host ?? ''
    const known = gates.get(host)
    if (known !== undefined) return known
    if (gates.size >= hostsMax) {
      for (const [name, gate] of gates) if (gate.idle) gates.delete(name)
    }
    const gate = new HostGate()
    gates.set(host, gate)
    return gate
  }

  return async (url, { gapMs = 0, ...options }) => {
    const gate = gateOf(url)
    await gate.enter(gapMs, options.signal)
    const startedAt = performance.now()
    let left = false
    const leave = (): void => {
      if (left) return
      left = true
      options.signal.removeEventListener('abort', leave)
      gate.leave()
    }
    options.signal.addEventListener('abort', leave)
    try {
      const response = await safeFetch(url, options)
      if (response.status === 429 || response.status === 503) gate.slowDown(pauseOf(response), startedAt)
      else gate.wasCalm()
      return leaving(response, leave)
    } catch (error) {
      leave()
      throw error
    }
  }
}

/** The requested pause after a 429 or 503, capped. */
function pauseOf({ headers }: SafeResponse): number {
  const value = headers['retry-after']
  const asked = typeof value === 'string' ? readRetryAfter(value) : null
  return Math.min(pauseMsMax, asked ?? pauseMsDefault)
}

function leaving(response: SafeResponse, leave: () => void): SafeResponse {
  const body = (async function* () {
    try {
      yield* response.body
    } finally {
      leave()
    }
  })()
  return {
    ...response,
    body,
    bytes: async () => Buffer.concat(await Array.fromAsync(body)),
    abort() {
      response.abort()
      leave()
    },
  }
}

const connectionsMax = 8
/** Successful responses before one more connection is tried. */
const calmAnswers = 20
const gapMsMin = 50
const gapMsMax = 1000

/** One host: its concurrency and its next start time. */
export class HostGate {
  #open = 0
  #limit = connectionsMax
  #calm = 0
  #notBefore = 0
  /** Delay between requests to a host that rejects even one at a time. */
  #gapMs = 0
  #slowedAt = 0
  #timer: NodeJS.Timeout | null = null
  readonly #waiting: Waiting[] = []

  /** No request is running, waiting or delayed. */
  get idle(): boolean {
    return this.#open === 0 && this.#waiting.length === 0 && performance.now() >= this.#notBefore
  }

  /**
   * Waits for a slot in order of arrival, but callers without a crawl delay go first: a crawl with a delay of ten
   * seconds must not block a single page for minutes. Callers must `leave`.
   * @param gapMs minimum delay until the next request
   * @throws the signal's reason
   */
  async enter(gapMs: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#waiting.length === 0 && this.#hasPlace()) return this.#take(gapMs)
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        gapMs,
        admit: () => {
          signal.removeEventListener('abort', leave)
          resolve()
        },
      }
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(signal.reason as Error)
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.splice(this.#placeFor(gapMs), 0, waiting)
      this.#admit()
    })
  }

  leave(): void {
    this.#open--
    this.#admit()
  }

  /**
   * The host returned 429 or 503: no request for `pauseMs`, then half as many connections; below one, delays.
   * @param startedAt start of the rejected request: concurrent requests count as one rejection
   */
  slowDown(pauseMs: number, startedAt: number): void {
    const now = performance.now()
    this.#notBefore = Math.max(this.#notBefore, now + pauseMs)
    this.#calm = 0
    if (startedAt < this.#slowedAt) return
    this.#slowedAt = now
    if (this.#limit === 1) this.#gapMs = Math.min(gapMsMax, Math.max(gapMsMin, this.#gapMs * 2))
    this.#limit = Math.max(1, Math.floor(this.#limit / 2))
  }

  /** A successful response. */
  wasCalm(): void {
    if (this.#limit === connectionsMax || ++this.#calm < calmAnswers) return
    this.#calm = 0
    if (this.#gapMs === 0) this.#limit++
    this.#gapMs = this.#gapMs <= gapMsMin ? 0 : this.#gapMs / 2
  }

  #placeFor(gapMs: number): number {
    const patient = gapMs > 0 ? -1 : this.#waiting.findIndex(waiting => waiting.gapMs > 0)
    return patient === -1 ? this.#waiting.length : patient
  }

  #hasPlace(): boolean {
    return this.#open < this.#limit && performance.now() >= this.#notBefore
  }

  #take(gapMs: number): void {
    this.#open++
    const waitMs = Math.max(gapMs, this.#gapMs)
    if (waitMs > 0) this.#notBefore = Math.max(this.#notBefore, performance.now() + waitMs)
  }

  #admit(): void {
    while (this.#hasPlace()) {
      const next = this.#waiting.shift()
      if (next === undefined) return
      this.#take(next.gapMs)
      next.admit()
    }
    if (this.#waiting.length === 0 || this.#open >= this.#limit || this.#timer !== null) return
    const waitMs = Math.max(1, this.#notBefore - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#admit()
    }, waitMs)
  }
}

interface Waiting {
  readonly gapMs: number
  admit(): void
}
