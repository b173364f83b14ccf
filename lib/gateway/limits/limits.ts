import type { TokenEstimate } from '#lib/capabilities/request-context.ts'
import { ApiError } from '#lib/errors.ts'
import type { LimitedKey, RateLimits } from '#lib/store/keys/key-row.ts'
import type { LimitBook, LimitOutcome } from '#lib/store/limits/limit-book.ts'
import { leastOf, type LimitClaim, type WindowUnit } from '#lib/store/limits/limit-exchange.ts'
import type { LimitGrant } from '#lib/store/limits/limit-grant.ts'

/** One request's share of the limits of its key and team. */
export interface Slot {
  /**
   * Adds to the tokens reserved so far, for requests to several models.
   * @returns null: they are reserved. A promise only where the store has to be asked
   * @throws ApiError `rate_limit_exceeded` when the tokens of the last minute leave too few
   */
  reserve(estimate: () => TokenEstimate): Promise<void> | null
  /** Replaces all estimates with the actual total. */
  settle(tokens: number): void
  /** Releases the concurrency slot and unsettled tokens; idempotent. */
  release(): void
}

/** The parts of a key that its limits depend on. */
export type LimitedCaller = RateLimits & Pick<LimitedKey, 'id' | 'firstKeyId' | 'teamId' | 'teamLimits'>

/** The limits of one subject, and how error messages name it. */
interface Subject {
  readonly name: 'key' | 'team'
  readonly id: string
  readonly limits: RateLimits
}

const unlimited: Slot = { reserve: () => null, settle() {}, release() {} }

/** Requests, tokens and concurrent requests of keys and their teams. */
export class Limits {
  readonly #book: LimitBook

  constructor(book: LimitBook) {
    this.#book = book
  }

  /**
   * @param isConcurrent whether the request counts as one of the concurrent ones
   * @returns a promise only where the store has to be asked
   * @throws ApiError `rate_limit_exceeded` with the time until a retry
   */
  take(key: LimitedCaller, isConcurrent = true): Slot | Promise<Slot> {
    const subjects = subjectsOf(key)
    if (subjects.length === 0) return unlimited
    const claims: LimitClaim[] = []
    for (const { id: subject, limits } of subjects) {
      const { requestsPerMinute, parallel } = limits
      if (requestsPerMinute !== null)
        claims.push({ subject, unit: 'requests', limit: requestsPerMinute, amount: 1 })
      if (parallel !== null && isConcurrent)
        claims.push({ subject, unit: 'parallel', limit: parallel, amount: 1 })
    }
    const outcome = this.#book.take(claims)
    if (outcome instanceof Promise)
      return outcome.then(settled => new KeySlot(this.#book, subjects, requireGrant(settled, subjects)))
    return new KeySlot(this.#book, subjects, requireGrant(outcome, subjects))
  }

  /** Appends `x-ratelimit-*` for the limits that the key or its team has: of each kind the one with less left. */
  headers(key: LimitedCaller, to: string[]): void {
    const subjects = subjectsOf(key)
    this.#write('requests', 'requestsPerMinute', subjects, to)
    this.#write('tokens', 'tokensPerMinute', subjects, to)
  }

  #write(
    unit: WindowUnit,
    field: 'requestsPerMinute' | 'tokensPerMinute',
    subjects: readonly Subject[],
    to: string[],
  ): void {
    let tightest: { readonly limit: number; readonly remaining: number; readonly resetMs: number } | null =
      null
    for (const { id, limits } of subjects) {
      const limit = limits[field]
      if (limit === null) continue
      const level = this.#book.level(id, unit, limit)
      if (tightest === null || level.remaining < tightest.remaining) tightest = { limit, ...level }
    }
    if (tightest === null) return
    to.push(`x-ratelimit-limit-${unit}`, String(tightest.limit))
    to.push(`x-ratelimit-remaining-${unit}`, String(tightest.remaining))
    to.push(`x-ratelimit-reset-${unit}`, toGoDuration(tightest.resetMs))
  }
}

/** A class, not closures: one is created for every request. */
class KeySlot implements Slot {
  readonly #book: LimitBook
  readonly #subjects: readonly Subject[]
  readonly #grant: LimitGrant
  #settledTokens = 0
  #released = false

  constructor(book: LimitBook, subjects: readonly Subject[], grant: LimitGrant) {
    this.#book = book
    this.#subjects = subjects
    this.#grant = grant
  }

  reserve(estimate: () => TokenEstimate): Promise<void> | null {
    const limited = this.#subjects.filter(({ limits }) => limits.tokensPerMinute !== null)
    if (limited.length === 0) return null
    const estimated = estimate()
    const { tokens, leastTokens } =
      typeof estimated === 'number' ? { tokens: estimated, leastTokens: estimated } : estimated
    const claims: LimitClaim[] = []
    for (const { id: subject, name, limits } of limited) {
      const limit = limits.tokensPerMinute ?? Infinity
      const { remaining } = this.#book.level(subject, 'tokens', limit)
      const amount = Math.ceil(Math.min(tokens, Math.max(leastTokens, remaining)))
      if (amount > limit) throw neverFits(amount, limit, name)
      // Other instances may have used more of it than this one knows.
      claims.push({
        subject,
        unit: 'tokens',
        limit,
        amount,
        leastAmount: Math.min(amount, Math.ceil(leastTokens)),
      })
    }
    const outcome = this.#book.take(claims)
    if (outcome instanceof Promise) return outcome.then(settled => this.#reserved(settled))
    this.#reserved(outcome)
    return null
  }

  settle(tokens: number): void {
    this.#settledTokens = tokens
    this.#grant.settle(tokens)
  }

  release(): void {
    if (this.#released) return
    this.#released = true
    // Reservations of work that failed before any usage are released.
    this.#grant.settle(this.#settledTokens)
    this.#grant.release()
  }

  #reserved(outcome: LimitOutcome): void {
    const grant = requireGrant(outcome, this.#subjects)
    this.#grant.add(grant)
    // The request has ended while the store was asked.
    if (this.#released) this.#grant.settle(this.#settledTokens)
  }
}

/** Each request of a cached key asks for them several times. */
const subjectsByKey = new WeakMap<LimitedCaller, readonly Subject[]>()

function subjectsOf(key: LimitedCaller): readonly Subject[] {
  const known = subjectsByKey.get(key)
  if (known !== undefined) return known
  const subjects: Subject[] = []
  if (isLimited(key)) subjects.push({ name: 'key', id: `key:${key.firstKeyId ?? key.id}`, limits: key })
  const { teamLimits } = key
  if (isLimited(teamLimits)) subjects.push({ name: 'team', id: `team:${key.teamId}`, limits: teamLimits })
  subjectsByKey.set(key, subjects)
  return subjects
}

function isLimited({ requestsPerMinute, tokensPerMinute, parallel }: RateLimits): boolean {
  return requestsPerMinute !== null || tokensPerMinute !== null || parallel !== null
}

/** @throws ApiError where the outcome is no grant */
function requireGrant(outcome: LimitOutcome, subjects: readonly Subject[]): LimitGrant {
  switch (outcome.kind) {
    case 'granted':
      return outcome.grant
    case 'exceeded': {
      const { claim, retryAfterMs } = outcome
      const whose = subjects.find(({ id }) => id === claim.subject)?.name ?? 'key'
      const message = `This ${whose} is limited to ${describeClaim(claim)}. Try again in ${Math.ceil(retryAfterMs / 1000)} s.`
      throw new ApiError('rate_limit_exceeded', message, { retryAfterMs })
    }
    case 'unavailable':
      throw limitsUnavailable(outcome.cause)
  }
}

export function limitsUnavailable(cause: unknown): ApiError {
  const message = 'Cannot check the rate limit: the database is not responding. Retry the request.'
  return new ApiError('store_unavailable', message, { cause, retryable: true, retryAfterMs: 1_000 })
}

function describeClaim(claim: LimitClaim): string {
  const { unit, limit } = claim
  switch (unit) {
    case 'requests':
      return `${limit} requests per minute`
    case 'tokens':
      return `${limit} tokens per minute; this request needs about ${leastOf(claim)}`
    case 'parallel':
      return `${limit} concurrent requests`
  }
}

function neverFits(tokens: number, limit: number, whose: Subject['name']): ApiError {
  const message = `This request needs about ${tokens} tokens; the ${whose} is limited to ${limit} per minute. Shorten it or lower max_tokens.`
  return new ApiError('rate_limit_exceeded', message, { final: true })
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
