import type { SearchKind } from './search-backend.ts'
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

/**
 * Backends that are not asked for a while, so that no search waits for what is known to be away. One that is away, or
 * wants to be left alone, is so for everything; one that keeps failing only for the kind of search that fails: without
 * an engine for videos it may well know the web.
 */
export class BackendRests {
  readonly #circuits: SearchCircuits
  readonly #now: () => number
  readonly #resting = new Map<string, { readonly until: number; readonly fault: SearchFault }>()
  readonly #failing = new Map<string, SearchFault>()

  constructor(circuits: SearchCircuits, now: () => number = () => performance.now()) {
    this.#circuits = circuits
    this.#now = now
  }

  /** Whoever enters reports how it went. @throws RestFault with the last reason, when it is not asked now */
  enter(id: string, kind: SearchKind): void {
    this.refuseResting(id)
    const key = keyOf(id, kind)
    const waitMs = this.#circuits.enter(key)
    if (waitMs !== null) throw toRestFault(this.#failing.get(key), waitMs)
  }

  /** For whoever entered before it was known, and waited. @throws RestFault */
  refuseResting(id: string): void {
    const resting = this.#resting.get(id)
    const restMs = (resting?.until ?? 0) - this.#now()
    if (restMs > 0) throw toRestFault(resting?.fault, restMs)
  }

  succeeded(id: string, kind: SearchKind): void {
    const key = keyOf(id, kind)
    this.#failing.delete(key)
    this.#circuits.succeeded(key)
  }

  failed(id: string, kind: SearchKind, fault: SearchFault): void {
    this.note(id, fault)
    const key = keyOf(id, kind)
    this.#failing.set(key, fault)
    this.#circuits.failed(key)
  }

  /** The caller left, or others found out first: nothing was learnt. */
  left(id: string, kind: SearchKind): void {
    this.#circuits.left(keyOf(id, kind))
  }

  /** What a fault says about the next while, at once: others may be waiting to ask. */
  note(id: string, fault: SearchFault): void {
    const asked = Math.min(fault.retryAfterMs ?? 0, askedToWaitMsMax)
    const restMs = fault.kind === 'unreachable' ? unreachableMs : asked
    if (restMs === 0 || fault instanceof RestFault) return
    this.#resting.set(id, { until: this.#now() + restMs, fault })
  }
}

function keyOf(id: string, kind: SearchKind): string {
  return `search ${id} ${kind}`
}

function toRestFault(last: SearchFault | undefined, waitMs: number): RestFault {
  const reason = last?.message ?? 'it failed several times'
  return new RestFault(last?.kind ?? 'error', `${reason}; it is asked again in ${Math.ceil(waitMs / 1000)} s`)
}
