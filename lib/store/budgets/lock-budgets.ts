import type { Transaction } from 'kysely'
import type { Backend } from '#lib/store/core/backend.ts'
import { periodStart } from './budget-period.ts'
import type { BudgetTable } from './budget-schema.ts'
import { databaseNow } from './database-now.ts'
import type { Schema } from '#lib/store/core/schema.ts'

/** Budgets locked until the transaction ends. */
export interface LockedBudgets {
  /** Milliseconds since 1970, by the database's clock. */
  readonly now: number
  /** Existing budgets by id, in the current period. */
  readonly budgets: ReadonlyMap<string, BudgetTable>
}

/**
 * Locks budgets for the rest of the transaction. A team's budget is locked before those of its keys, and those in
 * id order, to prevent deadlocks.
 */
export async function lockBudgets(
  kind: Backend['kind'],
  transaction: Transaction<Schema>,
  ids: readonly string[],
): Promise<LockedBudgets> {
  const query = transaction
    .selectFrom('budgets')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy(({ eb }) => eb.case().when('keyId', 'is', null).then(0).else(1).end())
    .orderBy('id')
  // SQLite's transactions hold the single write lock anyway.
  const rows = await (kind === 'postgres' ? query.forUpdate() : query).execute()
  const now = await databaseNow(kind, transaction)
  for (const row of rows) {
    const start = periodStart(row.period, now)
    if (row.periodStart >= start) continue
    Object.assign(row, { spent: 0, periodStart: start })
    await transaction
      .updateTable('budgets')
      .set({ spent: 0, periodStart: start })
      .where('id', '=', row.id)
      .execute()
  }
  return { now, budgets: new Map(rows.map(row => [row.id, row])) }
}
