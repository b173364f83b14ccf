const stayMs = 600_000
const sessionsMax = 10_000

interface Stay {
  readonly deployment: string
  readonly until: number
}

/**
 * Sessions that had to leave their deployment stay where they went, because the provider there has their prompt in its
 * cache. In memory: another instance sends them home earlier, which costs one prompt without the cache.
 */
export class StickySessions {
  readonly #now: () => number
  /** The least recently used first. */
  readonly #stays = new Map<string, Stay>()

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** @returns null: the session is at home */
  deploymentOf(session: string): string | null {
    const stay = this.#stays.get(session)
    return stay === undefined || stay.until <= this.#now() ? null : stay.deployment
  }

  stays(session: string, deployment: string): void {
    this.#stays.delete(session)
    this.#stays.set(session, { deployment, until: this.#now() + stayMs })
    const [oldest] = this.#stays.keys()
    if (this.#stays.size > sessionsMax && oldest !== undefined) this.#stays.delete(oldest)
  }

  isHome(session: string): void {
    this.#stays.delete(session)
  }
}
