import { type Actor, recordChange } from '#lib/store/team/audit.ts'
import type { Backend } from '#lib/store/core/backend.ts'
import { type BudgetLeases, createBudgetLeases, findExpired } from './budget-leases.ts'
import { periodEnd, periodStart } from './budget-period.ts'
import type { BudgetPeriod, BudgetTable } from './budget-schema.ts'
import { databaseNow } from './database-now.ts'
import { inTransaction } from '#lib/store/core/in-transaction.ts'
import { raiseRevision } from '#lib/store/core/raise-revision.ts'
import { assertRoleUnchanged } from '#lib/store/team/assert-role-unchanged.ts'
import { type BudgetTerms, writeBudget } from './write-budget.ts'

/** The current state of a budget. Amounts are nano-dollars. */
export interface Budget {
  readonly id: string
  readonly limitNanos: number
  readonly period: BudgetPeriod
  /** Spent in this period. */
  readonly spentNanos: number
  /** Reserved by running calls and by gateways with waiting calls, without those of gateways that ended. */
  readonly reservedNanos: number
  /** Milliseconds since 1970; null: never. */
  readonly resetsAt: number | null
}

/** The key or the team that a budget limits. */
export interface BudgetOwner {
  readonly teamId: string
  /** Null: the whole team. */
  readonly keyName: string | null
}

export interface BudgetStore extends BudgetLeases {
  /** All budgets of a team by id; `team` is the one of the whole team. */
  list(teamId: string): Promise<{ team: Budget | null; byId: ReadonlyMap<string, Budget> }>
  /** The budgets with these ids that exist. */
  find(ids: readonly string[]): Promise<ReadonlyMap<string, Budget>>
  /** @returns null: the budget was removed */
  findOwner(id: string): Promise<BudgetOwner | null>
  /** Sets the team's budget, or removes it for null; audited, and gateways are notified. */
  setTeam(teamId: string, terms: BudgetTerms | null, actor: Actor): Promise<void>
}

export function createBudgetStore(backend: Backend): BudgetStore {
  const { database, kind } = backend
  return {
    ...createBudgetLeases(backend),

    async list(teamId) {
      const now = await databaseNow(kind, database)
      const rows = await database.selectFrom('budgets').selectAll().where('teamId', '=', teamId).execute()
      const expired = await findExpired(
        database,
        rows.map(row => row.id),
        now,
      )
      const byId = new Map(rows.map(row => [row.id, toBudget(row, now, expired)]))
      const team = rows.find(row => row.keyId === null)
      return { team: (team && byId.get(team.id)) ?? null, byId }
    },

    async find(ids) {
      const now = await databaseNow(kind, database)
      const rows = await database.selectFrom('budgets').selectAll().where('id', 'in', ids).execute()
      const expired = await findExpired(database, ids, now)
      return new Map(rows.map(row => [row.id, toBudget(row, now, expired)]))
    },

    async findOwner(id) {
      const row = await database
        .selectFrom('budgets')
        .leftJoin('keys', 'keys.id', 'budgets.keyId')
        .select(['budgets.teamId', 'keys.name as keyName'])
        .where('budgets.id', '=', id)
        .executeTakeFirst()
      return row ?? null
    },

    setTeam: (teamId, terms, actor) =>
      inTransaction(backend, async transaction => {
        await assertRoleUnchanged(backend, transaction, teamId, actor)
        const before = await transaction
          .selectFrom('budgets')
          .select(['id', 'limitNanos', 'period'])
          .where('teamId', '=', teamId)
          .where('keyId', 'is', null)
          .executeTakeFirst()
        await writeBudget(kind, transaction, { teamId, keyId: null, budgetId: before?.id ?? null }, terms)
        await recordChange(transaction, teamId, actor, {
          action: 'budget.change',
          target: teamId,
          before: before ? { limitNanos: before.limitNanos, period: before.period } : null,
          after: terms,
        })
        await raiseRevision(backend, transaction, teamId)
      }),
  }
}

/** Spending of an earlier period no longer counts, even if nothing was written since. */
function toBudget(row: BudgetTable, now: number, expired: ReadonlyMap<string, number>): Budget {
  const { id, limitNanos, period } = row
  const isOver = row.periodStart < periodStart(period, now)
  return {
    id,
    limitNanos,
    period,
    spentNanos: isOver ? 0 : row.spent,
    reservedNanos: Math.max(0, row.reserved - (expired.get(row.id) ?? 0)),
    resetsAt: periodEnd(period, now),
  }
}
