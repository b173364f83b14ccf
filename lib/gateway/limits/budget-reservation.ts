import type { ReservedAmount } from '#lib/store/budgets/reserved-amount.ts'
import type { LocalLease } from './local-lease.ts'

/** The reservations of one request, until its row settles them. */
export class BudgetReservation {
  readonly #taken: { readonly lease: LocalLease; readonly amount: ReservedAmount }[] = []
  #closed = false
  /** Whether it has waited in vain for other gateways: with many targets a request would wait as often. */
  hasWaited = false

  /** Whether the request has ended: it reserves nothing more. */
  get closed(): boolean {
    return this.#closed
  }

  take(lease: LocalLease, nanos: number): void {
    const amount = lease.reserve(nanos)
    if (amount !== null) this.#taken.push({ lease, amount })
  }

  /** Of one budget. */
  reservedFrom({ budgetId }: LocalLease): number {
    return this.#taken.reduce(
      (sum, { amount }) => (amount.budgetId === budgetId ? sum + amount.nanos : sum),
      0,
    )
  }

  /**
   * Ends the request. What it reserved beyond its cost can be reserved again at once: its row may be written a second
   * later.
   * @returns what the row settles
   */
  close(costNanos: number): readonly ReservedAmount[] {
    if (this.#closed) return []
    this.#closed = true
    const unpaid = new Map<LocalLease, number>()
    return this.#taken.map(({ lease, amount }) => {
      const due = unpaid.get(lease) ?? costNanos
      const kept = due > 0 ? Math.min(due, amount.nanos) : 0
      if (!lease.giveBack(amount, kept)) return amount
      unpaid.set(lease, due - kept)
      return { ...amount, nanos: kept }
    })
  }
}
