import type { BudgetHold } from '#lib/store/budgets/budget-hold.ts'
import type { BudgetPot } from './budget-pot.ts'

/** What one call took from budgets, until its row settles it. */
export class BudgetReservation {
  readonly holds: BudgetHold[] = []
  #closed = false

  /** Whether the call has ended: it takes nothing any more. */
  get closed(): boolean {
    return this.#closed
  }

  take(pot: BudgetPot, nanos: number): void {
    pot.used = true
    if (pot.gone || pot.leaseId === null) return
    pot.spare -= nanos
    this.holds.push({ budgetId: pot.budgetId, leaseId: pot.leaseId, nanos })
  }

  close(): readonly BudgetHold[] {
    this.#closed = true
    return this.holds
  }
}
