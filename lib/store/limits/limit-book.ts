import { leastOf, type LimitClaim, type LimitUnit, type WindowUnit } from './limit-exchange.ts'
import { LimitGrant } from './limit-grant.ts'
import { type Need, noNeed, type SentExchange } from './limit-report.ts'
import type { LimitUses } from './limit-uses.ts'
import { PlaceLimit } from './place-limit.ts'
import { type LimitLevel, WindowLimit } from './window-limit.ts'

export interface LimitBookOptions {
  /** The uses of all instances; null: this is the only one, and its memory is enough. */
  readonly uses: LimitUses | null
  readonly instanceId: string
  /**
   * While the database does not respond: `share` allows each instance an equal part of every limit, `reject` nothing.
   */
  readonly onDatabaseFailure: 'share' | 'reject'
  /** How many instances there are. */
  readonly instances: () => number
  /** Called when the database stops responding, with the reason, and with null when it responds again. */
  readonly onDegraded?: (reason: unknown) => void
  /** Called for each check, with who decided; `exceeded`: a limit is exceeded, `unavailable`: the database does not respond. */
  readonly onDecided?: (decision: 'memory' | 'store' | 'exceeded' | 'unavailable') => void
  /** Called with the milliseconds of each exchange with the store. */
  readonly onExchanged?: (ms: number) => void
  /** Milliseconds of a clock that never jumps. */
  readonly now?: () => number
  /** How long a request waits for a place that another instance holds; default: 320. */
  readonly placeWaitMs?: number
}

export type LimitOutcome =
  | { readonly kind: 'granted'; readonly grant: LimitGrant }
  | { readonly kind: 'exceeded'; readonly claim: LimitClaim; readonly retryAfterMs: number }
  /** The database does not respond, and nothing is allowed without it. */
  | { readonly kind: 'unavailable'; readonly cause: unknown }

type AnyLimit = WindowLimit | PlaceLimit

interface Waiter {
  readonly claims: readonly LimitClaim[]
  readonly resolve: (outcome: LimitOutcome) => void
  readonly since: number
  /** The store is not asked for it earlier. */
  notBefore: number
}

const tickMs = 100
// Whatever the traffic, an instance asks the store at most 50 times a second.
const pauseMs = 20
const failurePauseMs = 1_000
const patienceMs = 1_000
const leaseMinMs = 250
const leaseMinMsMax = 2_000
// Another instance returns a place 200 ms after it was used, with the tick that follows.
const placeWaitMsDefault = 320
const waitMsMax = 2_000
const concurrentRetryMs = 1_000

/**
 * Requests, tokens and concurrent requests of keys, teams and networks. In no 60 s are more than the limit admitted,
 * over all instances together: each leases small amounts from the store and admits from them in memory.
 */
export class LimitBook {
  readonly #options: LimitBookOptions
  readonly #now: () => number
  readonly #limits = {
    requests: new Map<string, AnyLimit>(),
    tokens: new Map<string, AnyLimit>(),
    parallel: new Map<string, AnyLimit>(),
  } satisfies Record<LimitUnit, Map<string, AnyLimit>>
  /** Those with something to report to the store. */
  readonly #due = new Set<AnyLimit>()
  readonly #timer: NodeJS.Timeout
  #waiting: Waiter[] = []
  #work: Promise<void> | null = null
  #sentAt = -Infinity
  #latencyMs = 0
  /** Why the database does not respond. */
  #failure: { readonly cause: unknown } | null = null
  #closed = false

  constructor(options: LimitBookOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.#timer = setInterval(() => this.#tick(), tickMs)
    this.#timer.unref()
  }

  /** Whether the database does not respond. */
  get isDegraded(): boolean {
    return this.#failure !== null
  }

  /** Takes something of each claim, at least what it needs, or nothing. A promise only where the store has to be asked. */
  take(claims: readonly LimitClaim[]): LimitOutcome | Promise<LimitOutcome> {
    const now = this.#now()
    if (this.#isAlone) return this.#decided(this.#takeAlone(claims, now), 'memory')
    if (this.#fits(claims, now)) return this.#decided(this.#grant(claims, now), 'memory')
    const refused = this.#refused(claims, now)
    return refused === null ? this.#wait(claims, now) : this.#decided(refused, 'memory')
  }

  /** The rest of a limit, as this instance knows it. */
  level(subject: string, unit: WindowUnit, limit: number): LimitLevel {
    const known = this.#limits[unit].get(subject)
    if (known === undefined || known.unit === 'parallel') return { remaining: limit, resetMs: 0 }
    const now = this.#now()
    return this.#isAlone ? known.levelAlone(this.#limitAlone(limit), now) : known.level(limit, now)
  }

  /** After a change of any limit: returns what is leased, so that new leases follow the new limits. */
  expire(): void {
    for (const limits of Object.values(this.#limits)) for (const limit of limits.values()) this.#expire(limit)
    this.#begin()
  }

  /** Returns what is leased; requests must have ended by then. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    for (const limits of Object.values(this.#limits)) for (const limit of limits.values()) this.#expire(limit)
    this.#closed = true
    this.#begin()
    await this.#work
  }

  /** Whether this instance decides without the store. */
  get #isAlone(): boolean {
    return this.#options.uses === null || this.#failure !== null
  }

  #decided(outcome: LimitOutcome, by: 'memory' | 'store'): LimitOutcome {
    const { onDecided } = this.#options
    if (onDecided === undefined) return outcome
    if (this.#failure !== null) onDecided('unavailable')
    else onDecided(outcome.kind === 'granted' ? by : 'exceeded')
    return outcome
  }

  #fits(claims: readonly LimitClaim[], now: number): boolean {
    for (const claim of claims) if (!this.#limitOf(claim).fits(claim, now)) return false
    return true
  }

  #takeAlone(claims: readonly LimitClaim[], now: number): LimitOutcome {
    // The store counts leased amounts already.
    if (this.#failure !== null && this.#fits(claims, now)) return this.#grant(claims, now)
    if (this.#failure !== null && this.#options.onDatabaseFailure === 'reject')
      return { kind: 'unavailable', cause: this.#failure.cause }
    const taken: LimitClaim[] = []
    for (const claim of claims) {
      const limit = this.#limitOf(claim)
      const limitAlone = this.#limitAlone(claim.limit)
      const fitting = limit.fitsAlone(claim.amount, limitAlone, now) ? claim : toLeast(claim)
      if (!limit.fitsAlone(fitting.amount, limitAlone, now))
        return { kind: 'exceeded', claim, retryAfterMs: limit.retryAloneMs(fitting.amount, limitAlone, now) }
      taken.push(fitting)
    }
    return this.#grant(taken, now)
  }

  /** While the database does not respond, each instance has an equal part. */
  #limitAlone(limit: number): number {
    if (this.#failure === null) return limit
    return Math.max(1, Math.floor(limit / Math.max(1, this.#options.instances())))
  }

  #grant(claims: readonly LimitClaim[], now: number): LimitOutcome {
    const grant = new LimitGrant(this.#now, limit => this.#changed(limit))
    for (const claim of claims) {
      const limit = this.#limitOf(claim)
      grant.take(limit, claim.amount, now)
    }
    return { kind: 'granted', grant }
  }

  #changed(limit: AnyLimit): void {
    if (this.#options.uses === null) return
    if (limit.unit !== 'parallel' && limit.isDue) this.#due.add(limit)
    if (limit.unit === 'parallel' && this.#waiting.length > 0) this.#serve(this.#waiting.splice(0), false)
    if (this.#due.size > 0) this.#begin()
  }

  #refused(claims: readonly LimitClaim[], now: number): LimitOutcome | null {
    for (const claim of claims) {
      const limit = this.#limitOf(claim)
      if (limit.unit === 'parallel' || limit.available(now) >= leastOf(claim)) continue
      const retryAfterMs = limit.refusedForMs(leastOf(claim), now)
      if (retryAfterMs !== null) return { kind: 'exceeded', claim, retryAfterMs }
    }
    return null
  }

  #wait(claims: readonly LimitClaim[], now: number): Promise<LimitOutcome> {
    return new Promise(resolve => {
      this.#waiting.push({ claims, resolve, since: now, notBefore: now })
      this.#begin()
    })
  }

  #limitOf({ subject, unit, limit }: LimitClaim): AnyLimit {
    const limits = this.#limits[unit]
    const known = limits.get(subject)
    if (known !== undefined) {
      known.limit = limit
      return known
    }
    const isShared = this.#options.uses !== null
    const made =
      unit === 'parallel'
        ? new PlaceLimit(subject, limit)
        : new WindowLimit({ subject, unit, limit, isShared })
    limits.set(subject, made)
    return made
  }

  #expire(limit: AnyLimit): void {
    limit.expire()
    if (limit.isDueAt(this.#now())) this.#due.add(limit)
  }

  #tick(): void {
    const now = this.#now()
    for (const limits of Object.values(this.#limits)) {
      for (const [subject, limit] of limits) {
        if (limit.tidy(now)) limits.delete(subject)
        else if (limit.isDueAt(now)) this.#due.add(limit)
      }
    }
    this.#begin()
  }

  #begin(): void {
    const { uses } = this.#options
    // A loop without work would end before it is assigned.
    if (uses !== null && this.#work === null && this.#hasWork()) this.#work = this.#loop(uses)
  }

  async #loop(uses: LimitUses): Promise<void> {
    try {
      while (this.#hasWork()) {
        await this.#pause()
        await this.#exchange(uses)
      }
    } finally {
      // In the same tick as the last check: a later call starts over.
      this.#work = null
    }
  }

  #hasWork(): boolean {
    if (this.#failure !== null) return !this.#closed
    const now = this.#now()
    return this.#due.size > 0 || this.#waiting.some(({ notBefore }) => notBefore <= now)
  }

  async #pause(): Promise<void> {
    const nextAt = this.#sentAt + (this.#failure === null ? pauseMs : failurePauseMs)
    const waitMs = nextAt - this.#now()
    if (waitMs > 0) await new Promise(resolve => setTimeout(resolve, waitMs))
  }

  /** Tells the store what is due, and leases for all that wait, in one transaction. */
  async #exchange(uses: LimitUses): Promise<void> {
    const sentAt = this.#now()
    this.#sentAt = sentAt
    // Requests that arrive during the transaction are not covered by it.
    const served = this.#waiting.filter(({ notBefore }) => notBefore <= sentAt)
    const sent = this.#report(served, sentAt)
    const late = setTimeout(() => this.#degrade(new Error(`no response in ${patienceMs} ms`)), patienceMs)
    try {
      const answers = await uses.exchange(
        this.#options.instanceId,
        sent.map(({ exchange }) => exchange),
      )
      const now = this.#now()
      this.#latencyMs = now - sentAt
      this.#options.onExchanged?.(now - sentAt)
      for (const [index, answer] of answers.entries()) sent[index]?.apply(answer, now)
      this.#recover()
      const left = new Set(served)
      this.#waiting = this.#waiting.filter(waiter => !left.has(waiter))
      this.#serve(served, true)
    } catch (cause) {
      for (const each of sent) each.restore(this.#now())
      this.#degrade(cause)
    } finally {
      clearTimeout(late)
    }
  }

  #report(served: readonly Waiter[], sentAt: number): SentExchange[] {
    const needs = new Map<AnyLimit, Need>()
    for (const limit of this.#due) needs.set(limit, noNeed)
    for (const claim of served.flatMap(({ claims }) => claims)) {
      const limit = this.#limitOf(claim)
      const { sum, smallest } = needs.get(limit) ?? noNeed
      const least = leastOf(claim)
      needs.set(limit, { sum: sum + claim.amount, smallest: sum === 0 ? least : Math.min(smallest, least) })
    }
    this.#due.clear()
    const leaseMs = Math.min(leaseMinMsMax, Math.max(leaseMinMs, this.#latencyMs * 2))
    return Array.from(needs, ([limit, need]) => limit.report(need, { sentAt, leaseMinMs: leaseMs }))
  }

  /** @param isAnswered whether the store was asked for them */
  #serve(waiters: readonly Waiter[], isAnswered: boolean): void {
    const now = this.#now()
    const left: Waiter[] = []
    for (const waiter of waiters) {
      const outcome = this.#isAlone
        ? this.#takeAlone(waiter.claims, now)
        : this.#outcomeOf(waiter, isAnswered, now)
      if (outcome === null) left.push(waiter)
      else waiter.resolve(this.#decided(outcome, 'store'))
    }
    this.#waiting = [...left, ...this.#waiting]
  }

  /** Null: the request waits on. */
  #outcomeOf(waiter: Waiter, isAnswered: boolean, now: number): LimitOutcome | null {
    const { claims, since } = waiter
    if (this.#fits(claims, now)) return this.#grant(claims, now)
    if (!isAnswered) return null
    const reduced = this.#reduced(claims, now)
    if (reduced !== null) return this.#grant(reduced, now)
    const refused = this.#refused(claims, now)
    if (refused !== null) return refused
    const claim = claims.find(each => !this.#limitOf(each).fits(each, now))
    if (claim === undefined) return null
    const limit = this.#limitOf(claim)
    if (limit.unit === 'parallel') {
      const waitedForPlace = waiter.notBefore > since
      if (!limit.isElsewhere || waitedForPlace)
        return { kind: 'exceeded', claim, retryAfterMs: concurrentRetryMs }
      waiter.notBefore = Math.max(now, since) + (this.#options.placeWaitMs ?? placeWaitMsDefault)
      return null
    }
    // The lease had ended when the answer arrived.
    return now - since < waitMsMax ? null : { kind: 'exceeded', claim, retryAfterMs: leaseMinMs }
  }

  /** The claims with what this instance has leased of them. @returns null: one needs more */
  #reduced(claims: readonly LimitClaim[], now: number): readonly LimitClaim[] | null {
    const reduced: LimitClaim[] = []
    for (const claim of claims) {
      const limit = this.#limitOf(claim)
      const fitting =
        limit.unit === 'parallel' || limit.fits(claim, now)
          ? claim
          : { ...claim, amount: Math.max(leastOf(claim), limit.available(now)) }
      if (!limit.fits(fitting, now)) return null
      reduced.push(fitting)
    }
    return reduced
  }

  #degrade(cause: unknown): void {
    const isFirst = this.#failure === null
    this.#failure = { cause }
    if (isFirst) this.#options.onDegraded?.(cause)
    this.#serve(this.#waiting.splice(0), false)
  }

  #recover(): void {
    if (this.#failure === null) return
    this.#failure = null
    this.#options.onDegraded?.(null)
  }
}

function toLeast(claim: LimitClaim): LimitClaim {
  return { ...claim, amount: leastOf(claim) }
}
