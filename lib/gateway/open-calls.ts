import type { ApiError } from '#lib/errors.ts'

export interface OpenCall {
  /** Sha256 of the key it was made with; null: without one. */
  readonly keyHash: string | null
  abort(reason: ApiError): void
}

/** The calls in flight, so that a revoked key or a shutdown reaches them. */
export class OpenCalls {
  readonly #calls = new Set<OpenCall>()
  readonly #waiting = new Set<() => void>()

  get size(): number {
    return this.#calls.size
  }

  add(call: OpenCall): void {
    this.#calls.add(call)
  }

  delete(call: OpenCall): void {
    this.#calls.delete(call)
    if (this.#calls.size > 0) return
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }

  keyHashes(): Set<string> {
    return new Set([...this.#calls].flatMap(call => call.keyHash ?? []))
  }

  abortKey(keyHash: string, reason: ApiError): void {
    for (const call of this.#calls) if (call.keyHash === keyHash) call.abort(reason)
  }

  abortAll(reason: ApiError): void {
    for (const call of this.#calls) call.abort(reason)
  }

  /** Resolves when nothing is in flight. */
  async idle(): Promise<void> {
    if (this.#calls.size === 0) return
    await new Promise<void>(resolve => this.#waiting.add(resolve))
  }
}
