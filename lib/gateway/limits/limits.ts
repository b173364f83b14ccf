import { ApiError } from '#lib/errors.ts'
import type { KeyRow } from '#lib/store/keys/key-row.ts'

const windowMs = 60_000

interface Usage {
  startedAt: number
  requests: number
  tokens: number
  parallel: number
}

/** One request's share of a key's limits. */
export interface Slot {
  /**
   * Adds to the tokens reserved so far, for requests to several models.
   * @throws ApiError `rate_limit_exceeded` when the tokens of this minute are not enough
   */
  reserve(estimate: () => number): void
  /** Replaces all estimates with the actual total. */
  settle(tokens: number): void
  /** Releases the concurrency slot and unsettled tokens; idempotent. */
  release(): void
  /** Appends `x-ratelimit-*` for the limits that the key has. */
  headers(to: string[]): void
}

const unlimited: Slot = { reserve() {}, settle() {}, release() {}, headers() {} }

/** Requests, tokens and parallel calls per key, in fixed windows of a minute from the first request. */
export class Limits {
  readonly #usages = new Map<string, Usage>()
  readonly #now: () => number

  /** @param now milliseconds of a clock that never jumps */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** @throws ApiError `rate_limit_exceeded` with the time until a retry */
  take(key: KeyRow): Slot {
    if (key.requestsPerMinute === null && key.tokensPerMinute === null && key.parallel === null)
      return unlimited
    const usage = this.#usageOf(key.id)
    const refusal = this.#refusal(key, usage)
    if (refusal) throw refusal
    usage.requests++
    usage.parallel++
    return this.#slot(key, usage)
  }

  /** The headers of a request that was just rejected. */
  headers(key: KeyRow, to: string[]): void {
    writeHeaders(key, this.#usageOf(key.id), this.#now(), to)
  }

  /** Drops expired windows. */
  prune(): void {
    for (const [id, usage] of this.#usages) {
      if (usage.parallel === 0 && this.#now() - usage.startedAt >= windowMs) this.#usages.delete(id)
    }
  }

  #usageOf(id: string): Usage {
    const now = this.#now()
    const usage = this.#usages.get(id) ?? { startedAt: now, requests: 0, tokens: 0, parallel: 0 }
    if (now - usage.startedAt >= windowMs) Object.assign(usage, { startedAt: now, requests: 0, tokens: 0 })
    this.#usages.set(id, usage)
    return usage
  }

  #refusal(key: KeyRow, usage: Usage): ApiError | null {
    const leftMs = Math.max(1, usage.startedAt + windowMs - this.#now())
    if (key.requestsPerMinute !== null && usage.requests >= key.requestsPerMinute) {
      return limited(`This key is limited to ${key.requestsPerMinute} requests per minute.`, leftMs)
    }
    if (key.parallel !== null && usage.parallel >= key.parallel) {
      return limited(`This key is limited to ${key.parallel} concurrent requests.`, 1000)
    }
    return null
  }

  #slot(key: KeyRow, usage: Usage): Slot {
    const now = this.#now
    let held = true
    let settledTokens = 0
    let reserved = { tokens: 0, window: usage.startedAt }
    return {
      reserve: estimate => {
        if (key.tokensPerMinute === null) return
        const tokens = estimate()
        if (tokens > key.tokensPerMinute) throw neverFits(tokens, key.tokensPerMinute)
        this.#usageOf(key.id)
        if (usage.tokens + tokens > key.tokensPerMinute) {
          const message = `This key is limited to ${key.tokensPerMinute} tokens per minute; this request needs about ${tokens}.`
          throw limited(message, Math.max(1, usage.startedAt + windowMs - now()))
        }
        usage.tokens += tokens
        const before = reserved.window === usage.startedAt ? reserved.tokens : 0
        reserved = { tokens: before + tokens, window: usage.startedAt }
      },
      settle(tokens) {
        settledTokens = tokens
        // An expired window dropped its estimate.
        if (reserved.window === usage.startedAt) usage.tokens += tokens - reserved.tokens
        reserved = { tokens, window: usage.startedAt }
      },
      release() {
        if (!held) return
        held = false
        usage.parallel--
        // Reservations of work that failed before any usage are released.
        if (reserved.window === usage.startedAt) usage.tokens -= reserved.tokens - settledTokens
      },
      headers: to => writeHeaders(key, usage, now(), to),
    }
  }
}

function limited(what: string, retryAfterMs: number): ApiError {
  const message = `${what} Try again in ${Math.ceil(retryAfterMs / 1000)} s.`
  return new ApiError('rate_limit_exceeded', message, { retryAfterMs })
}

function neverFits(tokens: number, limit: number): ApiError {
  const message = `This request needs about ${tokens} tokens; the key is limited to ${limit} per minute. Shorten it or lower max_tokens.`
  return new ApiError('rate_limit_exceeded', message, { final: true })
}

function writeHeaders(key: KeyRow, usage: Usage, now: number, to: string[]): void {
  const reset = toGoDuration(Math.max(0, usage.startedAt + windowMs - now))
  if (key.requestsPerMinute !== null) write('requests', key.requestsPerMinute, usage.requests)
  if (key.tokensPerMinute !== null) write('tokens', key.tokensPerMinute, usage.tokens)

  function write(what: string, limit: number, used: number): void {
    to.push(`x-ratelimit-limit-${what}`, String(limit))
    to.push(`x-ratelimit-remaining-${what}`, String(Math.max(0, limit - used)))
    to.push(`x-ratelimit-reset-${what}`, reset)
  }
}

/** Milliseconds in Go's duration format: `12ms`, `1s`, `6m0s`. */
export function toGoDuration(ms: number): string {
  const whole = Math.ceil(ms)
  if (whole < 1000) return `${whole}ms`
  const seconds = Math.ceil(whole / 1000)
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  if (hours > 0) return `${hours}h${minutes}m${rest}s`
  if (minutes > 0) return `${minutes}m${rest}s`
  return `${rest}s`
}
