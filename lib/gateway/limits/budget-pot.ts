import type { LeaseAnswer } from '#lib/store/budgets/budget-leases.ts'

/** What this gateway holds of one budget. Money is nano-dollars. */
export class BudgetPot {
  readonly budgetId: string
  leaseId: string | null = null
  /** Leased, and not yet given to a call. */
  spare = 0
  /** Until when what is to spare may be given out, by the ledger's clock: after that it may be somebody else's. */
  freshUntil = -Infinity
  /** When its lease was last renewed. */
  tendedAt = -Infinity
  /** Whether a call took of it since it was last tended. */
  used = true
  /** Whether so little of the budget is left that nothing is kept to spare. */
  near = false
  /** Whether the budget was removed: then nothing limits. */
  gone = false

  constructor(budgetId: string) {
    this.budgetId = budgetId
  }

  /** How much can be given out at once. */
  available(now: number): number {
    if (this.gone) return Infinity
    return this.leaseId !== null && now < this.freshUntil ? this.spare : 0
  }

  apply(answer: LeaseAnswer, freshUntil: number): void {
    if (answer.kind === 'lost') return this.reset()
    this.gone = answer.kind === 'gone'
    if (answer.kind === 'gone') return
    this.near = answer.kind === 'short' || answer.near
    if (answer.nanos === 0) return
    this.leaseId = answer.leaseId
    this.spare += answer.nanos
    this.freshUntil = freshUntil
  }

  /** The lease is no more, and what was to spare with it. */
  reset(): void {
    this.leaseId = null
    this.spare = 0
    this.freshUntil = -Infinity
  }
}
