import type { SearchKind } from './search-backend.ts'
import { CooldownFault, type SearchFault } from './search-fault.ts'

/** A circuit breaker, as for providers: `enter` returns the milliseconds until a trial is allowed. */
export interface SearchCircuits {
  enter(key: string): number | null
  succeeded(key: string): void
  failed(key: string): void
  left(key: string): void
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

  /** Callers must report the outcome. @throws CooldownFault with the last reason during a cooldown */
  enter(id: string, kind: SearchKind): void {
    this.assertNotCoolingDown(id)
    const key = keyOf(id, kind)
    const waitMs = this.#circuits.enter(key)
    if (waitMs !== null) throw toCooldownFault(this.#failing.get(key), waitMs)
  }

  /** For callers that entered before the cooldown, and waited. @throws CooldownFault */
  assertNotCoolingDown(id: string): void {
    const cooldown = this.#coolingDown.get(id)
    const cooldownMs = (cooldown?.until ?? 0) - this.#now()
    if (cooldownMs > 0) throw toCooldownFault(cooldown?.fault, cooldownMs)
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

  /** The caller disconnected, or another request failed first: no outcome. */
  left(id: string, kind: SearchKind): void {
    this.#circuits.left(keyOf(id, kind))
  }

  /** Applies the cooldown of a fault immediately: others may be waiting. */
  note(id: string, fault: SearchFault): void {
    const asked = Math.min(fault.retryAfterMs ?? 0, askedToWaitMsMax)
    const cooldownMs = fault.kind === 'unreachable' ? unreachableMs : asked
    if (cooldownMs === 0 || fault instanceof CooldownFault) return
    this.#coolingDown.set(id, { until: this.#now() + cooldownMs, fault })
  }
}

function keyOf(id: string, kind: SearchKind): string {
  return `search ${id} ${kind}`
}

function toCooldownFault(last: SearchFault | undefined, waitMs: number): CooldownFault {
  const reason = last?.message ?? 'it failed repeatedly'
  return new CooldownFault(last?.kind ?? 'error', `${reason}; retry in ${Math.ceil(waitMs / 1000)} s`)
}
