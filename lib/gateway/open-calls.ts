import type { ApiError } from '#lib/errors.ts'

export interface OpenCall {
  /** SHA-256 of its key; null: no key. */
  readonly keyHash: string | null
  /** As the console shows it; null: it leaves no row. */
  readonly shown: ShownCall | null
  /** Its index among the open requests, set by them. */
  index: number
  abort(reason: ApiError): void
}

export interface ShownCall {
  readonly id: string
  readonly teamId: string
  readonly keyId: string
  readonly userId: string | null
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** As requested; null: not known yet, or it names none. */
  readonly model: string | null
}

const shownMax = 20

/** Requests in flight, so that a revoked key or a shutdown can abort them. */
export class OpenCalls {
  // Not a Set: it takes a new table every few calls, and V8 keeps the old ones, with the calls they name, until it
  // next collects the whole heap.
  readonly #calls: OpenCall[] = []
  readonly #waiting = new Set<() => void>()

  get size(): number {
    return this.#calls.length
  }

  add(call: OpenCall): void {
    call.index = this.#calls.length
    this.#calls.push(call)
  }

  delete(call: OpenCall): void {
    if (this.#calls[call.index] !== call) return
    const last = this.#calls.pop()
    if (last !== undefined && last !== call) {
      last.index = call.index
      this.#calls[call.index] = last
    }
    if (this.#calls.length > 0) return
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }

  keyHashes(): Set<string> {
    return new Set(this.#calls.flatMap(call => call.keyHash ?? []))
  }

  /** Those of a team's key, newest first. @param userId null: of all members */
  ofKey(teamId: string, keyId: string, userId: string | null): readonly ShownCall[] {
    return this.#calls
      .flatMap(({ shown }) => shown ?? [])
      .filter(call => call.teamId === teamId && call.keyId === keyId)
      .filter(call => userId === null || call.userId === userId)
      .toSorted((one, other) => other.startedAt - one.startedAt)
      .slice(0, shownMax)
  }

  abortKey(keyHash: string, reason: ApiError): void {
    const calls = this.#calls.filter(call => call.keyHash === keyHash)
    for (const call of calls) call.abort(reason)
  }

  abortAll(reason: ApiError): void {
    const calls = this.#calls.slice()
    for (const call of calls) call.abort(reason)
  }

  /** Resolves when nothing is in flight. */
  async idle(): Promise<void> {
    if (this.#calls.length === 0) return
    await new Promise<void>(resolve => this.#waiting.add(resolve))
  }
}
