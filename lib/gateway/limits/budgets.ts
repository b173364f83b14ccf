import type { LimitedKey } from '#lib/store/keys/key-row.ts'
import type { BudgetReservation } from './budget-reservation.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BudgetLeases, LeaseAnswer, LeaseNews, LeaseWish } from '#lib/store/budgets/budget-leases.ts'
import { BudgetPot } from './budget-pot.ts'
import { ApiError } from '#lib/errors.ts'

const tendMs = 500

const elsewhereMs = 4_000

const pauseMs = 50

// Of a lease's time: whoever could not renew it for so long does not use it up to its end, where clocks differ.
const freshShare = 0.75

/**
 * What this gateway holds of one team's budgets: calls are given of it at once, and wait only while more is leased.
 * Leases are taken for all that wait together, first come first served.
 */
class TeamBudgets {
  readonly #options: BudgetOptions
  readonly #pots = new Map<string, BudgetPot>()
  #waiting: Waiter[] = []
  #work: Promise<void> | null = null
  #tendDue = false

  constructor(options: BudgetOptions) {
    this.#options = options
  }

  /** Whether nothing is held or waited for. */
  get idle(): boolean {
    return this.#pots.size === 0 && this.#work === null
  }

  /**
   * Takes money for a call. @returns null: done
   * @throws ApiError `insufficient_quota`, or `store_unavailable` where more is needed and cannot be had
   */
  reserve(ids: BudgetIds, nanos: number, reservation: BudgetReservation): Promise<void> | null {
    if (reservation.closed) return null
    if (this.#waiting.length === 0 && this.#take(ids, nanos, reservation)) return null
    return new Promise((resolve, reject) => {
      const giveUpAt = this.#options.now() + elsewhereMs
      this.#waiting.push({ ids, nanos, reservation, giveUpAt, resolve, reject })
      this.#begin()
    })
  }

  /** Renews leases and gives back what was not needed for a while; `all`: whatever is to spare. */
  tend(all = false): void {
    const renewBefore = this.#options.now() - this.#options.leaseMs / 3
    for (const pot of this.#pots.values()) {
      if (all) pot.near = true
      if (pot.leaseId !== null) this.#tendDue ||= all || pot.spare > 0 || pot.tendedAt < renewBefore
      else if (pot.used) pot.used = false
      else this.#pots.delete(pot.budgetId)
    }
    if (this.#tendDue) this.#begin()
  }

  /** Resolves when all that could be given back was. */
  async close(): Promise<void> {
    this.tend(true)
    await this.#work
  }

  #begin(): void {
    this.#work ??= this.#loop()
  }

  async #loop(): Promise<void> {
    try {
      while (this.#waiting.length > 0 || this.#tendDue) {
        if (this.#tendDue) await this.#tendNow()
        if (this.#waiting.length > 0) await this.#serve()
      }
    } finally {
      // In the same turn as the last look: whoever comes after it begins anew.
      this.#work = null
    }
  }

  #pot(id: string): BudgetPot {
    const known = this.#pots.get(id)
    if (known) return known
    const pot = new BudgetPot(id)
    this.#pots.set(id, pot)
    return pot
  }

  #potsOf({ teamBudgetId, budgetId }: BudgetIds): BudgetPot[] {
    return [teamBudgetId, budgetId].flatMap(id => (id === null ? [] : this.#pot(id)))
  }

  #take(ids: BudgetIds, nanos: number, reservation: BudgetReservation): boolean {
    const now = this.#options.now()
    const pots = this.#potsOf(ids)
    for (const pot of pots) if (pot.available(now) < nanos) return false
    for (const pot of pots) reservation.take(pot, nanos)
    return true
  }

  async #serve(): Promise<void> {
    // Who comes while the store is asked is not meant by its answer.
    const served = this.#waiting.length
    const wishes = this.#wishes()
    try {
      const shortages = wishes.length === 0 ? new Map<string, Shortage>() : await this.#lease(wishes)
      const left = this.#waiting.splice(0, served).filter(waiter => !this.#settle(waiter, shortages))
      this.#waiting.unshift(...left)
      this.#tendDue ||= [...this.#pots.values()].some(pot => pot.near && pot.spare > 0)
      if (left.length > 0 && shortages.size > 0) await sleep(pauseMs)
    } catch (error) {
      for (const { budgetId } of wishes) this.#pot(budgetId).reset()
      this.#options.onFault(error)
      for (const waiter of this.#waiting.splice(0)) waiter.reject(budgetAway(error))
    }
  }

  #wishes(): LeaseWish[] {
    const needs = new Map<string, { lack: number; least: number }>()
    for (const { ids, nanos } of this.#waiting) {
      for (const { budgetId } of this.#potsOf(ids)) {
        const { lack, least } = needs.get(budgetId) ?? { lack: 0, least: Infinity }
        needs.set(budgetId, { lack: lack + nanos, least: Math.min(least, nanos) })
      }
    }
    const now = this.#options.now()
    return [...needs].flatMap(([budgetId, { lack, least }]) => {
      const pot = this.#pot(budgetId)
      const available = pot.available(now)
      if (available >= lack) return []
      // What may be somebody else's by now is no more.
      if (now >= pot.freshUntil) pot.reset()
      return { budgetId, leaseId: pot.leaseId, lack: lack - available, least: Math.max(1, least - available) }
    })
  }

  /** @returns the budgets that have not enough for all */
  async #lease(wishes: readonly LeaseWish[]): Promise<Map<string, Shortage>> {
    const { leases, leaseMs, now } = this.#options
    const freshUntil = now() + leaseMs * freshShare
    const answers = await leases.lease(wishes, leaseMs)
    const shortages = new Map<string, Shortage>()
    for (const [index, { budgetId }] of wishes.entries()) {
      const answer = answers[index]
      if (!answer) continue
      this.#pot(budgetId).apply(answer, freshUntil)
      if (answer.kind === 'short') shortages.set(budgetId, answer)
    }
    return shortages
  }

  /** @returns whether the waiter has its answer */
  #settle(waiter: Waiter, shortages: ReadonlyMap<string, Shortage>): boolean {
    const { ids, nanos, reservation, giveUpAt, resolve, reject } = waiter
    if (reservation.closed || this.#take(ids, nanos, reservation)) {
      resolve()
      return true
    }
    const now = this.#options.now()
    for (const { budgetId } of this.#potsOf(ids)) {
      const shortage = shortages.get(budgetId)
      if (!shortage || this.#pot(budgetId).available(now) >= nanos) continue
      if (shortage.elsewhere && now < giveUpAt) return false
      reject(budgetUsedUp(toUsedUp(ids, budgetId, shortage), nanos))
      return true
    }
    return false
  }

  async #tendNow(): Promise<void> {
    this.#tendDue = false
    const { leases, leaseMs, now } = this.#options
    const news = [...this.#pots.values()].flatMap(pot => toNews(pot) ?? [])
    const at = now()
    try {
      const standing =
        news.length === 0 ? new Map<string, 'near' | 'far'>() : await leases.tend(news, leaseMs)
      for (const { budgetId, leaseId } of news) {
        const pot = this.#pot(budgetId)
        const stands = standing.get(leaseId)
        if (!stands) pot.reset()
        else
          Object.assign(pot, { near: stands === 'near', freshUntil: at + leaseMs * freshShare, tendedAt: at })
      }
    } catch (error) {
      // Whether it was given back nobody knows: what is left of these leases ends by itself.
      for (const { budgetId } of news) this.#pot(budgetId).reset()
      this.#options.onFault(error)
    }
  }
}

/**
 * Budgets of teams and keys as this gateway sees them. It leases amounts from the store and gives them to calls from
 * memory, so that a call waits for the store only where a lease has to be taken.
 */
export class Budgets {
  readonly #teams = new Map<string, TeamBudgets>()
  readonly #options: BudgetOptions
  readonly #timer: NodeJS.Timeout

  constructor(options: Omit<BudgetOptions, 'now'> & { readonly now?: () => number }) {
    this.#options = { now: () => performance.now(), ...options }
    this.#timer = setInterval(() => this.#tend(), tendMs).unref()
  }

  /**
   * Takes what a call may cost at most, in nano-dollars, of its team's budget and its key's.
   * @returns null: done, or nothing limits it
   * @throws ApiError `insufficient_quota`, or `store_unavailable` where more has to be leased and cannot be
   */
  reserve(key: LimitedKey, nanos: number, reservation: BudgetReservation): Promise<void> | null {
    if (nanos <= 0) return null
    const known = this.#teams.get(key.teamId)
    if (known) return known.reserve(key, nanos, reservation)
    const team = new TeamBudgets(this.#options)
    this.#teams.set(key.teamId, team)
    return team.reserve(key, nanos, reservation)
  }

  /** After a change of any budget: what is held is given back, and leased anew under what holds now. */
  expire(): void {
    for (const team of this.#teams.values()) team.tend(true)
  }

  /** Gives everything back; request rows must be written by then. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(Array.from(this.#teams.values(), team => team.close()))
  }

  #tend(): void {
    for (const [id, team] of this.#teams) {
      if (team.idle) this.#teams.delete(id)
      else team.tend()
    }
  }
}

/** The budgets that limit one call; at least one of them is there. */
interface BudgetIds {
  readonly teamBudgetId: string | null
  readonly budgetId: string | null
}

interface BudgetOptions {
  readonly leases: BudgetLeases
  /** For how long a lease outlives its gateway. */
  readonly leaseMs: number
  /** Milliseconds of a clock that never jumps. */
  readonly now: () => number
  readonly onFault: (error: unknown) => void
}

interface Waiter {
  readonly ids: BudgetIds
  readonly nanos: number
  readonly reservation: BudgetReservation
  /** Until then another gateway may give back what it does not need. */
  readonly giveUpAt: number
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

type Shortage = Extract<LeaseAnswer, { kind: 'short' }>

/** What is given back is taken out at once: nobody can be given it any more. */
function toNews(pot: BudgetPot): LeaseNews | null {
  if (pot.leaseId === null) return null
  const back = pot.near || !pot.used ? pot.spare : 0
  pot.spare -= back
  pot.used = false
  return { budgetId: pot.budgetId, leaseId: pot.leaseId, spare: pot.spare, back }
}

function toUsedUp(ids: BudgetIds, budgetId: string, { limitNanos, resetsAt }: Shortage): UsedUpBudget {
  return { whose: budgetId === ids.teamBudgetId ? 'team' : 'key', limitNanos, resetsAt }
}

interface UsedUpBudget {
  readonly whose: 'key' | 'team'
  readonly limitNanos: number
  /** Milliseconds since 1970; null: never. */
  readonly resetsAt: number | null
}

/** Why a call is not made: what it may cost at most is more than is left. */
function budgetUsedUp({ whose, limitNanos, resetsAt }: UsedUpBudget, nanos: number): ApiError {
  const until =
    resetsAt === null ? '' : ` It begins anew on ${new Date(resetsAt).toISOString().slice(0, 10)}.`
  const advice = 'Send less, lower max_tokens, or ask an administrator to raise the budget.'
  const message = `Too little is left of this ${whose}’s budget of ${toDollars(limitNanos)}: this call may cost up to ${toDollars(nanos)}.${until} ${advice}`
  return new ApiError('insufficient_quota', message)
}

function budgetAway(cause: unknown): ApiError {
  const message =
    'What is left of a budget cannot be looked up now: the database does not answer. Send the request again.'
  return new ApiError('store_unavailable', message, { cause, retryable: true, retryAfterMs: 1000 })
}

function toDollars(nanos: number): string {
  const dollars = nanos / 1e9
  return `$${dollars >= 0.01 ? dollars.toFixed(2) : dollars.toPrecision(2)}`
}
