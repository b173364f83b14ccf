import type { Deployment } from '#lib/providers/registry/target.ts'
import { Cooldowns } from './cooldowns.ts'
import { StickySessions } from './sticky-sessions.ts'

/** State of the deployments of a gateway. */
export interface Routing {
  readonly cooldowns: Cooldowns
  readonly inProgress: RequestsInProgress
  readonly stickySessions: StickySessions
}

export function createRouting(now: () => number = () => performance.now()): Routing {
  return {
    cooldowns: new Cooldowns(now),
    inProgress: new RequestsInProgress(),
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

const keyNumber = /#\d+$/
