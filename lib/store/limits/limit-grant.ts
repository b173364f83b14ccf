import type { PlaceLimit } from './place-limit.ts'
import type { Use, WindowLimit } from './window-limit.ts'

/** The amounts that one request took of its limits. */
export class LimitGrant {
  readonly #now: () => number
  readonly #onChange: (limit: WindowLimit | PlaceLimit) => void
  readonly #uses = new Map<WindowLimit, Use[]>()
  readonly #places: PlaceLimit[] = []
  #released = false

  constructor(now: () => number, onChange: (limit: WindowLimit | PlaceLimit) => void) {
    this.#now = now
    this.#onChange = onChange
  }

  take(limit: WindowLimit | PlaceLimit, amount: number, now: number): void {
    if (limit.unit === 'parallel') {
      limit.take()
      this.#places.push(limit)
      return
    }
    limit.open(1)
    this.#uses.set(limit, limit.take(amount, now))
    this.#onChange(limit)
  }

  /** Takes over what another grant took. */
  add(other: LimitGrant): void {
    for (const [limit, uses] of other.#uses) {
      const own = this.#uses.get(limit)
      if (own === undefined) this.#uses.set(limit, uses)
      else {
        own.push(...uses)
        limit.open(-1)
      }
    }
    this.#places.push(...other.#places)
  }

  /** Replaces the tokens taken so far by those used: a difference counts from now on. */
  settle(tokens: number): void {
    const now = this.#now()
    for (const [limit, uses] of this.#uses) {
      if (limit.unit !== 'tokens') continue
      const taken = uses.reduce((sum, { amount }) => sum + amount, 0)
      if (tokens < taken) limit.giveBack(uses, taken - tokens, now)
      if (tokens > taken) uses.push(...limit.take(tokens - taken, now))
      this.#onChange(limit)
    }
  }

  /** Frees the places. Twice is once. */
  release(): void {
    if (this.#released) return
    this.#released = true
    const now = this.#now()
    for (const limit of this.#uses.keys()) limit.open(-1)
    for (const place of this.#places) {
      place.release(now)
      this.#onChange(place)
    }
  }
}
