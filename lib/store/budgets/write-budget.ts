import type { Transaction } from 'kysely'
import type { Backend } from '#lib/store/core/backend.ts'
import { periodStart } from './budget-period.ts'
import type { BudgetPeriod } from './budget-schema.ts'
import { databaseNow } from './database-now.ts'
import { makeId } from '#lib/store/core/id.ts'
import { lockBudgets } from './lock-budgets.ts'
import type { Schema } from '#lib/store/core/schema.ts'

/** Limit in nano-dollars, and its period. */
export interface BudgetTerms {
  readonly limitNanos: number
  readonly period: BudgetPeriod
}

/** Target of the budget; `budgetId` is the existing one, null: none yet. */
export interface BudgetOwner {
  readonly teamId: string
  readonly keyId: string | null
  readonly budgetId: string | null
}

/**
 * Creates, changes or, for null, removes a budget within a larger transaction. Requests of the current period
 * count.
 * @returns the budget's id; null: none
 */
export async function writeBudget(
  kind: Backend['kind'],
  transaction: Transaction<Schema>,
  owner: BudgetOwner,
  terms: BudgetTerms | null,
): Promise<string | null> {
  const { budgetId } = owner
  if (budgetId === null) return terms === null ? null : await insert(kind, transaction, owner, terms)
  const { now, budgets } = await lockBudgets(kind, transaction, [budgetId])
  if (terms === null) {
    await transaction.updateTable('keys').set({ budgetId: null }).where('budgetId', '=', budgetId).execute()
    await transaction.deleteFrom('budgets').where('id', '=', budgetId).execute()
    return null
  }
  const isNewPeriod = budgets.get(budgetId)?.period !== terms.period
  const start = periodStart(terms.period, now)
  await transaction
    .updateTable('budgets')
    .set({
      ...terms,
      ...(isNewPeriod && { periodStart: start, spent: await sumSpent(kind, transaction, owner, start) }),
    })
    .where('id', '=', budgetId)
    .execute()
  return budgetId
}

async function insert(
  kind: Backend['kind'],
  transaction: Transaction<Schema>,
  owner: BudgetOwner,
  terms: BudgetTerms,
): Promise<string> {
  const id = makeId('budget')
  const now = await databaseNow(kind, transaction)
  const start = periodStart(terms.period, now)
  const { teamId, keyId } = owner
  await transaction
    .insertInto('budgets')
    .values({
      id,
      teamId,
      keyId,
      ...terms,
      spent: await sumSpent(kind, transaction, owner, start),
      reserved: 0,
      periodStart: start,
      createdAt: now,
    })
    .execute()
  return id
}

/** Periods start with a UTC day, so daily usage sums are sufficient, and they outlive request rows. */
async function sumSpent(
  kind: Backend['kind'],
  transaction: Transaction<Schema>,
  { teamId, keyId, budgetId }: BudgetOwner,
  start: number,
): Promise<number> {
  const keys = transaction
    .selectFrom('keys')
    .select('id')
    .where(build =>
      build.or([build('id', '=', keyId), ...(budgetId === null ? [] : [build('budgetId', '=', budgetId)])]),
    )
  const days = transaction
    .selectFrom('usageSeries')
    .innerJoin('usageSums', 'usageSums.seriesId', 'usageSeries.id')
    .select('usageSums.costNanos')
    .where('usageSeries.teamId', '=', teamId)
    .where('usageSeries.grain', '=', 'day')
    // Totals over all models, providers and capabilities; without a key, over all keys.
    .where('usageSeries.capability', '=', '')
    .where('usageSeries.keyId', keyId === null ? '=' : 'in', keyId === null ? '' : keys)
    .where('usageSums.start', '>=', start)
    .orderBy('usageSums.start')
  // Writers add to these sums first, in the same order: rows are either counted here, or charged to the new budget.
  const settled = kind === 'postgres' && budgetId === null ? days.forUpdate('usageSums') : days
  const { spent } = await transaction
    .selectFrom(settled.as('days'))
    .select(({ fn }) => fn.sum<number | string | null>('costNanos').as('spent'))
    .executeTakeFirstOrThrow()
  // PostgreSQL returns sums as numeric, which arrives as text.
  return Number(spent ?? 0)
}
