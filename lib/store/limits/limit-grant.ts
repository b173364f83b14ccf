import type { PlaceLimit } from './place-limit.ts'
import type { Use, WindowLimit } from './window-limit.ts'

/** The use of one window, in parts that can be given back. */
interface Taken {
  readonly limit: WindowLimit
  readonly uses: Use[]
}

/** The amounts that one request took of its limits. */
export class LimitGrant {
  readonly #now: () => number
  readonly #onChange: (limit: WindowLimit | PlaceLimit) => void
  readonly #windows: Taken[] = []
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
    this.#windows.push({ limit, uses: limit.take(amount, now) })
    this.#onChange(limit)
  }

  /** Takes over what another grant took. */
  add(other: LimitGrant): void {
    for (const taken of other.#windows) {
      const own = this.#windows.find(({ limit }) => limit === taken.limit)
      if (own === undefined) this.#windows.push(taken)
      else {
        own.uses.push(...taken.uses)
        taken.limit.open(-1)
      }
    }
    this.#places.push(...other.#places)
  }

  /** Replaces the tokens taken so far by those used: a difference counts from now on. */
  settle(tokens: number): void {
    const now = this.#now()
    for (const { limit, uses } of this.#windows) {
      if (limit.unit !== 'tokens') continue
      let taken = 0
      for (const { amount } of uses) taken += amount
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
    for (const { limit } of this.#windows) limit.open(-1)
    for (const place of this.#places) {
      place.release(now)
      this.#onChange(place)
    }
  }
}
