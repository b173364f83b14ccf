import { type LimitClaim, type PlacesAnswer, placesLeaseMs } from './limit-exchange.ts'
import type { Need, Sending, SentExchange } from './limit-report.ts'

const renewMs = 5_000
// A place that was given back is often needed again at once.
const spareMs = 200
const retryMs = 1_000

/** The concurrent requests of one subject on one instance. Times are milliseconds of a clock that never jumps. */
export class PlaceLimit {
  readonly unit = 'parallel'
  readonly subject: string
  limit: number
  /** Whether another instance held places when the store was last asked. */
  isElsewhere = false
  #used = 0
  /** Places that the store counts for this instance. */
  #held = 0
  #heldUntil = -Infinity
  #renewAt = Infinity
  #releasedAt = -Infinity
  /** Whether the answer to a report is still to come. */
  #isAsking = false

  constructor(subject: string, limit: number) {
    this.subject = subject
    this.limit = limit
  }

  fits({ amount, limit }: LimitClaim, now: number): boolean {
    return this.#used + amount <= Math.min(limit, this.#heldAt(now))
  }

  /** Whether the place is free without the store. */
  fitsAlone(amount: number, limit: number): boolean {
    return this.#used + amount <= limit
  }

  /** When a place will be free is unknown. */
  retryAloneMs(): number {
    return retryMs
  }

  take(): void {
    this.#used++
  }

  release(now: number): void {
    this.#used--
    this.#releasedAt = now
  }

  /** Whether there is something to report to the store. */
  isDueAt(now: number): boolean {
    if (now >= this.#renewAt || this.#used > this.#heldAt(now)) return true
    return this.#held > this.#used && now - this.#releasedAt >= spareMs
  }

  /** Gives up unused places with the next exchange. */
  expire(): void {
    this.#releasedAt = -Infinity
  }

  /** @returns whether nothing is left to remember */
  tidy(): boolean {
    return this.#used === 0 && this.#held === 0 && !this.#isAsking
  }

  /** The next exchange. Places that it gives up cannot be taken from now on. */
  report({ sum }: Need, { sentAt }: Sending): SentExchange {
    const { unit, subject, limit } = this
    const held = this.#heldAt(sentAt)
    const spare = sentAt - this.#releasedAt < spareMs ? Math.min(held, limit) : 0
    const wanted = Math.max(this.#used + sum, spare)
    this.#held = Math.max(this.#used, Math.min(held, wanted))
    this.#renewAt = Infinity
    this.#isAsking = true
    return {
      exchange: { unit, subject, limit, kept: this.#held, wanted },
      apply: answer => {
        if (answer.unit === 'parallel') this.#apply(answer, sentAt)
      },
      restore: now => {
        this.#isAsking = false
        this.#renewAt = now
      },
    }
  }

  #apply({ held, elsewhere }: PlacesAnswer, sentAt: number): void {
    this.#isAsking = false
    this.#held = held
    this.#heldUntil = sentAt + placesLeaseMs
    this.#renewAt = held > 0 ? sentAt + renewMs : Infinity
    this.isElsewhere = elsewhere > 0
  }

  #heldAt(now: number): number {
    return now < this.#heldUntil ? this.#held : 0
  }
}
