import type { PoliteFetch } from '#lib/web/fetch/polite-fetch.ts'
import { type FetchedRobots, fetchRobots } from './fetch-robots.ts'

/** Cache of robots.txt rules for the hosts of one map. */
export class RobotsCache {
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
    // Waiting callers get the error; without any, it must not be unhandled.
    asked.catch(() => undefined)
    this.#byHost.set(url.host, asked)
    return asked
  }
}
