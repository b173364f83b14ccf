import { type AnyTarget, targetKey } from '#lib/providers/registry/target.ts'
import { UpstreamError } from '#lib/providers/transport/upstream-error.ts'

const targetsMax = 10_000
const namesStreaming = /\bstream(ing|ed|_options)?\b/i

/** Targets that cannot stream, or report no usage in a stream: later requests ask them for one piece. In memory. */
export class PlainTargets {
  readonly #keys = new Set<string>()

  has(target: AnyTarget): boolean {
    return this.#keys.has(targetKey(target))
  }

  add(target: AnyTarget): void {
    if (this.#keys.size < targetsMax) this.#keys.add(targetKey(target))
  }

  /** Whether the target refused the stream and not the request. It is remembered then. */
  learn(target: AnyTarget, error: unknown): boolean {
    const refused =
      error instanceof UpstreamError && error.status === 400 && namesStreaming.test(error.message)
    if (refused) this.add(target)
    return refused
  }
}
