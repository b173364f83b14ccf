import type { Kysely, Transaction } from 'kysely'
import type { Backend } from '#lib/store/core/backend.ts'
import { periodEnd } from './budget-period.ts'
import type { BudgetTable } from './budget-schema.ts'
import { makeId } from '#lib/store/core/id.ts'
import { inTransaction } from '#lib/store/core/in-transaction.ts'
import { lockBudgets, type LockedBudgets } from './lock-budgets.ts'
import type { Schema } from '#lib/store/core/schema.ts'

/** A gateway's lease request for one budget. Amounts are nano-dollars. */
export interface LeaseRequest {
  readonly budgetId: string
  /** The current lease; null: none. */
  readonly leaseId: string | null
  /** The amount that its waiting calls need beyond what is available. */
  readonly shortfallNanos: number
  /** The amount that serves one of them. */
  readonly smallestNanos: number
}

export type LeaseAnswer =
  /** `nearlyExhausted`: so little is left that gateways keep only what they have reserved. */
  | {
      readonly kind: 'granted'
      readonly leaseId: string
      readonly nanos: number
      readonly nearlyExhausted: boolean
      readonly level: LeasedLevel
    }
  /** Not enough for all. `elsewhere`: another gateway may release some soon. */
  | {
      readonly kind: 'short'
      readonly leaseId: string | null
      readonly nanos: number
      readonly level: LeasedLevel
      readonly elsewhere: boolean
    }
  /** The lease was revoked, including its available amount. */
  | { readonly kind: 'lost' }
  /** The budget was removed: no limit. */
  | { readonly kind: 'removed' }

/** A gateway's lease report: the amount that it has not reserved for requests, and how much it returns. */
export interface LeaseReport {
  readonly budgetId: string
  readonly leaseId: string
  readonly availableNanos: number
  readonly returnNanos: number
}

export interface BudgetLeases {
  /** Leases money from budgets in one transaction, the team's budget before those of its keys. */
  lease(requests: readonly LeaseRequest[], leaseMs: number): Promise<LeaseAnswer[]>
  /**
   * Renews leases for `leaseMs`, and takes back what is not needed.
   * @returns the budgets' states by lease; a missing lease did not exist, and one of nothing no longer exists
   */
  renew(reports: readonly LeaseReport[], leaseMs: number): Promise<Map<string, RenewedLease>>
}

/** A budget at one time. Amounts are nano-dollars. */
export interface BudgetLevel {
  readonly limitNanos: number
  readonly spentNanos: number
  /** Neither spent nor leased. */
  readonly leftNanos: number
  /** Milliseconds since 1970; null: never. */
  readonly resetsAt: number | null
}

/** A budget, as the store reports it to a gateway with a lease. */
export interface LeasedLevel extends BudgetLevel {
  /** Of this lease: also what ended requests cost until their rows are written. */
  readonly leasedNanos: number
}

export interface RenewedLease {
  /** Gateways keep only what they have reserved. */
  readonly nearlyExhausted: boolean
  readonly level: LeasedLevel
}

// A live gateway with an available amount reports twice a second.
const reportedMs = 4_000

export function createBudgetLeases(backend: Backend): BudgetLeases {
  const { kind } = backend
  return {
    lease: (requests, leaseMs) =>
      inTransaction(backend, async transaction => {
        const ids = requests.map(request => request.budgetId)
        const locked = await lockBudgets(kind, transaction, ids)
        await takeBackExpired(transaction, locked, requests)
        const answers: LeaseAnswer[] = []
        for (const request of requests) answers.push(await grant(transaction, locked, request, leaseMs))
        return answers
      }),

    renew: (reports, leaseMs) =>
      inTransaction(backend, async transaction => {
        const ids = reports.map(each => each.budgetId)
        const locked = await lockBudgets(kind, transaction, ids)
        await takeBackExpired(transaction, locked, reports)
        const { now, budgets } = locked
        const states = new Map<string, RenewedLease>()
        for (const { budgetId, leaseId, availableNanos, returnNanos } of reports) {
          const budget = budgets.get(budgetId)
          if (!budget) continue
          const lease = await transaction
            .updateTable('budgetLeases')
            .set(({ eb }) => ({
              amountNanos: eb('amountNanos', '-', returnNanos),
              spareNanos: availableNanos,
              toldAt: now,
              expiresAt: now + leaseMs,
            }))
            .where('id', '=', leaseId)
            .returning('amountNanos')
            .executeTakeFirst()
          if (lease === undefined) continue
          if (returnNanos > 0) await free(transaction, budget, returnNanos)
          const level = levelOf(budget, lease.amountNanos, now)
          const state = { nearlyExhausted: isNearlyExhausted(budget), level }
          states.set(leaseId, state)
          if (lease.amountNanos <= 0)
            await transaction.deleteFrom('budgetLeases').where('id', '=', leaseId).execute()
        }
        return states
      }),
  }
}

async function grant(
  transaction: Transaction<Schema>,
  { now, budgets }: LockedBudgets,
  { budgetId, leaseId, shortfallNanos, smallestNanos }: LeaseRequest,
  leaseMs: number,
): Promise<LeaseAnswer> {
  const budget = budgets.get(budgetId)
  if (!budget) return { kind: 'removed' }
  const heldNanos = leaseId === null ? 0 : await amountOf(transaction, leaseId)
  if (heldNanos === null) return { kind: 'lost' }
  const left = leftOf(budget)
  const extra = left >= shortfallNanos ? extraOf(budget, shortfallNanos) : 0
  const nanos = left >= shortfallNanos ? shortfallNanos + extra : left >= smallestNanos ? left : 0
  const availableNanos = left >= shortfallNanos ? extra : null
  const id =
    nanos === 0 ? leaseId : await write(transaction, { budget, leaseId, nanos, availableNanos, now, leaseMs })
  const level = levelOf(budget, heldNanos + nanos, now)
  if (left >= shortfallNanos && id !== null)
    return { kind: 'granted', leaseId: id, nanos, nearlyExhausted: isNearlyExhausted(budget), level }
  const elsewhere = await isElsewhere(transaction, budgetId, id, now)
  return { kind: 'short', leaseId: id, nanos, level, elsewhere }
}

async function write(
  transaction: Transaction<Schema>,
  lease: {
    budget: BudgetTable
    leaseId: string | null
    nanos: number
    /** The amount after its waiting calls are served; null: unknown, so all of it. */
    availableNanos: number | null
    now: number
    leaseMs: number
  },
): Promise<string> {
  const { budget, leaseId, nanos, availableNanos, now } = lease
  const id = leaseId ?? makeId('lease')
  const reported = { toldAt: now, expiresAt: now + lease.leaseMs }
  await transaction
    .insertInto('budgetLeases')
    .values({ id, budgetId: budget.id, amountNanos: nanos, spareNanos: availableNanos ?? nanos, ...reported })
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet(({ eb }) => ({
        amountNanos: eb('budgetLeases.amountNanos', '+', nanos),
        spareNanos: availableNanos ?? eb('budgetLeases.spareNanos', '+', nanos),
        ...reported,
      })),
    )
    .execute()
  await free(transaction, budget, -nanos)
  return id
}

/** Amount of an expired lease: its gateway has stopped reporting. */
async function takeBackExpired(
  transaction: Transaction<Schema>,
  { now, budgets }: LockedBudgets,
  requests: readonly { readonly leaseId: string | null }[],
): Promise<void> {
  if (budgets.size === 0) return
  const own = requests.flatMap(request => request.leaseId ?? [])
  const expired = await transaction
    .deleteFrom('budgetLeases')
    .where('budgetId', 'in', [...budgets.keys()])
    .where('expiresAt', '<=', now)
    .$if(own.length > 0, query => query.where('id', 'not in', own))
    .returning(['budgetId', 'amountNanos'])
    .execute()
  for (const { budgetId, amountNanos } of expired) {
    const budget = budgets.get(budgetId)
    if (budget) await free(transaction, budget, amountNanos)
  }
}

/** Of each budget, what expired leases still reserve: the next gateway that leases or renews takes it back. */
export async function findExpired(
  database: Kysely<Schema>,
  budgetIds: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  if (budgetIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('budgetLeases')
    .select(['budgetId', 'amountNanos'])
    .where('budgetId', 'in', budgetIds)
    .where('expiresAt', '<=', now)
    .execute()
  const sums = new Map<string, number>()
  for (const { budgetId, amountNanos } of rows) {
    sums.set(budgetId, (sums.get(budgetId) ?? 0) + amountNanos)
  }
  return sums
}

async function free(transaction: Transaction<Schema>, budget: BudgetTable, nanos: number): Promise<void> {
  budget.reserved -= nanos
  await transaction
    .updateTable('budgets')
    .set({ reserved: budget.reserved })
    .where('id', '=', budget.id)
    .execute()
}

/** @returns null: the lease no longer exists */
async function amountOf(transaction: Transaction<Schema>, leaseId: string): Promise<number | null> {
  const row = await transaction
    .selectFrom('budgetLeases')
    .select('amountNanos')
    .where('id', '=', leaseId)
    .executeTakeFirst()
  return row?.amountNanos ?? null
}

async function isElsewhere(
  transaction: Transaction<Schema>,
  budgetId: string,
  leaseId: string | null,
  now: number,
): Promise<boolean> {
  const other = await transaction
    .selectFrom('budgetLeases')
    .select('id')
    .where('budgetId', '=', budgetId)
    .where('id', '!=', leaseId ?? '')
    .where('spareNanos', '>', 0)
    .where('toldAt', '>', now - reportedMs)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

function levelOf(budget: BudgetTable, leasedNanos: number, now: number): LeasedLevel {
  const { limitNanos, spent: spentNanos, period } = budget
  return { limitNanos, spentNanos, leftNanos: leftOf(budget), leasedNanos, resetsAt: periodEnd(period, now) }
}

function leftOf({ limitNanos, spent, reserved }: BudgetTable): number {
  return limitNanos - spent - reserved
}

/** The last tenth is leased on demand, so that no gateway rejects calls while another holds unused money. */
function isNearlyExhausted(budget: BudgetTable): boolean {
  return leftOf(budget) < budget.limitNanos / 10
}

/** The lease beyond the need, to save further requests: a hundredth of the budget while it is not nearly exhausted. */
function extraOf(budget: BudgetTable, shortfallNanos: number): number {
  const extra = Math.floor(budget.limitNanos / 100)
  return leftOf(budget) - shortfallNanos - extra < budget.limitNanos / 10 ? 0 : extra
}
