import type { z } from 'zod'
import { keyContract, type keySchema } from '#lib/contracts/api/key.ts'
import { ApiError } from '#lib/errors.ts'
import type { Gateway } from '#lib/gateway/gateway.ts'
import { dispatch, type RouteHandler } from '#lib/gateway/http/endpoint.ts'
import type { BudgetLevel } from '#lib/store/budgets/budget-leases.ts'
import type { Budget, BudgetStore } from '#lib/store/budgets/budgets.ts'
import type { LimitedKey, RateLimits } from '#lib/store/keys/key-row.ts'

type KeyView = z.output<typeof keySchema>

/** `GET /v1/key`: the limits and budgets of the key that asks. It counts against no limit and leaves no row. */
export function createKeyRoute(gateway: Gateway, budgets: Pick<BudgetStore, 'find'>): RouteHandler {
  const reads = new BudgetReads(budgets)
  const operation = {
    failure: keyContract.failure,
    run: (_raw: unknown, { caller }: { readonly caller: { readonly key: LimitedKey | null } }) => {
      if (caller.key === null) throw new Error('GET /v1/key was answered without a key')
      return describeKey(caller.key, reads, gateway.budgets)
    },
  }
  return dispatch(gateway, keyContract, () => operation)
}

const sharedMs = 1000
const keysMax = 1000

interface BudgetRead {
  readonly ids: string
  readonly at: number
  readonly budgets: Promise<ReadonlyMap<string, Budget>>
}

/** The budgets of keys, read at most once a second for each: no limit of a key counts these requests. */
export class BudgetReads {
  readonly #store: Pick<BudgetStore, 'find'>
  readonly #now: () => number
  /** By key, the oldest first. */
  readonly #reads = new Map<string, BudgetRead>()

  constructor(store: Pick<BudgetStore, 'find'>, now: () => number = () => performance.now()) {
    this.#store = store
    this.#now = now
  }

  /** @throws ApiError `store_unavailable`, which later calls do not share */
  async of({ id, budgetId, teamBudgetId }: KeyBudgets): Promise<ReadonlyMap<string, Budget>> {
    const budgetIds = [budgetId, teamBudgetId].filter(each => each !== null)
    if (budgetIds.length === 0) return new Map()
    const ids = budgetIds.join()
    const known = this.#reads.get(id)
    const now = this.#now()
    if (known !== undefined && known.ids === ids && now - known.at < sharedMs) return known.budgets
    const read = { ids, at: now, budgets: findBudgets(budgetIds, this.#store) }
    this.#remember(id, read)
    try {
      return await read.budgets
    } catch (error) {
      if (this.#reads.get(id) === read) this.#reads.delete(id)
      throw error
    }
  }

  #remember(id: string, read: BudgetRead): void {
    this.#reads.delete(id)
    this.#reads.set(id, read)
    const [oldest] = this.#reads.keys()
    if (this.#reads.size > keysMax && oldest !== undefined) this.#reads.delete(oldest)
  }
}

type KeyBudgets = Pick<LimitedKey, 'id' | 'budgetId' | 'teamBudgetId'>

async function describeKey(
  key: LimitedKey,
  reads: BudgetReads,
  budgets: Pick<Gateway['budgets'], 'exactLevel'>,
): Promise<KeyView> {
  const found = await reads.of(key)
  const budgetOf = (id: string | null) => {
    const budget = id === null ? undefined : found.get(id)
    return budget === undefined ? null : toBudget(budget, budgets.exactLevel(key.teamId, budget.id))
  }
  return {
    object: 'key',
    id: key.id,
    name: key.name,
    scopes: key.scopes,
    models: key.models,
    expires_at: toSeconds(key.expiresAt),
    limits: toLimits(key),
    team_limits: toLimits(key.teamLimits),
    budget: budgetOf(key.budgetId),
    team_budget: budgetOf(key.teamBudgetId),
  }
}

function toLimits({ requestsPerMinute, tokensPerMinute, parallel }: RateLimits): KeyView['limits'] {
  return { requests_per_minute: requestsPerMinute, tokens_per_minute: tokensPerMinute, parallel }
}

async function findBudgets(
  ids: readonly string[],
  budgets: Pick<BudgetStore, 'find'>,
): Promise<ReadonlyMap<string, Budget>> {
  try {
    return await budgets.find(ids)
  } catch (cause) {
    const message = 'Cannot read the budget: the database is not responding. Retry the request.'
    throw new ApiError('store_unavailable', message, { cause, retryable: true, retryAfterMs: 1000 })
  }
}

/**
 * @param level as this gateway knows it, which counts requests whose rows are not written; null: the store knows better.
 * In the store, what a gateway has leased is reserved, although no request may need it.
 */
function toBudget(budget: Budget, level: BudgetLevel | null): KeyView['budget'] {
  const { limitNanos, period, resetsAt } = budget
  const spentNanos = level?.spentNanos ?? budget.spentNanos
  const reservedNanos =
    level === null ? budget.reservedNanos : Math.max(0, limitNanos - spentNanos - level.leftNanos)
  return {
    limit: limitNanos / 1e9,
    spent: spentNanos / 1e9,
    reserved: reservedNanos / 1e9,
    remaining: Math.max(0, limitNanos - spentNanos - reservedNanos) / 1e9,
    period,
    resets_at: toSeconds(resetsAt),
  }
}

function toSeconds(atMs: number | null): number | null {
  return atMs === null ? null : Math.ceil(atMs / 1000)
}
