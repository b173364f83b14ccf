/** How often a budget begins anew, by days of UTC and weeks from Monday; null: never. */
export type BudgetPeriod = 'day' | 'week' | 'month' | null

/** The tables of money that may be spent. Money is nano-dollars, times are milliseconds of the database's clock. */
export interface BudgetSchema {
  budgets: BudgetTable
  budgetLeases: BudgetLeaseTable
}

export interface BudgetTable {
  id: string
  teamId: string
  /** The key that it was made for, whose successors share it; null: it is the whole team's. */
  keyId: string | null
  limitNanos: number
  period: BudgetPeriod
  /** What requests of this period cost. */
  spent: number
  /** What leases hold. */
  reserved: number
  periodStart: number
  createdAt: number
}

/** A part of a budget that one gateway may give to its calls without asking. */
export interface BudgetLeaseTable {
  id: string
  budgetId: string
  amountNanos: number
  /** At most this much of it was not given to calls when its gateway last told. */
  spareNanos: number
  toldAt: number
  /** From then on anybody may take it back: its gateway is gone. */
  expiresAt: number
}
