import { ApiError } from '#lib/errors.ts'
import type { LimitedKey } from '#lib/store/keys/key-row.ts'
import type { Log } from '#lib/gateway/log.ts'

export interface KeyCacheOptions {
  readonly find: (hash: string) => Promise<LimitedKey | null>
  readonly log: Log
  readonly now?: () => number
}

interface Entry {
  readonly key: LimitedKey | null
  /** Time of the last lookup; −Infinity: must be looked up again. */
  checkedAt: number
}

const entriesMax = 10_000
const freshMs = 5_000
const staleMs = 60_000
const unavailablePauseMs = 1_000

/**
 * Keys by sha256, so that requests do not wait for the database. An entry is fresh for 5 s, up to 60 s while
 * it is refreshed in the background, and longer only while the database is unavailable, with one lookup per
 * second.
 */
export class KeyCache {
  readonly #options: KeyCacheOptions
  readonly #entries = new Map<string, Entry>()
  readonly #pending = new Map<string, Promise<LimitedKey | null>>()
  readonly #now: () => number
  #generation = 0
  #unavailableUntil = -Infinity
  #unavailable = false

  constructor(options: KeyCacheOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
  }

  /** Whether it was looked up before. */
  has(hash: string): boolean {
    return this.#entries.has(hash)
  }

  find(hash: string): LimitedKey | null | Promise<LimitedKey | null> {
    const entry = this.#entries.get(hash)
    if (!entry) return this.#lookUp(hash)
    const now = this.#now()
    const ageMs = now - entry.checkedAt
    if (ageMs < freshMs) return entry.key
    // A miss is never used when stale: the key may have been created since.
    if (entry.key === null) return this.#lookUp(hash)
    if (now < this.#unavailableUntil) return entry.key
    const found = this.#lookUp(hash, entry.key)
    return ageMs < staleMs ? entry.key : found
  }

  /** Whether a cached key, which is served without the database, passes the test. */
  some(test: (key: LimitedKey) => boolean): boolean {
    return this.#entries.values().some(({ key }) => key !== null && test(key))
  }

  /** Call it after any key changed: the next request with each key looks it up again. */
  expire(): void {
    this.#generation++
    this.#unavailableUntil = -Infinity
    this.#pending.clear()
    for (const entry of this.#entries.values()) entry.checkedAt = -Infinity
  }

  /**
   * @param known stale entry to use when the database is unavailable; without it the lookup fails with
   * `store_unavailable`
   */
  #lookUp(hash: string, known?: LimitedKey): Promise<LimitedKey | null> {
    const pending = this.#pending.get(hash)
    if (pending) return pending
    const lookUp = this.#read(hash, known).finally(() => {
      if (this.#pending.get(hash) === lookUp) this.#pending.delete(hash)
    })
    this.#pending.set(hash, lookUp)
    return lookUp
  }

  async #read(hash: string, known: LimitedKey | undefined): Promise<LimitedKey | null> {
    const generation = this.#generation
    try {
      const key = await this.#options.find(hash)
      const checkedAt = generation === this.#generation ? this.#now() : -Infinity
      this.#save(hash, { key, checkedAt })
      if (this.#unavailable) this.#options.log.info('database available again; looking up keys')
      this.#unavailable = false
      this.#unavailableUntil = -Infinity
      return key
    } catch (error) {
      if (!this.#unavailable)
        this.#options.log.warn({ err: error }, 'database unavailable; serving cached keys')
      this.#unavailable = true
      if (!known) throw storeUnavailable(error)
      this.#unavailableUntil = this.#now() + unavailablePauseMs
      return known
    }
  }

  #save(hash: string, entry: Entry): void {
    this.#entries.delete(hash)
    this.#entries.set(hash, entry)
    if (this.#entries.size <= entriesMax) return
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined) this.#entries.delete(oldest)
  }
}

function storeUnavailable(cause: unknown): ApiError {
  const message = 'Cannot look up the API key: the database is not responding. Retry the request.'
  return new ApiError('store_unavailable', message, {
    cause,
    retryable: true,
    retryAfterMs: unavailablePauseMs,
  })
}
