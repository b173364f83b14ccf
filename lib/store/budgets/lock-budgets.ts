import type { Transaction } from 'kysely'
import type { Backend } from '#lib/store/core/backend.ts'
import { periodStart } from './budget-period.ts'
import type { BudgetTable } from './budget-schema.ts'
import { databaseNow } from '#lib/store/database-now.ts'
import type { Schema } from '#lib/store/core/schema.ts'

/** Budgets that nobody else changes until the transaction ends. */
export interface LockedBudgets {
  /** Milliseconds since 1970, by the database's clock. */
  readonly now: number
  /** Those that there are, by id, in the period of now. */
  readonly budgets: ReadonlyMap<string, BudgetTable>
}

/**
 * Takes budgets for the rest of the transaction. Everybody takes a team's before its keys', and those by their ids, so
 * that no two wait for each other.
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
  // SQLite's transactions hold the one write lock anyway.
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
