import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, budgetReservedReason } from '#lib/errors.ts'
import type { Budget, BudgetStore } from '#lib/store/budgets/budgets.ts'
import type {
  BudgetLeases,
  BudgetLevel,
  LeaseAnswer,
  LeaseRequest,
  RenewedLease,
} from '#lib/store/budgets/budget-leases.ts'
import type { LimitedKey } from '#lib/store/keys/key-row.ts'
import type { BudgetReservation } from './budget-reservation.ts'
import { LocalLease } from './local-lease.ts'

// Money moves in three steps. A gateway leases an amount of a budget from the store (`LocalLease`), gives parts of it
// to requests from memory (`BudgetReservation`), and the request row settles what was really spent. Money is
// nano-dollars; times are milliseconds of a clock that never jumps.

const renewMs = 500

/**
 * This gateway's view of the budgets of teams and keys. It leases amounts from the store and reserves parts
 * of them in memory, so that a request waits for the store only where more has to be leased.
 */
export class Budgets {
  readonly #teams = new Map<string, TeamBudgets>()
  readonly #options: BudgetOptions
  readonly #timer: NodeJS.Timeout

  constructor(options: Omit<BudgetOptions, 'now'> & { readonly now?: () => number }) {
    this.#options = { now: () => performance.now(), ...options }
    this.#timer = setInterval(() => this.#renew(), renewMs).unref()
  }

  /**
   * Reserves the most that a request may cost, from the budgets of its team and key.
   * @param leastNanos enough where less than `nanos` is left
   * @returns null: all is reserved, or nothing limits it; else how much was reserved
   * @throws ApiError `insufficient_quota`, or `store_unavailable` where more has to be leased and cannot be
   */
  reserve(
    key: LimitedKey,
    nanos: number,
    reservation: BudgetReservation,
    leastNanos = nanos,
  ): Promise<number> | null {
    if (nanos <= 0) return null
    return this.#teamOf(key).reserve(key, nanos, reservation, leastNanos)
  }

  /**
   * Reads the budgets of the key whose state this gateway does not know, for `levelOf`.
   * @returns null: it knows all of them
   */
  learn(key: LimitedKey): Promise<void> | null {
    return this.#teamOf(key).learn(key)
  }

  /**
   * The budget of the key or its team of which less is left, as this gateway knows it.
   * @returns null: none limits the key, or none is known yet
   */
  levelOf(key: LimitedKey): BudgetLevel | null {
    return this.#teams.get(key.teamId)?.levelOf(key) ?? null
  }

  /** The budget, where this gateway knows as well as the store how much is left. @returns null: it does not */
  exactLevel(teamId: string, budgetId: string): BudgetLevel | null {
    return this.#teams.get(teamId)?.exactLevel(budgetId) ?? null
  }

  /** The budgets that this gateway uses, as it knows them. */
  *levels(): Generator<readonly [budgetId: string, level: BudgetLevel]> {
    for (const team of this.#teams.values()) yield* team.levels()
  }

  /** After a change of any budget: returns all leases, so that new ones follow the new limits. */
  expire(): void {
    for (const team of this.#teams.values()) team.renew(true)
  }

  /** Returns all leases; request rows must be written by then. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await Promise.all(Array.from(this.#teams.values(), team => team.close()))
  }

  #teamOf({ teamId }: LimitedKey): TeamBudgets {
    const known = this.#teams.get(teamId)
    if (known) return known
    const team = new TeamBudgets(this.#options)
    this.#teams.set(teamId, team)
    return team
  }

  #renew(): void {
    for (const [id, team] of this.#teams) {
      if (team.idle) this.#teams.delete(id)
      else team.renew()
    }
  }
}

interface BudgetOptions {
  readonly leases: BudgetLeases & Pick<BudgetStore, 'find'>
  /** How long a lease remains valid without renewal. */
  readonly leaseMs: number
  readonly now: () => number
  readonly onFault: (error: unknown) => void
  /** Called with the state of a budget after each report of the store. */
  readonly onLevel?: (budgetId: string, level: BudgetLevel) => void
}

/** The budgets that limit one request; at least one exists. */
interface BudgetIds {
  readonly teamBudgetId: string | null
  readonly budgetId: string | null
}

interface Waiter {
  readonly ids: BudgetIds
  readonly nanos: number
  /** Reserved where less than `nanos` is left. */
  readonly leastNanos: number
  readonly reservation: BudgetReservation
  /** Until then another gateway may return what it does not need. */
  readonly giveUpAt: number
  readonly resolve: (reservedNanos: number) => void
  readonly reject: (reason: unknown) => void
}

type Shortage = Extract<LeaseAnswer, { kind: 'short' }>

const waitForOthersMs = 4_000
const pauseMs = 50

// Safety margin of a lease: a gateway that could not renew it stops using it early, because clocks differ.
const freshShare = 0.75

/**
 * This gateway's leases of one team's budgets. Requests reserve from them at once, and wait only while more is leased:
 * one call of the store leases for all that wait, first come first served.
 */
class TeamBudgets {
  readonly #options: BudgetOptions
  readonly #leases = new Map<string, LocalLease>()
  #waiting: Waiter[] = []
  #work: Promise<void> | null = null
  #renewalDue = false

  constructor(options: BudgetOptions) {
    this.#options = options
  }

  /** Whether nothing is leased or waited for. */
  get idle(): boolean {
    return this.#leases.size === 0 && this.#work === null
  }

  /**
   * Reserves money for a request.
   * @returns null: all is reserved; else how much was reserved
   * @throws ApiError `insufficient_quota`, or `store_unavailable` where more is needed and cannot be leased
   */
  reserve(
    ids: BudgetIds,
    nanos: number,
    reservation: BudgetReservation,
    leastNanos: number,
  ): Promise<number> | null {
    if (reservation.closed) return null
    if (this.#waiting.length === 0 && this.#take(ids, nanos, reservation)) return null
    return new Promise((resolve, reject) => {
      const giveUpAt = this.#options.now() + waitForOthersMs
      this.#waiting.push({ ids, nanos, leastNanos, reservation, giveUpAt, resolve, reject })
      this.#begin()
    })
  }

  learn({ teamBudgetId, budgetId }: BudgetIds): Promise<void> | null {
    const unknown = [teamBudgetId, budgetId].filter(id => id !== null && this.#isUnknown(id))
    return unknown.length === 0 ? null : this.#find(unknown.filter(id => id !== null))
  }

  exactLevel(budgetId: string): BudgetLevel | null {
    const lease = this.#leases.get(budgetId)
    return lease?.isExact(this.#options.now()) === true ? lease.level : null
  }

  levelOf({ teamBudgetId, budgetId }: BudgetIds): BudgetLevel | null {
    const ofTeam = teamBudgetId === null ? null : (this.#leases.get(teamBudgetId)?.level ?? null)
    const ofKey = budgetId === null ? null : (this.#leases.get(budgetId)?.level ?? null)
    if (ofTeam === null || ofKey === null) return ofTeam ?? ofKey
    return ofTeam.leftNanos < ofKey.leftNanos ? ofTeam : ofKey
  }

  *levels(): Generator<readonly [budgetId: string, level: BudgetLevel]> {
    for (const { budgetId, level } of this.#leases.values()) if (level !== null) yield [budgetId, level]
  }

  /** Renews leases and returns what was not needed for a while; `all`: everything that is not reserved. */
  renew(all = false): void {
    const renewBefore = this.#options.now() - this.#options.leaseMs / 3
    for (const lease of this.#leases.values()) {
      if (all) lease.nearlyExhausted = true
      if (lease.leaseId !== null)
        this.#renewalDue ||= all || lease.availableNanos > 0 || lease.renewedAt < renewBefore
      else if (lease.used) lease.used = false
      else this.#leases.delete(lease.budgetId)
    }
    if (this.#renewalDue) this.#begin()
  }

  /** Resolves when everything that is not reserved was returned. */
  async close(): Promise<void> {
    this.renew(true)
    await this.#work
  }

  #isUnknown(budgetId: string): boolean {
    const lease = this.#leases.get(budgetId)
    return lease === undefined || (lease.level === null && !lease.removed)
  }

  async #find(budgetIds: readonly string[]): Promise<void> {
    const { leases, now, onFault } = this.#options
    const at = now()
    try {
      const found = await leases.find(budgetIds)
      for (const [id, budget] of found) this.#lease(id).learn(toLevel(budget), at)
    } catch (error) {
      onFault(error)
    }
  }

  #take(ids: BudgetIds, nanos: number, reservation: BudgetReservation): boolean {
    const now = this.#options.now()
    const leases = this.#leasesOf(ids)
    for (const lease of leases) if (lease.reservable(now) < nanos) return false
    for (const lease of leases) reservation.take(lease, nanos)
    return true
  }

  #leasesOf({ teamBudgetId, budgetId }: BudgetIds): LocalLease[] {
    return [teamBudgetId, budgetId].flatMap(id => (id === null ? [] : this.#lease(id)))
  }

  #lease(budgetId: string): LocalLease {
    const known = this.#leases.get(budgetId)
    if (known) return known
    const lease = new LocalLease(budgetId, () => this.#returnSoon())
    this.#leases.set(budgetId, lease)
    return lease
  }

  /** Returns unused amounts of a nearly exhausted budget now: another gateway may refuse a request for want of them. */
  #returnSoon(): void {
    this.#renewalDue = true
    this.#begin()
  }

  #begin(): void {
    this.#work ??= this.#loop()
  }

  async #loop(): Promise<void> {
    try {
      while (this.#waiting.length > 0 || this.#renewalDue) {
        if (this.#renewalDue) await this.#renewNow()
        if (this.#waiting.length > 0) await this.#serve()
      }
    } finally {
      // In the same tick as the last check: a later request starts over.
      this.#work = null
    }
  }

  /** Leases what the waiting requests lack, and resolves those that can be resolved. */
  async #serve(): Promise<void> {
    // Requests that arrive during the store call are not covered by its response.
    const served = this.#waiting.length
    const requests = this.#leaseRequests()
    try {
      const shortages = requests.length === 0 ? new Map<string, Shortage>() : await this.#leaseMore(requests)
      const left = this.#waiting.splice(0, served).filter(waiter => !this.#settle(waiter, shortages))
      this.#waiting.unshift(...left)
      this.#renewalDue ||= [...this.#leases.values()].some(
        lease => lease.nearlyExhausted && lease.availableNanos > 0,
      )
      if (left.length > 0 && shortages.size > 0) await sleep(pauseMs)
    } catch (error) {
      for (const { budgetId } of requests) this.#lease(budgetId).reset()
      this.#options.onFault(error)
      for (const waiter of this.#waiting.splice(0)) waiter.reject(budgetUnavailable(error))
    }
  }

  #leaseRequests(): LeaseRequest[] {
    const needs = new Map<string, { totalNanos: number; smallestNanos: number }>()
    for (const { ids, nanos, leastNanos } of this.#waiting) {
      for (const { budgetId } of this.#leasesOf(ids)) {
        const { totalNanos, smallestNanos } = needs.get(budgetId) ?? {
          totalNanos: 0,
          smallestNanos: Infinity,
        }
        needs.set(budgetId, {
          totalNanos: totalNanos + nanos,
          smallestNanos: Math.min(smallestNanos, leastNanos),
        })
      }
    }
    const now = this.#options.now()
    return [...needs].flatMap(([budgetId, { totalNanos, smallestNanos }]) => {
      const lease = this.#lease(budgetId)
      const reservable = lease.reservable(now)
      if (reservable >= totalNanos) return []
      // An expired lease may belong to another gateway by now.
      if (now >= lease.freshUntil) lease.reset()
      return {
        budgetId,
        leaseId: lease.leaseId,
        shortfallNanos: totalNanos - reservable,
        smallestNanos: Math.max(1, smallestNanos - reservable),
      }
    })
  }

  /** @returns the budgets that do not have enough for all */
  async #leaseMore(requests: readonly LeaseRequest[]): Promise<Map<string, Shortage>> {
    const { leases, leaseMs, now } = this.#options
    const at = now()
    const freshUntil = at + leaseMs * freshShare
    const answers = await leases.lease(requests, leaseMs)
    const shortages = new Map<string, Shortage>()
    for (const [index, { budgetId }] of requests.entries()) {
      const answer = answers[index]
      if (!answer) continue
      const lease = this.#lease(budgetId)
      lease.apply(answer, at, freshUntil)
      if (answer.kind === 'granted' || answer.kind === 'short') this.#report(lease)
      if (answer.kind === 'short') shortages.set(budgetId, answer)
    }
    return shortages
  }

  /** @returns whether the waiting request was resolved */
  #settle(waiter: Waiter, shortages: ReadonlyMap<string, Shortage>): boolean {
    const { ids, nanos, leastNanos, reservation, giveUpAt, resolve, reject } = waiter
    if (reservation.closed || this.#take(ids, nanos, reservation)) {
      resolve(nanos)
      return true
    }
    const now = this.#options.now()
    for (const { budgetId } of this.#leasesOf(ids)) {
      const shortage = shortages.get(budgetId)
      if (!shortage || this.#lease(budgetId).reservable(now) >= nanos) continue
      const part = Math.max(0, Math.min(nanos, ...this.#leasesOf(ids).map(each => each.reservable(now))))
      if (part >= leastNanos && this.#take(ids, part, reservation)) {
        resolve(part)
        return true
      }
      if (shortage.elsewhere) {
        if (now < giveUpAt && !reservation.hasWaited) return false
        reservation.hasWaited = true
      }
      const level = this.#lease(budgetId).level ?? shortage.level
      const whose = budgetId === ids.teamBudgetId ? 'team' : 'key'
      const ownNanos = reservation.reservedFrom(this.#lease(budgetId))
      reject(rejection(whose, level, leastNanos, ownNanos))
      return true
    }
    return false
  }

  async #renewNow(): Promise<void> {
    this.#renewalDue = false
    const { leases, leaseMs, now } = this.#options
    const renewals = [...this.#leases.values()].flatMap(lease => lease.takeRenewal() ?? [])
    const at = now()
    try {
      const renewed =
        renewals.length === 0 ? new Map<string, RenewedLease>() : await leases.renew(renewals, leaseMs)
      for (const { budgetId, leaseId } of renewals) {
        const lease = this.#lease(budgetId)
        const state = renewed.get(leaseId)
        if (state) {
          lease.renewed(state, at, at + leaseMs * freshShare)
          this.#report(lease)
        } else lease.reset()
      }
    } catch (error) {
      // It is unknown whether anything was returned: these leases expire.
      for (const { budgetId } of renewals) this.#lease(budgetId).reset()
      this.#options.onFault(error)
    }
  }

  #report({ budgetId, level }: LocalLease): void {
    if (level !== null) this.#options.onLevel?.(budgetId, level)
  }
}

function toLevel({ limitNanos, spentNanos, reservedNanos, resetsAt }: Budget): BudgetLevel {
  return { limitNanos, spentNanos, leftNanos: Math.max(0, limitNanos - spentNanos - reservedNanos), resetsAt }
}

const reservedRetryMs = 1_000

/**
 * The error of a request that may cost more than the remaining budget.
 * @param ownNanos reserved for the request itself, by earlier attempts
 */
function rejection(
  whose: 'key' | 'team',
  { limitNanos, spentNanos, leftNanos, resetsAt }: BudgetLevel,
  nanos: number,
  ownNanos: number,
): ApiError {
  const budget = `this ${whose}’s ${toDollars(limitNanos)} budget`
  const unspentNanos = limitNanos - spentNanos - ownNanos
  if (unspentNanos > 0 && unspentNanos >= nanos) {
    const reserved = `${toDollars(unspentNanos - leftNanos)} of ${budget} is reserved for requests in progress`
    const cost =
      nanos <= 1 ? 'Nothing is left for this request' : `This request may cost up to ${toDollars(nanos)}`
    const message = `${cost}: ${reserved}. Retry when one of them has ended.`
    const options = { reason: budgetReservedReason, retryAfterMs: reservedRetryMs }
    return new ApiError('rate_limit_exceeded', message, options)
  }
  const until = resetsAt === null ? '' : ` It resets on ${new Date(resetsAt).toISOString().slice(0, 10)}.`
  if (unspentNanos <= 0 || nanos <= 1) {
    const left =
      'Only embedded models and models with a price of zero still respond. Ask an admin to raise the budget.'
    return new ApiError('insufficient_quota', `T${budget.slice(1)} is used up.${until} ${left}`)
  }
  const advice = 'Shorten the request, lower max_tokens, or ask an admin to raise the budget.'
  const message = `This request may cost up to ${toDollars(nanos)}, more than the ${toDollars(unspentNanos)} that is left of ${budget}.${until} ${advice}`
  return new ApiError('insufficient_quota', message)
}

/** Three digits of small amounts: with fewer, a cost and the amount that is left could look the same. */
function toDollars(nanos: number): string {
  const dollars = nanos / 1e9
  const digits = Math.min(9, Math.max(2, 2 - Math.floor(Math.log10(Math.max(dollars, 1e-9)))))
  return `$${dollars.toFixed(digits).replace(/(\.\d\d\d*?)0+$/, '$1')}`
}

function budgetUnavailable(cause: unknown): ApiError {
  const message = 'Cannot check the budget: the database is not responding. Retry the request.'
  return new ApiError('store_unavailable', message, { cause, retryable: true, retryAfterMs: 1000 })
}
