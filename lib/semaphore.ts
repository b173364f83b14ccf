export interface SemaphoreOptions {
  /** Maximum number of concurrent runs. */
  readonly atOnce: number
  /** Maximum length of the queue, and the error beyond it. Default: no maximum. */
  readonly queue?: { readonly max: number; readonly full: () => Error }
}

/** Limits concurrency, first come, first served. */
export class Semaphore {
  readonly #options: SemaphoreOptions
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(options: SemaphoreOptions) {
    this.#options = options
  }

  /** Nothing is running or waiting. */
  get idle(): boolean {
    return this.#running === 0
  }

  /**
   * Does the work once a slot is free.
   * @throws what the work throws; the signal's reason if it aborts before; the error of a full queue
   */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#enter(signal)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  async #enter(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    const { atOnce, queue } = this.#options
    if (this.#running < atOnce) return void this.#running++
    if (queue !== undefined && this.#waiting.length >= queue.max) throw queue.full()
    await new Promise<void>((resolve, reject) => {
      const admit = (): void => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(admit), 1)
        reject(signal?.reason as Error)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      this.#waiting.push(admit)
    })
  }

  /** The slot passes directly to the next in the queue, so that no later call can take it. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#running--
    else next()
  }
}
