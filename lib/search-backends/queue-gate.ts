export interface RateLimit {
  /** Maximum concurrent requests. */
  readonly concurrency: number
  /** Minimum delay between the starts of two requests. */
  readonly intervalMs: number
}

/** Limits requests to one backend as its operators require, in order of arrival. */
export class QueueGate {
  readonly #rateLimit: RateLimit
  readonly #waiting: (() => void)[] = []
  #running = 0
  #notBefore = 0
  #timer: NodeJS.Timeout | null = null

  constructor(rateLimit: RateLimit) {
    this.#rateLimit = rateLimit
  }

  /** Callers must `leave`. @throws the signal's reason */
  async enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    await new Promise<void>((resolve, reject) => {
      const admit = (): void => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(admit), 1)
        reject(signal.reason as Error)
      }
      signal.addEventListener('abort', giveUp, { once: true })
      this.#waiting.push(admit)
      this.#admit()
    })
  }

  leave(): void {
    this.#running--
    this.#admit()
  }

  #admit(): void {
    const waitMs = this.#notBefore - performance.now()
    if (waitMs > 0) return this.#wakeIn(waitMs)
    if (this.#running >= this.#rateLimit.concurrency) return
    const next = this.#waiting.shift()
    if (next === undefined) return
    this.#running++
    this.#notBefore = performance.now() + this.#rateLimit.intervalMs
    next()
    this.#admit()
  }

  #wakeIn(waitMs: number): void {
    if (this.#timer !== null || this.#waiting.length === 0) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#admit()
    }, Math.ceil(waitMs))
  }
}
