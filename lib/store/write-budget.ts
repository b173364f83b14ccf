import type { Transaction } from 'kysely'
import type { Backend } from './backend.ts'
import { periodStart } from './budget-period.ts'
import type { BudgetPeriod } from './budget-schema.ts'
import { databaseNow } from './database-now.ts'
import { makeId } from './id.ts'
import { lockBudgets } from './lock-budgets.ts'
import type { Schema } from './schema.ts'
import { unsought } from './unsought.ts'

/** How much may be spent, in nano-dollars, and how often that begins anew. */
export interface BudgetTerms {
  readonly limitNanos: number
  readonly period: BudgetPeriod
}

/** Whose budget it is; `budgetId` is the one that there is, null: none yet. */
export interface BudgetOwner {
  readonly teamId: string
  readonly keyId: string | null
  readonly budgetId: string | null
}

/**
 * Makes, changes or, for null, removes a budget, in a transaction that does more. What requests of the period cost so
 * far counts.
 * @returns the budget's id; null: there is none
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
  const anew = budgets.get(budgetId)?.period !== terms.period
  const start = periodStart(terms.period, now)
  await transaction
    .updateTable('budgets')
    .set({
      ...terms,
      ...(anew && { periodStart: start, spent: await sumSpent(kind, transaction, owner, start) }),
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
  const rows = transaction
    .selectFrom('requests')
    .select(({ fn }) => fn.sum<number | string | null>('costNanos').as('spent'))
    .where('startedAt', '>=', start)
    .where('costNanos', '>', 0)
  const theirs =
    keyId === null
      ? rows.where('teamId', '=', teamId)
      : rows.where('keyId', 'in', keys).where(unsought(kind, 'teamId', teamId))
  const { spent } = await theirs.executeTakeFirstOrThrow()
  // PostgreSQL adds up to a numeric, which comes as text.
  return Number(spent ?? 0)
}
