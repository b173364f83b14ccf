/** Who wants to hear of a change. */
export class Listeners {
  readonly #listeners = new Set<() => void>()

  /** @returns how to stop listening */
  add(listener: () => void): () => void {
    // A wrapper of its own: the same function may be given twice, and each call stops only its own.
    const own = () => listener()
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  call(): void {
    for (const listener of this.#listeners) listener()
  }

  clear(): void {
    this.#listeners.clear()
  }
}
