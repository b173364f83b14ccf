/**
 * A circuit breaker per model of a provider: stops requests after repeated failures and allows one trial
 * after a cooldown.
 */
export interface Circuits {
  /** Null: proceed and report the outcome. A number: open; milliseconds until a trial. */
  enter(key: string): number | null
  succeeded(key: string): void
  failed(key: string): void
  /** The attempt ended without a result: the client disconnected or made an error. */
  left(key: string): void
  /** The open circuits. */
  open(): OpenCircuit[]
}

export interface OpenCircuit {
  readonly key: string
  /** Milliseconds until a trial; 0: a trial is due or in progress. */
  readonly waitMs: number
}

export interface CircuitOptions {
  readonly failuresMax?: number
  readonly openMs?: number
  readonly now?: () => number
}

interface Circuit {
  failures: number
  openUntil: number
  trial: boolean
}

export function createCircuits(options: CircuitOptions = {}): Circuits {
  const { failuresMax = 5, openMs = 30_000, now = () => performance.now() } = options
  const circuits = new Map<string, Circuit>()

  return {
    enter(key) {
      const circuit = circuits.get(key)
      if (!circuit || circuit.failures < failuresMax) return null
      const waitMs = circuit.openUntil - now()
      if (waitMs > 0) return waitMs
      if (circuit.trial) return openMs
      circuit.trial = true
      return null
    },
    succeeded(key) {
      if (circuits.size > 0) circuits.delete(key)
    },
    failed(key) {
      const circuit = circuits.get(key) ?? { failures: 0, openUntil: 0, trial: false }
      circuit.failures++
      circuit.trial = false
      if (circuit.failures >= failuresMax) circuit.openUntil = now() + openMs
      circuits.set(key, circuit)
    },
    left(key) {
      const circuit = circuits.get(key)
      if (circuit) circuit.trial = false
    },
    open: () =>
      circuits
        .entries()
        .filter(([, { failures }]) => failures >= failuresMax)
        .map(([key, { openUntil }]) => ({ key, waitMs: Math.max(0, Math.round(openUntil - now())) }))
        .toArray(),
  }
}
