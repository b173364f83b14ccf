/** How often a budget resets, by UTC days and weeks from Monday; null: never. */
export type BudgetPeriod = 'day' | 'week' | 'month' | null

/** Budget tables. Amounts are nano-dollars, times are milliseconds of the database's clock. */
export interface BudgetSchema {
  budgets: BudgetTable
  budgetLeases: BudgetLeaseTable
}

export interface BudgetTable {
  id: string
  teamId: string
  /** The key it was created for, shared by its rotated successors; null: the whole team's. */
  keyId: string | null
  limitNanos: number
  period: BudgetPeriod
  /** Spent in this period. */
  spent: number
  /** Reserved by leases. */
  reserved: number
  periodStart: number
  createdAt: number
}

/** A share of a budget that one gateway can assign to its calls without a database request. */
export interface BudgetLeaseTable {
  id: string
  budgetId: string
  amountNanos: number
  /** Upper bound of its unassigned amount, as last reported by its gateway. */
  spareNanos: number
  toldAt: number
  /** After this time the lease can be revoked: its gateway is gone. */
  expiresAt: number
}
