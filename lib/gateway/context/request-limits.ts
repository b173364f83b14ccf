import type {
  Budget,
  ReservableAmount,
  TokenEstimate,
  TokenLimits,
} from '#lib/capabilities/request-context.ts'
import { reachedThreshold } from '#lib/gateway/limits/budget-warnings.ts'
import { BudgetReservation } from '#lib/gateway/limits/budget-reservation.ts'
import type { Budgets } from '#lib/gateway/limits/budgets.ts'
import type { Limits, Slot } from '#lib/gateway/limits/limits.ts'
import { toUsd } from '#lib/prices/to-usd.ts'
import type { ReservedAmount } from '#lib/store/budgets/reserved-amount.ts'
import type { LimitedKey } from '#lib/store/keys/key-row.ts'

/** The key's limits, set once the request is authenticated. */
interface KeyHolder {
  readonly key: LimitedKey | null
}

/** The request's share of the rate limits of its key and team. */
export class RequestLimits implements TokenLimits {
  readonly #limits: Limits
  readonly #caller: KeyHolder
  #slot: Slot | null = null

  constructor(limits: Limits, caller: KeyHolder) {
    this.#limits = limits
    this.#caller = caller
  }

  /**
   * Takes one request and, if it counts as one, one concurrent request.
   * @returns a promise only where the gateway has to query the store
   * @throws ApiError `rate_limit_exceeded`
   */
  take(key: LimitedKey, isConcurrent: boolean): Promise<void> | null {
    const slot = this.#limits.take(key, isConcurrent)
    if (slot instanceof Promise) return this.#takeLater(slot)
    this.#slot = slot
    return null
  }

  reserve(estimate: () => TokenEstimate): Promise<void> | null {
    return this.#slot?.reserve(estimate) ?? null
  }

  /** Replaces all estimates by the tokens used. */
  settle(tokens: number): void {
    this.#slot?.settle(tokens)
  }

  /** Releases the concurrency slot: the work is done and only needs to be sent. */
  release(): void {
    this.#slot?.release()
  }

  /** Appends `x-ratelimit-*`, also for a request that was just rejected. */
  writeHeaders(to: string[]): void {
    if (this.#caller.key) this.#limits.headers(this.#caller.key, to)
  }

  async #takeLater(slot: Promise<Slot>): Promise<void> {
    this.#slot = await slot
  }
}

/** The request's budget reservations of its key and team. */
export class RequestBudget implements Budget {
  readonly #budgets: Budgets
  readonly #caller: KeyHolder
  #reservation: BudgetReservation | null = null
  #closed = false
  #settled: readonly ReservedAmount[] | undefined

  constructor(budgets: Budgets, caller: KeyHolder) {
    this.#budgets = budgets
    this.#caller = caller
  }

  get limits(): boolean {
    const { key } = this.#caller
    return key !== null && (key.budgetId !== null || key.teamBudgetId !== null)
  }

  get rejectsUnpriced(): boolean {
    return this.limits && this.#caller.key?.rejectsUnpriced === true
  }

  get answerTokensMax(): number | null {
    return this.#caller.key?.answerTokensMax ?? null
  }

  reserve(amount: () => ReservableAmount): Promise<number> | null {
    const { key } = this.#caller
    if (this.#closed || key === null || !this.limits) return null
    const { nanos, leastNanos } = amount()
    return this.#budgets.reserve(key, nanos, (this.#reservation ??= new BudgetReservation()), leastNanos)
  }

  /**
   * Reads how much is left, for the headers, where this gateway does not know it: with the first request in a while.
   * @returns null: it is known, or no budget limits the request
   */
  learn(): Promise<void> | null {
    const { key } = this.#caller
    return key !== null && this.limits ? this.#budgets.learn(key) : null
  }

  /** Appends `sextant-budget-*`, for the budget of the key or its team of which less is left. */
  writeHeaders(to: string[]): void {
    const { key } = this.#caller
    if (key === null || !this.limits) return
    const level = this.#budgets.levelOf(key)
    if (level === null) return
    const { limitNanos, leftNanos, resetsAt } = level
    to.push('sextant-budget-limit', toUsd(limitNanos), 'sextant-budget-remaining', toUsd(leftNanos))
    if (resetsAt !== null) to.push('sextant-budget-reset', String(Math.ceil(resetsAt / 1000)))
    const percent = reachedThreshold(level)
    if (percent !== null) to.push('sextant-budget-warning', `${percent}% used`)
  }

  /**
   * Ends the reservation, once: later attempts reserve nothing, and what exceeds the cost can be reserved again.
   * @returns what the request row settles; undefined: no budget limits this request
   */
  close(costNanos: number): readonly ReservedAmount[] | undefined {
    if (this.#closed) return this.#settled
    this.#closed = true
    this.#settled = this.#reservation?.close(costNanos)
    return this.#settled
  }
}
