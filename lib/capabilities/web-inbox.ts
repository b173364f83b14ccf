import type { FromWebThread } from './web-work.ts'

/** A message for a job. */
type WebMessage = Exclude<FromWebThread, { kind: 'stray' }>

/** What the thread has sent for one job, taken one by one. */
export class WebInbox {
  readonly #signal: AbortSignal
  readonly #waiting: WebMessage[] = []
  readonly #onAbort = (): void => this.fail(this.#signal.reason as Error)
  #taker: { resolve(message: WebMessage): void; reject(error: Error): void } | null = null
  #failure: Error | null = null

  constructor(signal: AbortSignal) {
    this.#signal = signal
    signal.addEventListener('abort', this.#onAbort, { once: true })
  }

  put(message: WebMessage): void {
    const taker = this.#taker
    if (taker === null) return void this.#waiting.push(message)
    this.#taker = null
    taker.resolve(message)
  }

  fail(error: Error): void {
    this.#failure ??= error
    this.#taker?.reject(error)
    this.#taker = null
  }

  /** @throws what it failed with, the signal's reason included */
  take(): Promise<WebMessage> {
    if (this.#failure !== null) return Promise.reject(this.#failure)
    const message = this.#waiting.shift()
    if (message !== undefined) return Promise.resolve(message)
    return new Promise((resolve, reject) => {
      this.#taker = { resolve, reject }
    })
  }

  close(): void {
    this.#signal.removeEventListener('abort', this.#onAbort)
  }
}
