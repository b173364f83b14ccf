import { SearchFault } from './search-fault.ts'

/** Stops asking what keeps failing, as for providers: `enter` tells in how many milliseconds a trial is due. */
export interface SearchCircuits {
  enter(key: string): number | null
  succeeded(key: string): void
  failed(key: string): void
  left(key: string): void
}

export const unreachableMs = 60_000
const askedToWaitMsMax = 600_000

/** Backends that are not asked for a while, so that no search waits for what is known to be away. */
export class BackendRests {
  readonly #circuits: SearchCircuits
  readonly #now: () => number
  readonly #until = new Map<string, number>()
  readonly #last = new Map<string, SearchFault>()

  constructor(circuits: SearchCircuits, now: () => number = () => performance.now()) {
    this.#circuits = circuits
    this.#now = now
  }

  /** Whoever enters reports how it went. @throws SearchFault with the last reason, when it is not asked now */
  enter(id: string): void {
    const restMs = (this.#until.get(id) ?? 0) - this.#now()
    const waitMs = restMs > 0 ? restMs : this.#circuits.enter(keyOf(id))
    if (waitMs === null) return
    const last = this.#last.get(id)
    const reason = last?.message ?? 'it failed several times'
    throw new SearchFault(
      last?.kind ?? 'error',
      `${reason}; it is asked again in ${Math.ceil(waitMs / 1000)} s`,
    )
  }

  succeeded(id: string): void {
    this.#last.delete(id)
    this.#circuits.succeeded(keyOf(id))
  }

  failed(id: string, fault: SearchFault): void {
    this.#last.set(id, fault)
    this.#circuits.failed(keyOf(id))
    const restMs =
      fault.kind === 'unreachable' ? unreachableMs : Math.min(fault.retryAfterMs ?? 0, askedToWaitMsMax)
    if (restMs > 0) this.#until.set(id, this.#now() + restMs)
  }

  /** The caller left: nothing was learnt. */
  left(id: string): void {
    this.#circuits.left(keyOf(id))
  }
}

function keyOf(id: string): string {
  return `search ${id}`
}
