const connectionsMax = 8
/** Answers without a complaint after which one more connection is tried again. */
const calmAnswers = 20

/** One host: how many requests may run at it, and from when. */
export class HostGate {
  #open = 0
  #limit = connectionsMax
  #calm = 0
  #notBefore = 0
  #timer: NodeJS.Timeout | null = null
  readonly #waiting: Waiting[] = []

  /** Nobody is here, waits or has to wait. */
  get idle(): boolean {
    return this.#open === 0 && this.#waiting.length === 0 && performance.now() >= this.#notBefore
  }

  /**
   * Waits for a place in the order of asking; whoever enters must `leave`.
   * @param gapMs least time until the next request may start
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
      this.#waiting.push(waiting)
      this.#admit()
    })
  }

  leave(): void {
    this.#open--
    this.#admit()
  }

  /** The host complained: half as many connections, and none before `pauseMs` have passed. */
  slowDown(pauseMs: number): void {
    this.#limit = Math.max(1, Math.floor(this.#limit / 2))
    this.#calm = 0
    this.#notBefore = Math.max(this.#notBefore, performance.now() + pauseMs)
  }

  /** The host answered well. */
  wasCalm(): void {
    if (this.#limit === connectionsMax || ++this.#calm < calmAnswers) return
    this.#limit++
    this.#calm = 0
  }

  #hasPlace(): boolean {
    return this.#open < this.#limit && performance.now() >= this.#notBefore
  }

  #take(gapMs: number): void {
    this.#open++
    if (gapMs > 0) this.#notBefore = Math.max(this.#notBefore, performance.now() + gapMs)
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
