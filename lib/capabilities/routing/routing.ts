import type { CircuitFailure, CircuitTicket } from '#lib/capabilities/attempts/circuit.ts'
import { ApiError } from '#lib/errors.ts'
import type { Deployment } from '#lib/providers/registry/target.ts'
import { Cooldowns } from './cooldowns.ts'
import { StickySessions } from './sticky-sessions.ts'

/** State of the deployments of a gateway. */
export interface Routing {
  readonly cooldowns: Cooldowns
  readonly inProgress: RequestsInProgress
  readonly sharedPlaces: SharedPlaces
  readonly stickySessions: StickySessions
}

export function createRouting(now: () => number = () => performance.now()): Routing {
  return {
    cooldowns: new Cooldowns(now),
    inProgress: new RequestsInProgress(),
    sharedPlaces: new SharedPlaces(),
    stickySessions: new StickySessions(now),
  }
}

/** Requests in progress at deployments and providers with a limit. */
export class RequestsInProgress {
  readonly #counts = new Map<string, number>()

  /** @returns null: the limit is reached; else a function that ends the request */
  begin({ name, keyName, parallelMax, providerParallelMax }: Deployment): (() => void) | null {
    const provider = keyName.replace(keyNumber, '')
    const limits = [
      [name, parallelMax],
      [provider, providerParallelMax],
    ] as const
    const limited = limits.filter(([, max]) => max !== Infinity)
    if (limited.some(([counted, max]) => (this.#counts.get(counted) ?? 0) >= max)) return null
    for (const [counted] of limited) this.#add(counted, 1)
    return () => {
      for (const [counted] of limited) this.#add(counted, -1)
    }
  }

  #add(name: string, change: number): void {
    const count = (this.#counts.get(name) ?? 0) + change
    if (count > 0) this.#counts.set(name, count)
    else this.#counts.delete(name)
  }
}

/** @returns a function that ends the request; null: as many as the limit allows are in progress */
type TakePlace = (subject: string, limit: number) => Promise<(() => void) | null>

/** Requests in progress at deployments whose limit holds over all instances. */
export class SharedPlaces {
  #take: TakePlace = () => Promise.resolve(() => undefined)

  /** Sets the book in which instances share their limits; without one there is no limit. */
  follow(take: TakePlace): void {
    this.#take = take
  }

  /**
   * @returns the ticket, which also gives the place back
   * @throws ApiError `rate_limit_exceeded`
   */
  async take(deployment: Deployment, circuit: CircuitTicket): Promise<CircuitTicket> {
    const end = await this.#take(`deployment:${deployment.name}`, deployment.parallelTotalMax)
    if (end === null) throw busy(deployment)
    return new PlacedTicket(circuit, end)
  }
}

const busyMs = 1_000
export const busyReason = 'busy'

/** The error of a request where as many are in progress as the deployment or its provider allows. */
export function busy({ name, parallelMax, parallelTotalMax }: Deployment): ApiError {
  const isOwn = parallelMax !== Infinity || parallelTotalMax !== Infinity
  const limit = !isOwn ? 'its provider allows' : 'it allows'
  const message = `The deployment \`${name}\` has as many requests in progress as ${limit}. Try again later.`
  return new ApiError('rate_limit_exceeded', message, {
    retryAfterMs: busyMs,
    reason: busyReason,
  })
}

/** A ticket of a circuit that also ends a request in progress. */
class PlacedTicket implements CircuitTicket {
  readonly #circuit: CircuitTicket
  #end: (() => void) | null

  constructor(circuit: CircuitTicket, end: () => void) {
    this.#circuit = circuit
    this.#end = end
  }

  succeeded(): void {
    this.#circuit.succeeded()
    this.#close()
  }

  failed(failure?: CircuitFailure): void {
    this.#circuit.failed(failure)
    this.#close()
  }

  left(): void {
    this.#circuit.left()
    this.#close()
  }

  #close(): void {
    const end = this.#end
    this.#end = null
    end?.()
  }
}

const keyNumber = /#\d+$/
