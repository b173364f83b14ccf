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

  /**
   * @param isConcurrent whether the request counts as one of the concurrent ones
   * @throws ApiError `rate_limit_exceeded` with the time until a retry
   */
  take(key: KeyRow, isConcurrent = true): Slot {
    if (key.requestsPerMinute === null && key.tokensPerMinute === null && key.parallel === null)
      return unlimited
    const usage = this.#usageOf(key.id)
    const parallel = isConcurrent ? 1 : 0
    const refusal = this.#refusal(key, usage, parallel)
    if (refusal) throw refusal
    usage.requests++
    usage.parallel += parallel
    return new KeySlot(key, usage, parallel, this.#now)
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
    const known = this.#usages.get(id)
    if (known !== undefined) {
      startWindow(known, now)
      return known
    }
    const usage = { startedAt: now, requests: 0, tokens: 0, parallel: 0 }
    this.#usages.set(id, usage)
    return usage
  }

  #refusal(key: KeyRow, usage: Usage, parallel: number): ApiError | null {
    const leftMs = Math.max(1, usage.startedAt + windowMs - this.#now())
    if (key.requestsPerMinute !== null && usage.requests >= key.requestsPerMinute) {
      return limited(`This key is limited to ${key.requestsPerMinute} requests per minute.`, leftMs)
    }
    if (key.parallel !== null && usage.parallel + parallel > key.parallel) {
      return limited(`This key is limited to ${key.parallel} concurrent requests.`, 1000)
    }
    return null
  }
}

/** A class, not closures: one is created for every request. */
class KeySlot implements Slot {
  readonly #key: KeyRow
  readonly #usage: Usage
  readonly #parallel: number
  readonly #now: () => number
  #held = true
  #settledTokens = 0
  #reservedTokens = 0
  /** Start of the window of `#reservedTokens`: a later one dropped them. */
  #windowAt: number

  constructor(key: KeyRow, usage: Usage, parallel: number, now: () => number) {
    this.#key = key
    this.#usage = usage
    this.#parallel = parallel
    this.#now = now
    this.#windowAt = usage.startedAt
  }

  reserve(estimate: () => number): void {
    const { tokensPerMinute } = this.#key
    if (tokensPerMinute === null) return
    const tokens = estimate()
    if (tokens > tokensPerMinute) throw neverFits(tokens, tokensPerMinute)
    const usage = this.#usage
    const now = this.#now()
    startWindow(usage, now)
    if (usage.tokens + tokens > tokensPerMinute) {
      const message = `This key is limited to ${tokensPerMinute} tokens per minute; this request needs about ${tokens}.`
      throw limited(message, Math.max(1, usage.startedAt + windowMs - now))
    }
    usage.tokens += tokens
    this.#reservedTokens = tokens + (this.#isOpen() ? this.#reservedTokens : 0)
    this.#windowAt = usage.startedAt
  }

  settle(tokens: number): void {
    this.#settledTokens = tokens
    if (this.#isOpen()) this.#usage.tokens += tokens - this.#reservedTokens
    this.#reservedTokens = tokens
    this.#windowAt = this.#usage.startedAt
  }

  release(): void {
    if (!this.#held) return
    this.#held = false
    this.#usage.parallel -= this.#parallel
    // Reservations of work that failed before any usage are released.
    if (this.#isOpen()) this.#usage.tokens -= this.#reservedTokens - this.#settledTokens
  }

  headers(to: string[]): void {
    writeHeaders(this.#key, this.#usage, this.#now(), to)
  }

  #isOpen(): boolean {
    return this.#windowAt === this.#usage.startedAt
  }
}

function startWindow(usage: Usage, now: number): void {
  if (now - usage.startedAt < windowMs) return
  usage.startedAt = now
  usage.requests = 0
  usage.tokens = 0
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
