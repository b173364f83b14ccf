import { ApiError } from '#lib/errors.ts'
import type { Circuits, CircuitFailure, CircuitTicket } from '#lib/capabilities/attempts/circuit.ts'
import { type AnyTarget, type Deployed, targetKey } from '#lib/providers/registry/target.ts'
import { rankDeployments } from './rank-deployments.ts'
import { busy, type Routing } from './routing.ts'

/** A deployment that may be asked now. */
export interface ChosenDeployment<T> {
  readonly target: Deployed<T>
  readonly ticket: CircuitTicket
}

/** State of the gateway that all choices share. */
export interface ChoiceDeps {
  readonly circuits: Circuits
  readonly routing: Routing
}

/**
 * The deployments of one model, for the attempts of one request: each of them once in the order of `rankDeployments`,
 * without those that cannot be used now, and some of them again.
 */
export class DeploymentChoice<T extends AnyTarget> {
  readonly #deps: ChoiceDeps
  readonly #ranked: readonly Deployed<T>[]
  readonly #session: string | null
  readonly #failures = new Map<Deployed<T>, ApiError>()
  readonly #unable: ApiError[] = []
  readonly #triedAgain = new Set<Deployed<T>>()
  #left: readonly Deployed<T>[]
  #blocked: ApiError[] = []
  #chosen: ChosenDeployment<T> | null = null
  #last: Deployed<T> | null = null

  /** @param id of the session; null: it has none, and any deployment is as good */
  constructor(deployments: readonly Deployed<T>[], id: string | null, deps: ChoiceDeps) {
    this.#deps = deps
    const [first] = deployments
    const hasAffinity = id !== null && first?.deployment.affinity === true
    this.#ranked = rankDeployments(deployments, hasAffinity ? id : null)
    this.#session = hasAffinity && savesByStaying(first) ? `${id}\n${first.publicId}` : null
    this.#left = withFirst(this.#ranked, this.#session, deps)
  }

  /** Whether a deployment was not asked yet. */
  hasNext(): boolean {
    return this.#left.length > 0
  }

  /** Chooses the next deployment. @returns whether there is one */
  choose(): boolean {
    this.#blocked = []
    for (const target of this.#left) {
      const entered = this.#enter(target)
      if (entered instanceof ApiError) {
        this.#blocked.push(entered)
        continue
      }
      this.#left = this.#left.filter(each => each !== target)
      this.#chosen = { target, ticket: entered }
      return true
    }
    return false
  }

  /** Whether `take` has one that `choose` has found. */
  get isChosen(): boolean {
    return this.#chosen !== null
  }

  /** The chosen deployment, once. @returns null: there is none */
  take(): ChosenDeployment<T> | null {
    if (this.#chosen === null) this.choose()
    const chosen = this.#chosen
    this.#chosen = null
    this.#last = chosen?.target ?? this.#last
    return chosen
  }

  /** The deployment that was taken last has failed. */
  failed(failure: ApiError): void {
    if (this.#last === null) return
    this.#failures.set(this.#last, failure)
    this.#deps.routing.cooldowns.failed(this.#last.deployment, failure)
  }

  /** The deployment cannot serve this request: another one may have a larger context window, or read images. */
  unable(refusal: ApiError): void {
    this.#unable.push(refusal)
  }

  /** Milliseconds until one of the deployments may succeed where it has failed. @returns null: soon none does */
  waitMs(backOffMs: number): number | null {
    const retryable = this.#failures.values().filter(failure => failure.retryable)
    const waitMs = Math.min(
      ...retryable.map(failure => failure.retryAfterMs ?? ownWaitMs(failure, backOffMs)),
    )
    return waitMs > waitMsMax ? null : waitMs
  }

  /** Allows one of the deployments with retryable failures again: the best of those that were tried least. */
  again(): void {
    const retryable = this.#ranked.filter(target => this.#failures.get(target)?.retryable === true)
    const next = retryable.find(target => !this.#triedAgain.has(target)) ?? retryable[0]
    if (next === undefined) return
    this.#triedAgain.add(next)
    this.#left = [next]
  }

  /**
   * Why no deployment answered.
   * @throws ApiError of the first deployment if none is able to serve the request
   */
  reasons(): ApiError[] {
    const failures = Array.from(this.#failures, ([target, failure]) => this.#withTime(target, failure))
    const reasons = [...failures, ...this.#blocked]
    const [refusal] = this.#unable
    if (reasons.length === 0 && refusal !== undefined) throw refusal
    return reasons
  }

  /** A rate limit without a time lasts for the cooldown of the key. */
  #withTime({ deployment }: Deployed<T>, failure: ApiError): ApiError {
    if (failure.code !== 'rate_limit_exceeded' || failure.retryAfterMs !== null) return failure
    return this.#deps.routing.cooldowns.problemOf(deployment) ?? failure
  }

  #enter(target: Deployed<T>): CircuitTicket | ApiError {
    const { deployment } = target
    const { circuits, routing } = this.#deps
    const cooling = routing.cooldowns.problemOf(deployment)
    if (cooling !== null) return cooling
    const end = routing.inProgress.begin(deployment)
    if (end === null) return busy(deployment)
    const circuit = circuits.enter(targetKey(target))
    if (typeof circuit !== 'number') return new DeploymentTicket(circuit, end, () => this.#succeeded(target))
    end()
    return circuitOpen(target, circuit)
  }

  #succeeded(target: Deployed<T>): void {
    const { deployment } = target
    const { cooldowns, stickySessions } = this.#deps.routing
    cooldowns.succeeded(deployment)
    if (this.#session === null) return
    if (target === this.#ranked[0]) stickySessions.isHome(this.#session)
    else stickySessions.stays(this.#session, deployment.name)
  }
}

export function circuitOpen(target: AnyTarget, retryAfterMs: number): ApiError {
  const message = `The provider \`${target.providerId}\` is temporarily disabled for \`${target.publicId}\` after repeated failures.`
  return new ApiError('no_provider_available', message, { retryAfterMs })
}

/** A session whose prompt costs the same everywhere may go home at once. */
function savesByStaying({ price }: AnyTarget): boolean {
  const { input, cacheRead } = price?.rates ?? {}
  return input === undefined || (cacheRead !== undefined && cacheRead < input)
}

/** The deployment to which a session went comes first. */
function withFirst<T extends AnyTarget>(
  ranked: readonly Deployed<T>[],
  session: string | null,
  { routing }: Pick<ChoiceDeps, 'routing'>,
): readonly Deployed<T>[] {
  const name = session === null ? null : routing.stickySessions.deploymentOf(session)
  const first = name === null ? undefined : ranked.find(({ deployment }) => deployment.name === name)
  return first === undefined ? ranked : [first, ...ranked.filter(each => each !== first)]
}

// With a longer pause, another model is the better answer.
const waitMsMax = 2_000

/** A rate limit without a time lasts for its cooldown. */
function ownWaitMs({ code }: ApiError, backOffMs: number): number {
  return code === 'rate_limit_exceeded' ? Infinity : backOffMs
}

/** The ticket of the circuit, which also ends the request in progress. */
class DeploymentTicket implements CircuitTicket {
  readonly #circuit: CircuitTicket
  readonly #end: () => void
  readonly #onSuccess: () => void
  #isOpen = true

  constructor(circuit: CircuitTicket, end: () => void, onSuccess: () => void) {
    this.#circuit = circuit
    this.#end = end
    this.#onSuccess = onSuccess
  }

  succeeded(): void {
    this.#circuit.succeeded()
    if (this.#close()) this.#onSuccess()
  }

  failed(failure?: CircuitFailure): void {
    this.#circuit.failed(failure)
    this.#close()
  }

  left(): void {
    this.#circuit.left()
    this.#close()
  }

  #close(): boolean {
    const wasOpen = this.#isOpen
    this.#isOpen = false
    if (wasOpen) this.#end()
    return wasOpen
  }
}
