import { RestFault, type SearchFault } from './search-fault.ts'

/** Stops asking what keeps failing, as for providers: `enter` tells in how many milliseconds a trial is due. */
export interface SearchCircuits {
  enter(key: string): number | null
  succeeded(key: string): void
  failed(key: string): void
  left(key: string): void
}

const unreachableMs = 60_000
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

  /** Whoever enters reports how it went. @throws RestFault with the last reason, when it is not asked now */
  enter(id: string): void {
    this.refuseResting(id)
    const waitMs = this.#circuits.enter(keyOf(id))
    if (waitMs !== null) throw this.#toFault(id, waitMs)
  }

  /** For whoever entered before it was known, and waited. @throws RestFault */
  refuseResting(id: string): void {
    const restMs = (this.#until.get(id) ?? 0) - this.#now()
    if (restMs > 0) throw this.#toFault(id, restMs)
  }

  succeeded(id: string): void {
    this.#last.delete(id)
    this.#circuits.succeeded(keyOf(id))
  }

  failed(id: string, fault: SearchFault): void {
    this.note(id, fault)
    this.#last.set(id, fault)
    this.#circuits.failed(keyOf(id))
  }

  /** What a fault says about the next while, at once: others may be waiting to ask. */
  note(id: string, fault: SearchFault): void {
    const asked = Math.min(fault.retryAfterMs ?? 0, askedToWaitMsMax)
    const restMs = fault.kind === 'unreachable' ? unreachableMs : asked
    if (restMs === 0 || fault instanceof RestFault) return
    this.#last.set(id, fault)
    this.#until.set(id, this.#now() + restMs)
  }

  /** The caller left: nothing was learnt. */
  left(id: string): void {
    this.#circuits.left(keyOf(id))
  }

  #toFault(id: string, waitMs: number): RestFault {
    const last = this.#last.get(id)
    const reason = last?.message ?? 'it failed several times'
    return new RestFault(
      last?.kind ?? 'error',
      `${reason}; it is asked again in ${Math.ceil(waitMs / 1000)} s`,
    )
  }
}

function keyOf(id: string): string {
  return `search ${id}`
}
