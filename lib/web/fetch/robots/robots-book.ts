import type { PoliteFetch } from '#lib/web/fetch/polite-fetch.ts'
import { type FetchedRobots, fetchRobots } from './fetch-robots.ts'

/** The robots rules of the hosts of one map, each asked for once. */
export class RobotsBook {
  readonly #fetch: PoliteFetch
  readonly #options: { readonly signal: AbortSignal; readonly timeoutMs: number }
  readonly #byHost = new Map<string, Promise<FetchedRobots>>()

  constructor(fetch: PoliteFetch, options: { readonly signal: AbortSignal; readonly timeoutMs: number }) {
    this.#fetch = fetch
    this.#options = options
  }

  /** @throws the signal's reason */
  rulesFor(url: URL): Promise<FetchedRobots> {
    const known = this.#byHost.get(url.host)
    if (known !== undefined) return known
    const asked = fetchRobots(url.origin, this.#fetch, this.#options)
    // Whoever waits for it hears of a failure; nobody may be waiting any more.
    asked.catch(() => undefined)
    this.#byHost.set(url.host, asked)
    return asked
  }
}
