import { setImmediate as settled } from 'node:timers/promises'
import { vi } from 'vitest'

interface Timer {
  at: number
  readonly everyMs: number | null
  readonly run: () => void
}

/** A clock that only tests advance; fake timers would take a millisecond for each timer. */
export class VirtualTime {
  #now = 1_000
  readonly #timers = new Map<number, Timer>()
  #last = 0

  constructor() {
    const add = (run: () => void, ms: number, everyMs: number | null) => {
      this.#timers.set(++this.#last, { at: this.#now + Math.max(0, ms), everyMs, run })
      const id = this.#last
      return { id, unref: () => id }
    }
    const clear = (timer: { readonly id: number } | undefined) => void this.#timers.delete(timer?.id ?? 0)
    vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => add(run, ms, null))
    vi.stubGlobal('setInterval', (run: () => void, ms: number) => add(run, ms, ms))
    vi.stubGlobal('clearTimeout', clear)
    vi.stubGlobal('clearInterval', clear)
  }

  now(): number {
    return this.#now
  }

  /** Runs all timers up to then, and what they resolve. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms
    await settled()
    for (let next = this.#nextBefore(end); next !== null; next = this.#nextBefore(end)) {
      this.#now = next.at
      next.run()
      await settled()
    }
    this.#now = end
  }

  #nextBefore(end: number): Timer | null {
    let found: [number, Timer] | null = null
    for (const entry of this.#timers) if (found === null || entry[1].at < found[1].at) found = entry
    if (found === null || found[1].at > end) return null
    const [id, timer] = found
    const { at, everyMs, run } = timer
    if (everyMs === null) this.#timers.delete(id)
    else timer.at += everyMs
    return { at, everyMs, run }
  }
}
