const connectionsMax = 8
/** Answers without a complaint after which one more connection is tried again. */
const calmAnswers = 20
const gapMsMin = 50
const gapMsMax = 1000

/** One host: how many requests may run at it, and from when. */
export class HostGate {
  #open = 0
  #limit = connectionsMax
  #calm = 0
  #notBefore = 0
  /** Between two requests to a host that even one at a time is too much for. */
  #gapMs = 0
  #slowedAt = 0
  #timer: NodeJS.Timeout | null = null
  readonly #waiting: Waiting[] = []

  /** Nobody is here, waits or has to wait. */
  get idle(): boolean {
    return this.#open === 0 && this.#waiting.length === 0 && performance.now() >= this.#notBefore
  }

  /**
   * Waits for a place in the order of asking, but whoever keeps no gaps goes before those who do: a crawl with gaps of
   * ten seconds must not hold a single page up for minutes. Whoever enters must `leave`.
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
      this.#waiting.splice(this.#placeFor(gapMs), 0, waiting)
      this.#admit()
    })
  }

  leave(): void {
    this.#open--
    this.#admit()
  }

  /**
   * The host complained: none before `pauseMs` have passed, and then half as many connections; below one, gaps.
   * @param startedAt of the request that it complained about: those that ran together are one complaint
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

  /** The host answered well. */
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
    const restMs = Math.max(gapMs, this.#gapMs)
    if (restMs > 0) this.#notBefore = Math.max(this.#notBefore, performance.now() + restMs)
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
