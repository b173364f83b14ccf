/**
 * A circuit breaker per model of a provider: stops requests after repeated failures and allows one trial at a
 * time after a cooldown.
 */
export interface Circuits {
  /** A ticket: proceed and report the outcome with it. A number: open; milliseconds until a trial. */
  enter(key: string): CircuitTicket | number
  /** The open circuits. */
  open(): OpenCircuit[]
}

/** Admission of one attempt. Its first report counts; while a circuit is open, only that of the trial. */
export interface CircuitTicket {
  /** The response is complete. */
  succeeded(): void
  failed(): void
  /** The attempt ended without a result: the client disconnected or made an error. */
  left(): void
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

export function createCircuits(options: CircuitOptions = {}): Circuits {
  return new CircuitsByKey(options)
}

interface Circuit {
  failures: number
  openUntil: number
  trial: Ticket | null
}

type Outcome = 'succeeded' | 'failed' | 'left'

class CircuitsByKey implements Circuits {
  readonly #failuresMax: number
  readonly #openMs: number
  readonly #now: () => number
  readonly #circuits = new Map<string, Circuit>()

  constructor({ failuresMax = 5, openMs = 30_000, now = () => performance.now() }: CircuitOptions) {
    this.#failuresMax = failuresMax
    this.#openMs = openMs
    this.#now = now
  }

  enter(key: string): CircuitTicket | number {
    const ticket = new Ticket(this, key)
    const circuit = this.#circuits.get(key)
    if (circuit === undefined || circuit.failures < this.#failuresMax) return ticket
    const waitMs = circuit.openUntil - this.#now()
    if (waitMs > 0) return waitMs
    if (circuit.trial !== null) return this.#openMs
    circuit.trial = ticket
    return ticket
  }

  report(ticket: Ticket, outcome: Outcome): void {
    const circuit = this.#circuits.get(ticket.key)
    // An attempt from before the circuit opened: the trial decides.
    if (circuit !== undefined && circuit.failures >= this.#failuresMax && circuit.trial !== ticket) return
    if (circuit !== undefined) circuit.trial = null
    if (outcome === 'failed') this.#fail(ticket.key, circuit)
    else if (outcome === 'succeeded' && circuit !== undefined) this.#circuits.delete(ticket.key)
  }

  #fail(key: string, known: Circuit | undefined): void {
    const circuit = known ?? { failures: 0, openUntil: 0, trial: null }
    circuit.failures++
    if (circuit.failures >= this.#failuresMax) circuit.openUntil = this.#now() + this.#openMs
    this.#circuits.set(key, circuit)
  }

  open(): OpenCircuit[] {
    return this.#circuits
      .entries()
      .filter(([, { failures }]) => failures >= this.#failuresMax)
      .map(([key, { openUntil }]) => ({ key, waitMs: Math.max(0, Math.round(openUntil - this.#now())) }))
      .toArray()
  }
}

class Ticket implements CircuitTicket {
  readonly key: string
  #circuits: CircuitsByKey | null

  constructor(circuits: CircuitsByKey, key: string) {
    this.#circuits = circuits
    this.key = key
  }

  succeeded(): void {
    this.#report('succeeded')
  }

  failed(): void {
    this.#report('failed')
  }

  left(): void {
    this.#report('left')
  }

  #report(outcome: Outcome): void {
    const circuits = this.#circuits
    this.#circuits = null
    circuits?.report(this, outcome)
  }
}
