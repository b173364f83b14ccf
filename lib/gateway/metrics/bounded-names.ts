export const otherName = 'other'

/** At most so many names as values of a label; the others share `other`. */
export class BoundedNames {
  readonly #max: number
  readonly #names = new Set<string>()

  constructor(max: number) {
    this.#max = max
  }

  of(name: string): string {
    if (this.#names.has(name)) return name
    if (this.#names.size >= this.#max) return otherName
    this.#names.add(name)
    return name
  }
}

interface Use<Value> {
  count: number
  value: Value
}

interface MostUsedOptions<Value> {
  readonly max: number
  /** Called when a name gets series of its own. */
  readonly create: (name: string) => Value
  /** Called when the series of a name end. */
  readonly drop: (name: string) => void
}

// Bounds the memory of names that are waiting for a place.
const waitingMax = 2_000
// A name that is used as often as another one would otherwise replace it again and again.
const moreOften = 1.5

/**
 * The most used names with something of their own; the others share `other`. A name never used as often as those that
 * have places counts as `other` from its first use on.
 */
export class MostUsedNames<Value> {
  readonly #options: MostUsedOptions<Value>
  readonly #named = new Map<string, Use<Value>>()
  readonly #waiting = new Map<string, number>()
  readonly #other: Value

  constructor(options: MostUsedOptions<Value>) {
    this.#options = options
    this.#other = options.create(otherName)
  }

  has(name: string): boolean {
    return this.#named.has(name)
  }

  use(name: string): Value {
    const known = this.#named.get(name)
    if (known !== undefined) {
      known.count++
      return known.value
    }
    return this.#useNew(name)
  }

  /** For requests of a name that no list has. */
  get other(): Value {
    return this.#other
  }

  /** Gives the places of names that are used less to those that are used more. */
  rank(): void {
    if (this.#waiting.size === 0) return
    const waiting = [...this.#waiting].toSorted(([, one], [, other]) => other - one)
    const named = [...this.#named].toSorted(([, one], [, other]) => one.count - other.count)
    for (const [index, [name, count]] of waiting.entries()) {
      const least = named[index]
      if (least === undefined || count < least[1].count * moreOften) break
      this.#options.drop(least[0])
      this.#named.delete(least[0])
      this.#waiting.delete(name)
      this.#waiting.set(least[0], least[1].count)
      this.#named.set(name, { count, value: this.#options.create(name) })
    }
    // Otherwise those that were used once would keep out new ones.
    if (this.#waiting.size >= waitingMax) this.#waiting.clear()
  }

  #useNew(name: string): Value {
    if (this.#named.size < this.#options.max) {
      const value = this.#options.create(name)
      this.#named.set(name, { count: 1, value })
      return value
    }
    const count = this.#waiting.get(name)
    if (count !== undefined || this.#waiting.size < waitingMax) this.#waiting.set(name, (count ?? 0) + 1)
    return this.#other
  }
}
