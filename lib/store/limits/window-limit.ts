import type { LimitClaim, WindowAnswer, WindowExchange, WindowUnit } from './limit-exchange.ts'
import type { Need, Sending, SentExchange } from './limit-report.ts'
import { type SlotAmount, slotAt, slotMs, SlotWindow } from './slot-window.ts'

/** An amount that this instance may use until its lease ends. */
interface Lease {
  readonly slot: number
  readonly endsAt: number
  left: number
}

/** A part of the use of one request, so that it can be given back. */
export interface Use {
  /** Null: used without a lease. */
  readonly lease: Lease | null
  /** By the clock of this instance. */
  readonly slot: number
  /** The number of reports before it. */
  readonly reports: number
  amount: number
}

interface Refusal {
  /** Until then the store would refuse too. */
  readonly until: number
  readonly free: number
  readonly retryAt: number
}

// Another instance may return what it leased, but not more often.
const refusedMsMax = 250
const noRenewal = -1

/** The state of a limit, for headers. */
export interface LimitLevel {
  readonly remaining: number
  /** Until the limit is free again; with nothing remaining, until the first use leaves. */
  readonly resetMs: number
}

/**
 * The uses of one subject per minute, on one instance: from leases of the store, or without a store from a window of
 * its own. Times are milliseconds of a clock that never jumps.
 */
export class WindowLimit {
  readonly subject: string
  readonly unit: WindowUnit
  /** Per minute. */
  limit: number
  /** Whether there is something to report to the store, or more to lease. */
  isDue = false
  readonly #isShared: boolean
  /** Everything that this instance used. */
  readonly #own = new SlotWindow()
  /** Of that, what the store does not know. */
  readonly #unreported = new SlotWindow()
  /** Requests that may still settle. */
  #openGrants = 0
  #leases: Lease[] = []
  #returned: SlotAmount[] = []
  /** More is leased before it is needed, once no more than this is left. */
  #renewsAt = noRenewal
  /** Whether the answer to a report is still to come. */
  #isAsking = false
  #renews = false
  #reports = 0
  #refusal: Refusal | null = null
  #answer: { readonly counted: number; readonly oldestAt: number; readonly newestAt: number } | null = null

  constructor({ subject, unit, limit, isShared }: WindowLimitOptions) {
    this.subject = subject
    this.unit = unit
    this.limit = limit
    this.#isShared = isShared
  }

  /** Counts requests that may still settle. */
  open(change: 1 | -1): void {
    this.#openGrants += change
  }

  fits({ amount }: LimitClaim, now: number): boolean {
    return this.available(now) >= amount
  }

  /** Whether the amount fits without the store. */
  fitsAlone(amount: number, limit: number, now: number): boolean {
    this.#own.dropOld(now)
    return this.#own.total + amount <= limit
  }

  /** Leased and not used. */
  available(now: number): number {
    let available = 0
    for (const { left, endsAt } of this.#leases) if (endsAt > now) available += left
    return available
  }

  /** Uses what is leased; the rest is reported with the next exchange. */
  take(amount: number, now: number): Use[] {
    const slot = slotAt(now)
    const uses: Use[] = []
    const reports = this.#reports
    this.#own.add(slot, amount)
    let rest = amount
    for (const lease of this.#leases) {
      if (rest === 0) break
      if (lease.left === 0 || lease.endsAt <= now) continue
      const part = Math.min(lease.left, rest)
      lease.left -= part
      rest -= part
      uses.push({ lease, slot, reports, amount: part })
    }
    if (this.#renewsAt !== noRenewal && this.available(now) <= this.#renewsAt) this.#renewSoon()
    if (rest === 0) return uses
    uses.push({ lease: null, slot, reports, amount: rest })
    if (!this.#isShared) return uses
    this.#unreported.add(slot, rest)
    this.isDue = true
    return uses
  }

  /** Gives back a part of earlier uses, the last ones first. */
  giveBack(uses: readonly Use[], amount: number, now: number): void {
    let rest = amount
    for (let index = uses.length - 1; index >= 0 && rest > 0; index--) {
      const use = uses[index]
      if (use === undefined) continue
      const part = Math.min(use.amount, rest)
      use.amount -= part
      rest -= part
      this.#own.remove(use.slot, part)
      const { lease } = use
      // The store counts it already, in a slot that only the store knows.
      if (lease === null && use.reports === this.#reports) this.#unreported.remove(use.slot, part)
      if (lease === null) continue
      if (lease.endsAt > now) this.#lendAgain(lease, part)
      else this.#return(lease.slot, part)
    }
  }

  /** How long to wait before a retry; null: the store has to be asked. */
  refusedForMs(amount: number, now: number): number | null {
    const refusal = this.#refusal
    if (refusal === null || now >= refusal.until) return null
    if (amount - this.available(now) <= refusal.free) return null
    return Math.max(1, refusal.retryAt - now)
  }

  retryAloneMs(amount: number, limit: number, now: number): number {
    return Math.max(1, this.#own.timeUntilLeft(this.#own.total + amount - limit, now))
  }

  /** As the store and this instance know it. */
  level(limit: number, now: number): LimitLevel {
    const answer = this.#answer
    if (answer === null) return this.levelAlone(limit, now)
    const returned = this.#returned.reduce((sum, { amount }) => sum + amount, 0)
    const counted = answer.counted - this.available(now) - returned + this.#unreported.total
    const remaining = Math.min(limit, Math.max(0, limit - counted))
    return { remaining, resetMs: Math.max(0, (remaining === 0 ? answer.oldestAt : answer.newestAt) - now) }
  }

  levelAlone(limit: number, now: number): LimitLevel {
    this.#own.dropOld(now)
    const { oldestMs, newestMs } = this.#own.leaveTimes(now)
    const remaining = Math.max(0, limit - this.#own.total)
    return { remaining, resetMs: remaining === 0 ? oldestMs : newestMs }
  }

  /** Returns what is leased: limits have changed. */
  expire(): void {
    this.#refusal = null
    for (const { slot, left } of this.#leases) this.#return(slot, left)
    this.#leases = []
    this.#renewsAt = noRenewal
    this.#renews = false
  }

  /** Returns what ended leases have left. @returns whether nothing is left to remember */
  tidy(now: number): boolean {
    if (this.#leases.some(({ left, endsAt }) => left === 0 || endsAt <= now)) {
      for (const { slot, left, endsAt } of this.#leases) if (endsAt <= now) this.#return(slot, left)
      this.#leases = this.#leases.filter(({ left, endsAt }) => left > 0 && endsAt > now)
    }
    this.#own.dropOld(now)
    const isInUse = this.#isAsking || this.#openGrants > 0 || this.isDue
    return !isInUse && this.#own.total === 0 && this.#leases.length === 0
  }

  isDueAt(_now: number): boolean {
    return this.isDue
  }

  /** The next exchange; what it reports is not reported again. */
  report(need: Need, sending: Sending): SentExchange {
    const exchange = this.#toExchange(need, sending)
    return {
      exchange,
      apply: (answer, now) => {
        if (answer.unit !== 'parallel') this.#apply(answer, exchange, sending.sentAt, now)
      },
      restore: () => this.#restore(exchange, sending.sentAt),
    }
  }

  #toExchange(need: Need, { sentAt, leaseMinMs }: Sending): WindowExchange {
    const { unit, subject, limit } = this
    this.tidy(sentAt)
    this.#unreported.dropOld(sentAt)
    const available = this.available(sentAt)
    const exchange: WindowExchange = {
      unit,
      subject,
      limit,
      returned: this.#returned,
      used: this.#unreported.amounts().map(({ slot, amount }) => ({ ageMs: toAge(slot, sentAt), amount })),
      need: Math.max(0, need.sum - available),
      smallest: Math.max(0, need.smallest - available),
      renews: this.#renews,
      leaseMinMs,
    }
    this.#returned = []
    this.#unreported.clear()
    this.#renews = false
    this.#reports++
    this.#isAsking = true
    this.isDue = false
    return exchange
  }

  /** Leases are valid from when the exchange was sent, however late the answer is. */
  #apply(answer: WindowAnswer, exchange: WindowExchange, sentAt: number, now: number): void {
    const { granted, slot, leaseMs, retryMs, counted } = answer
    this.#isAsking = false
    if (granted > 0) this.#leases.push({ slot, endsAt: sentAt + leaseMs, left: granted })
    this.#renewsAt = granted > exchange.need ? (granted - exchange.need) / 2 : noRenewal
    const free = exchange.limit - counted
    this.#refusal =
      retryMs === 0 ? null : { until: now + Math.min(retryMs, refusedMsMax), free, retryAt: now + retryMs }
    this.#answer = { counted, oldestAt: now + answer.oldestMs, newestAt: now + answer.newestMs }
  }

  /** Uses are reported again; what was returned stays counted. */
  #restore({ used }: WindowExchange, sentAt: number): void {
    this.#isAsking = false
    for (const { ageMs, amount } of used) this.#unreported.add(slotAt(sentAt - ageMs), amount)
    this.isDue ||= used.length > 0
  }

  #lendAgain(lease: Lease, amount: number): void {
    if (!this.#leases.includes(lease)) this.#leases.push(lease)
    lease.left += amount
  }

  #renewSoon(): void {
    this.#renewsAt = noRenewal
    this.#renews = true
    this.isDue = true
  }

  #return(slot: number, amount: number): void {
    if (amount === 0) return
    this.#returned = [...this.#returned, { slot, amount }]
    this.isDue = true
  }
}

interface WindowLimitOptions {
  readonly subject: string
  readonly unit: WindowUnit
  readonly limit: number
  /** Whether the store has leases for it. */
  readonly isShared: boolean
}

/** Of the end of the slot: a use must not be counted earlier than it was. */
function toAge(slot: number, now: number): number {
  return Math.max(0, now - (slot + 1) * slotMs + 1)
}
