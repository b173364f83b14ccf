export interface SemaphoreOptions {
  /** Maximum number of concurrent runs. */
  readonly atOnce: number
  /** Maximum length of the queue, in all and of each owner, and the error beyond it. Default: no maximum. */
  readonly queue?: { readonly max: number; readonly maxEach?: number; readonly full: () => Error }
}

interface Waiter {
  readonly owner: string | null
  readonly admit: () => void
}

/** Limits concurrency, first come, first served. */
export class Semaphore {
  readonly #options: SemaphoreOptions
  readonly #waiting: Waiter[] = []
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
   * @param owner whose share of the queue it takes; null: only the whole queue is limited
   * @throws what the work throws; the signal's reason if it aborts before; the error of a full queue
   */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal, owner: string | null = null): Promise<T> {
    await this.#enter(signal, owner)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  async #enter(signal: AbortSignal | undefined, owner: string | null): Promise<void> {
    signal?.throwIfAborted()
    if (this.#running < this.#options.atOnce) return void this.#running++
    this.#refuseBeyondQueue(owner)
    await new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        owner,
        admit: () => {
          signal?.removeEventListener('abort', giveUp)
          resolve()
        },
      }
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        reject(signal?.reason as Error)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      this.#waiting.push(waiter)
    })
  }

  #refuseBeyondQueue(owner: string | null): void {
    const { queue } = this.#options
    if (queue === undefined) return
    const { max, maxEach, full } = queue
    if (this.#waiting.length >= max) throw full()
    if (owner === null || maxEach === undefined) return
    if (this.#waiting.filter(waiter => waiter.owner === owner).length >= maxEach) throw full()
  }

  /** The slot passes directly to the next in the queue, so that no later call can take it. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#running--
    else next.admit()
  }
}
