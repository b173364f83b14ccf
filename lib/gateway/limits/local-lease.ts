import type { BudgetLevel, LeaseAnswer, LeaseReport, RenewedLease } from '#lib/store/budgets/budget-leases.ts'
import type { ReservedAmount } from '#lib/store/budgets/reserved-amount.ts'

/** Another gateway may have spent some of the budget since an earlier report. */
const exactMs = 2_000

/** This gateway's lease of one budget. */
export class LocalLease {
  readonly budgetId: string
  /** Null: nothing is leased. */
  leaseId: string | null = null
  /** Leased, and not yet reserved by a request. */
  availableNanos = 0
  /** Until when `availableNanos` may be reserved; after that another gateway may have it. */
  freshUntil = -Infinity
  renewedAt = -Infinity
  /** Whether a request has used it since its last renewal. */
  used = true
  /** Whether the budget is nearly exhausted, so that no gateway keeps more than it has reserved. */
  nearlyExhausted = false
  /** Whether the budget was removed: there is no limit then. */
  removed = false

  readonly #onGivenBack: () => void
  /** Leased in all, as the store reported it last: ended requests have what is neither available nor reserved. */
  #leasedNanos = 0
  /** Of requests in progress. */
  #reservedNanos = 0
  /** On its way back to the store: as long as no report counts it as left, it is left all the same. */
  #returningNanos = 0
  /** As the store reported it last; null: it has not, or what happened since is unknown. */
  #level: BudgetLevel | null = null
  #reportedAt = -Infinity

  /** @param onGivenBack an amount was given back while the budget is nearly exhausted */
  constructor(budgetId: string, onGivenBack: () => void) {
    this.budgetId = budgetId
    this.#onGivenBack = onGivenBack
  }

  /** The budget as this gateway knows it: what it has not given to a request counts as left. */
  get level(): BudgetLevel | null {
    if (this.#level === null || this.removed) return null
    const { limitNanos, spentNanos, leftNanos, resetsAt } = this.#level
    const unsettledNanos = Math.max(0, this.#leasedNanos - this.availableNanos - this.#reservedNanos)
    return {
      limitNanos,
      spentNanos: spentNanos + unsettledNanos,
      leftNanos: Math.max(0, leftNanos + this.availableNanos + this.#returningNanos),
      resetsAt,
    }
  }

  /** The store has reported the budget to this gateway without a lease. */
  learn(level: BudgetLevel, at: number): void {
    if (this.leaseId !== null) return
    this.#level = level
    this.#reportedAt = at
  }

  /** Whether the store can know no better how much is left. */
  isExact(now: number): boolean {
    return this.availableNanos > 0 || this.#returningNanos > 0 || now - this.#reportedAt < exactMs
  }

  /** How much can be reserved at once. */
  reservable(now: number): number {
    if (this.removed) return Infinity
    return this.leaseId !== null && now < this.freshUntil ? this.availableNanos : 0
  }

  /**
   * Reserves an amount that is available.
   * @returns null: nothing limits the request
   */
  reserve(reservedNanos: number): ReservedAmount | null {
    this.used = true
    if (this.removed || this.leaseId === null) return null
    this.availableNanos -= reservedNanos
    this.#reservedNanos += reservedNanos
    return { budgetId: this.budgetId, leaseId: this.leaseId, nanos: reservedNanos }
  }

  /**
   * Ends a reservation: what the request did not cost can be reserved again.
   * @returns false where its lease is lost, so that only the store can release it
   */
  giveBack(reserved: ReservedAmount, keptNanos: number): boolean {
    if (reserved.leaseId !== this.leaseId) return false
    const nanos = reserved.nanos - keptNanos
    this.#reservedNanos -= reserved.nanos
    this.availableNanos += nanos
    if (nanos > 0 && this.nearlyExhausted) this.#onGivenBack()
    return true
  }

  /** Applies the store's response to a lease request. */
  apply(answer: LeaseAnswer, at: number, freshUntil: number): void {
    if (answer.kind === 'lost') return this.reset()
    this.removed = answer.kind === 'removed'
    if (answer.kind === 'removed') return
    this.nearlyExhausted = answer.kind === 'short' || answer.nearlyExhausted
    this.#level = answer.level
    this.#reportedAt = at
    this.#leasedNanos = answer.level.leasedNanos
    if (answer.nanos === 0) return
    this.leaseId = answer.leaseId
    this.availableNanos += answer.nanos
    this.freshUntil = freshUntil
  }

  /**
   * The renewal for the store. The amount to return is removed at once, so that no request can reserve it.
   */
  takeRenewal(): LeaseReport | null {
    if (this.leaseId === null) return null
    const { budgetId, leaseId } = this
    const returnNanos = this.nearlyExhausted || !this.used ? this.availableNanos : 0
    this.availableNanos -= returnNanos
    this.#leasedNanos -= returnNanos
    this.#returningNanos = returnNanos
    this.used = false
    return { budgetId, leaseId, availableNanos: this.availableNanos, returnNanos }
  }

  renewed({ nearlyExhausted, level }: RenewedLease, at: number, freshUntil: number): void {
    if (level.leasedNanos <= 0) this.reset()
    this.nearlyExhausted = nearlyExhausted
    this.#level = level
    this.#reportedAt = at
    if (this.leaseId === null) return
    this.#leasedNanos = level.leasedNanos
    this.#returningNanos = 0
    this.renewedAt = at
    this.freshUntil = freshUntil
  }

  /** The lease is lost, with its available amount. */
  reset(): void {
    this.leaseId = null
    this.#level = null
    this.availableNanos = 0
    this.#leasedNanos = 0
    this.#reservedNanos = 0
    this.#returningNanos = 0
    this.freshUntil = -Infinity
  }
}
