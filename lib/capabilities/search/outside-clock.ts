/** Measures how long a call waited for the outside, whatever of it was asked at the same time. */
export class OutsideClock {
  readonly #report: (ms: number) => void
  #open = 0
  #since = 0

  constructor(report: (ms: number) => void) {
    this.#report = report
  }

  async during<T>(work: Promise<T>): Promise<T> {
    if (this.#open++ === 0) this.#since = performance.now()
    try {
      return await work
    } finally {
      if (--this.#open === 0) this.#report(performance.now() - this.#since)
    }
  }
}
