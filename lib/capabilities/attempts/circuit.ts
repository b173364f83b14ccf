/**
 * A circuit breaker per model of a provider: stops requests after repeated failures, in a row or half of those of a
 * minute, and allows one trial at a time after a cooldown.
 */
export interface Circuits {
  /** A ticket: proceed and report the outcome with it. A number: open; milliseconds until a trial. */
  enter(key: string): CircuitTicket | number
  /** Only `trial` begins trials of these circuits: no request of a client is one. */
  leaveTrials(isProbed: (key: string) => boolean): void
  /** The ticket of a trial at any time; null: the circuit is closed, or a trial is in progress. */
  trial(key: string): CircuitTicket | null
  /** The open circuits. */
  open(): OpenCircuit[]
  /** Calls the listener when a circuit opens and closes because of requests here. */
  onChange(listener: (key: string, state: CircuitState) => void): void
  /**
   * Another instance opened or closed its circuit: the next request after a short pause, or at once, is the trial
   * here. Requests that succeeded here lately know better.
   */
  noteElsewhere(key: string, state: CircuitState): void
}

export type CircuitState = 'open' | 'closed'

/** Admission of one attempt. Its first report counts; while a circuit is open, only that of the trial. */
export interface CircuitTicket {
  /** The response is complete. */
  succeeded(): void
  failed(failure?: CircuitFailure): void
  /** The attempt ended without a result: the client disconnected or made an error. */
  left(): void
}

export interface CircuitFailure {
  /** How many failures it counts as; 1 by default. */
  readonly weight?: number
  /** The input that may have failed by itself: again within a minute, it does not count. */
  readonly inputHash?: string | null
  /** Whether it counts as one in a row, which it does by default; otherwise only its share of a minute counts. */
  readonly inRow?: boolean
}

export interface OpenCircuit {
  readonly key: string
  /** Milliseconds until a trial; 0: a trial is due or in progress. */
  readonly waitMs: number
}

export interface CircuitOptions {
  /** In a row. */
  readonly failuresMax?: number
  /** After the circuit opened; doubles with each trial that fails. */
  readonly openMs?: number
  readonly openMsMax?: number
  readonly now?: () => number
}

export function createCircuits(options: CircuitOptions = {}): Circuits {
  return new CircuitsByKey(options)
}

interface Circuit {
  failuresInRow: number
  /** Outcomes of the last minute, by second. */
  readonly seconds: { readonly second: number; attempts: number; failures: number }[]
  /** The second of their last failure, oldest first. */
  readonly failedInputs: Map<string, number>
  succeededAt: number
  open: Open | null
  /** Since the last search for one to forget. */
  used: boolean
}

interface Open {
  until: number
  /** Pause after this one, if the trial fails. */
  readonly nextMs: number
  trial: Ticket | null
}

type Outcome = 'succeeded' | 'failed' | 'left'

const windowSeconds = 60
const attemptsMin = 20
const failedShareMax = 0.5
const elsewhereMs = 10_000
const recentlyMs = 5_000
// A client may name any number of models.
const circuitsMax = 10_000
const failedInputsMax = 100

class CircuitsByKey implements Circuits {
  readonly #failuresMax: number
  readonly #openMs: number
  readonly #openMsMax: number
  readonly #now: () => number
  readonly #circuits = new Map<string, Circuit>()
  #isProbed: (key: string) => boolean = () => false
  readonly #listeners: ((key: string, state: CircuitState) => void)[] = []

  constructor(options: CircuitOptions) {
    this.#failuresMax = options.failuresMax ?? 5
    this.#openMs = options.openMs ?? 30_000
    this.#openMsMax = options.openMsMax ?? 300_000
    this.#now = options.now ?? (() => performance.now())
  }

  enter(key: string): CircuitTicket | number {
    const ticket = new Ticket(this, key)
    const open = this.#circuits.get(key)?.open ?? null
    if (open === null) return ticket
    const waitMs = open.until - this.#now()
    if (waitMs > 0) return waitMs
    if (open.trial !== null || this.#isProbed(key)) return this.#openMs
    open.trial = ticket
    return ticket
  }

  leaveTrials(isProbed: (key: string) => boolean): void {
    this.#isProbed = isProbed
  }

  trial(key: string): CircuitTicket | null {
    const open = this.#circuits.get(key)?.open ?? null
    if (open === null || open.trial !== null) return null
    open.trial = new Ticket(this, key)
    return open.trial
  }

  report(
    ticket: Ticket,
    reported: Outcome,
    { weight = 1, inputHash = null, inRow = true }: CircuitFailure,
  ): void {
    const outcome = inputHash !== null && this.#hasFailed(ticket.key, inputHash) ? 'left' : reported
    const open = this.#circuits.get(ticket.key)?.open ?? null
    if (open !== null) return this.#reportTrial(open, ticket, outcome)
    if (outcome === 'left') return
    const circuit = this.#use(ticket.key)
    this.#count(circuit, outcome, weight, inRow)
    if (outcome === 'succeeded' || !this.#isFailing(circuit)) return
    this.#open(circuit, this.#openMs)
    this.#tell(ticket.key, 'open')
  }

  open(): OpenCircuit[] {
    const now = this.#now()
    return this.#circuits
      .entries()
      .flatMap(([key, { open }]) =>
        open === null ? [] : [{ key, waitMs: Math.max(0, Math.round(open.until - now)) }],
      )
      .toArray()
  }

  onChange(listener: (key: string, state: CircuitState) => void): void {
    this.#listeners.push(listener)
  }

  noteElsewhere(key: string, state: CircuitState): void {
    const now = this.#now()
    const known = this.#circuits.get(key)
    if (state === 'closed') {
      if (known?.open) known.open.until = now
      return
    }
    if (known?.open || (known !== undefined && now - known.succeededAt < recentlyMs)) return
    this.#open(this.#use(key), elsewhereMs, this.#openMs)
  }

  /** An attempt from before the circuit opened has no say: the trial decides. */
  #reportTrial(open: Open, ticket: Ticket, outcome: Outcome): void {
    if (open.trial !== ticket) return
    open.trial = null
    if (outcome === 'failed') this.#open(this.#use(ticket.key), open.nextMs)
    if (outcome !== 'succeeded') return
    this.#circuits.delete(ticket.key)
    this.#tell(ticket.key, 'closed')
  }

  #open(circuit: Circuit, ms: number, nextMs = Math.min(ms * 2, this.#openMsMax)): void {
    circuit.open = { until: this.#now() + ms, nextMs, trial: null }
  }

  #tell(key: string, state: CircuitState): void {
    for (const listener of this.#listeners) listener(key, state)
  }

  #use(key: string): Circuit {
    const known = this.#circuits.get(key)
    if (known !== undefined) {
      known.used = true
      return known
    }
    const circuit: Circuit = {
      failuresInRow: 0,
      seconds: [],
      failedInputs: new Map(),
      succeededAt: -Infinity,
      open: null,
      used: true,
    }
    this.#circuits.set(key, circuit)
    if (this.#circuits.size > circuitsMax) this.#forgetOne()
    return circuit
  }

  /**
   * Forgets one that was not used for long. The order is not that of the last use: moving an entry with each request
   * would take a new table every few requests, and V8 keeps the old ones until it next collects the whole heap.
   */
  #forgetOne(): void {
    let left = 2 * this.#circuits.size
    for (const [key, circuit] of this.#circuits) {
      if (circuit.open === null && !circuit.used) return void this.#circuits.delete(key)
      if (left-- === 0) return
      circuit.used = false
      this.#circuits.delete(key)
      this.#circuits.set(key, circuit)
    }
  }

  /** Whether the input failed within the last minute, apart from now. */
  #hasFailed(key: string, inputHash: string): boolean {
    const { failedInputs } = this.#use(key)
    const second = Math.floor(this.#now() / 1000)
    const before = failedInputs.get(inputHash)
    failedInputs.delete(inputHash)
    failedInputs.set(inputHash, second)
    const [oldest] = failedInputs.keys()
    if (failedInputs.size > failedInputsMax && oldest !== undefined) failedInputs.delete(oldest)
    return before !== undefined && before > second - windowSeconds
  }

  #count(circuit: Circuit, outcome: 'succeeded' | 'failed', weight: number, inRow: boolean): void {
    const second = Math.floor(this.#now() / 1000)
    const { seconds } = circuit
    let last = seconds.at(-1)
    if (last?.second !== second) {
      last = { second, attempts: 0, failures: 0 }
      seconds.push(last)
      while (seconds[0] !== undefined && seconds[0].second <= second - windowSeconds) seconds.shift()
    }
    last.attempts += weight
    if (outcome === 'succeeded') {
      circuit.failuresInRow = 0
      circuit.succeededAt = this.#now()
      return
    }
    last.failures += weight
    if (inRow) circuit.failuresInRow += weight
  }

  #isFailing({ failuresInRow, seconds }: Circuit): boolean {
    if (failuresInRow >= this.#failuresMax) return true
    const attempts = seconds.reduce((sum, each) => sum + each.attempts, 0)
    const failures = seconds.reduce((sum, each) => sum + each.failures, 0)
    return attempts >= attemptsMin && failures / attempts >= failedShareMax
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

  failed(failure: CircuitFailure = {}): void {
    this.#report('failed', failure)
  }

  left(): void {
    this.#report('left')
  }

  #report(outcome: Outcome, failure: CircuitFailure = {}): void {
    const circuits = this.#circuits
    this.#circuits = null
    circuits?.report(this, outcome, failure)
  }
}
