import type { Transaction } from 'kysely'
import type { Backend } from './backend.ts'
import type { BudgetHold } from './budget-hold.ts'
import type { BudgetTable } from './budget-schema.ts'
import { lockBudgets } from './lock-budgets.ts'
import type { RequestTable, Schema } from './schema.ts'

/** A request row with what its call took from budgets beforehand. */
export interface HeldRow extends RequestTable {
  readonly holds: readonly BudgetHold[]
}

/**
 * Charges what requests cost to their budgets and keys, and gives back what was taken for them beforehand. A request
 * counts in the period in which it began. What an ended lease held was given back when it ended.
 */
export async function settleBudgets(
  transaction: Transaction<Schema>,
  rows: readonly HeldRow[],
  kind: Backend['kind'],
): Promise<void> {
  const due = rows.filter(row => row.costNanos > 0 || row.holds.length > 0)
  if (due.length === 0) return
  const keys = await findBudgetsOf(transaction, due)
  const ids = new Set(due.flatMap(row => row.holds.map(hold => hold.budgetId)))
  for (const { budgetId, teamBudgetId } of keys) {
    if (budgetId !== null) ids.add(budgetId)
    if (teamBudgetId !== null) ids.add(teamBudgetId)
  }
  if (ids.size > 0) {
    const { now, budgets } = await lockBudgets(kind, transaction, [...ids])
    const released = await release(transaction, due)
    const budgetOf = new Map(keys.map(key => [key.id, key.budgetId]))
    for (const budget of budgets.values()) {
      const counted = due.filter(row => isOfPeriod(row, budget, now) && isOf(row, budget, budgetOf))
      await charge(transaction, budget, sumCosts(counted), released.get(budget.id) ?? 0)
    }
  }
  await chargeKeys(transaction, due)
}

function findBudgetsOf(transaction: Transaction<Schema>, rows: readonly HeldRow[]) {
  return transaction
    .selectFrom('keys')
    .leftJoin('budgets', join =>
      join.onRef('budgets.teamId', '=', 'keys.teamId').on('budgets.keyId', 'is', null),
    )
    .select(['keys.id', 'keys.budgetId', 'budgets.id as teamBudgetId'])
    .where('keys.id', 'in', [...new Set(rows.map(row => row.keyId))])
    .execute()
}

/** Where the clock was set back behind the period's beginning, what goes on counts: else nothing would hold until then. */
function isOfPeriod(row: HeldRow, { periodStart }: BudgetTable, now: number): boolean {
  return row.startedAt >= periodStart || now < periodStart
}

function isOf(row: HeldRow, budget: BudgetTable, budgetOf: ReadonlyMap<string, string | null>): boolean {
  return budget.keyId === null ? row.teamId === budget.teamId : budgetOf.get(row.keyId) === budget.id
}

/** @returns how much of each budget's reservation is over */
async function release(
  transaction: Transaction<Schema>,
  rows: readonly HeldRow[],
): Promise<Map<string, number>> {
  const held = new Map<string, number>()
  for (const { holds } of rows) {
    for (const { leaseId, nanos } of holds) held.set(leaseId, (held.get(leaseId) ?? 0) + nanos)
  }
  const released = new Map<string, number>()
  for (const [leaseId, nanos] of held) {
    const lease = await transaction
      .updateTable('budgetLeases')
      .set(({ eb }) => ({ amountNanos: eb('amountNanos', '-', nanos) }))
      .where('id', '=', leaseId)
      .returning('budgetId')
      .executeTakeFirst()
    if (lease) released.set(lease.budgetId, (released.get(lease.budgetId) ?? 0) + nanos)
  }
  return released
}

async function charge(
  transaction: Transaction<Schema>,
  budget: BudgetTable,
  spent: number,
  released: number,
): Promise<void> {
  if (spent === 0 && released === 0) return
  await transaction
    .updateTable('budgets')
    .set(({ eb }) => ({ spent: eb('spent', '+', spent), reserved: eb('reserved', '-', released) }))
    .where('id', '=', budget.id)
    .execute()
}

/** In the order of ids, so that two batches do not wait for each other. */
async function chargeKeys(transaction: Transaction<Schema>, rows: readonly HeldRow[]): Promise<void> {
  const costs = new Map<string, number>()
  for (const { keyId, costNanos } of rows) costs.set(keyId, (costs.get(keyId) ?? 0) + costNanos)
  for (const [keyId, nanos] of [...costs].sort(([one], [other]) => (one < other ? -1 : 1))) {
    if (nanos === 0) continue
    await transaction
      .updateTable('keys')
      .set(({ eb }) => ({ spentNanos: eb('spentNanos', '+', nanos) }))
      .where('id', '=', keyId)
      .execute()
  }
}

function sumCosts(rows: readonly HeldRow[]): number {
  return rows.reduce((sum, row) => sum + row.costNanos, 0)
}
