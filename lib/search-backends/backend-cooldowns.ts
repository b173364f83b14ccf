import type { SearchKind } from './search-backend.ts'
import { CooldownFault, type SearchFault } from './search-fault.ts'

/** A circuit breaker, as for providers: `enter` returns a ticket, or the milliseconds until a trial is allowed. */
export interface SearchCircuits {
  enter(key: string): SearchTicket | number
}

interface SearchTicket {
  succeeded(): void
  failed(failure?: { readonly inputHash: string | null }): void
  left(): void
}

/** Admission of one search; its first report counts. */
export interface BackendTicket {
  succeeded(): void
  failed(fault: SearchFault): void
  /** The caller disconnected, or another request failed first: no outcome. */
  left(): void
}

const unreachableMs = 60_000
const askedToWaitMsMax = 600_000

/**
 * Backends in cooldown, so that no search waits for one that is known to be unavailable. An unreachable or
 * rate-limited backend is in cooldown for everything; one that keeps failing only for the failing search type:
 * without a video engine it may still search the web.
 */
export class BackendCooldowns {
  readonly #circuits: SearchCircuits
  readonly #now: () => number
  readonly #coolingDown = new Map<string, { readonly until: number; readonly fault: SearchFault }>()
  readonly #failing = new Map<string, SearchFault>()

  constructor(circuits: SearchCircuits, now: () => number = () => performance.now()) {
    this.#circuits = circuits
    this.#now = now
  }

  /**
   * Callers must report the outcome.
   * @param query errors of the same query count once, because they may be about it alone
   * @throws CooldownFault with the last reason during a cooldown
   */
  enter(id: string, kind: SearchKind, query: string): BackendTicket {
    this.assertNotCoolingDown(id)
    const key = `search ${id} ${kind}`
    const circuit = this.#circuits.enter(key)
    if (typeof circuit === 'number') throw toCooldownFault(this.#failing.get(key), circuit)
    return {
      succeeded: () => {
        this.#failing.delete(key)
        circuit.succeeded()
      },
      failed: fault => {
        this.note(id, fault)
        this.#failing.set(key, fault)
        circuit.failed({ inputHash: fault.kind === 'error' ? query : null })
      },
      left: () => circuit.left(),
    }
  }

  /** For callers that entered before the cooldown, and waited. @throws CooldownFault */
  assertNotCoolingDown(id: string): void {
    const cooldown = this.#coolingDown.get(id)
    const cooldownMs = (cooldown?.until ?? 0) - this.#now()
    if (cooldownMs > 0) throw toCooldownFault(cooldown?.fault, cooldownMs)
  }

  /** Applies the cooldown of a fault immediately: others may be waiting. */
  note(id: string, fault: SearchFault): void {
    const asked = Math.min(fault.retryAfterMs ?? 0, askedToWaitMsMax)
    const cooldownMs = fault.kind === 'unreachable' ? unreachableMs : asked
    if (cooldownMs === 0 || fault instanceof CooldownFault) return
    this.#coolingDown.set(id, { until: this.#now() + cooldownMs, fault })
  }
}

function toCooldownFault(last: SearchFault | undefined, waitMs: number): CooldownFault {
  const reason = last?.message ?? 'it failed repeatedly'
  return new CooldownFault(last?.kind ?? 'error', `${reason}; retry in ${Math.ceil(waitMs / 1000)} s`)
}
