import type { z } from 'zod'
import { keyContract, type keySchema } from '#lib/contracts/api/key.ts'
import { ApiError } from '#lib/errors.ts'
import type { Gateway } from '#lib/gateway/gateway.ts'
import { dispatch, type RouteHandler } from '#lib/gateway/http/endpoint.ts'
import type { Budget, BudgetStore } from '#lib/store/budgets/budgets.ts'
import type { LimitedKey } from '#lib/store/keys/key-row.ts'

type KeyView = z.output<typeof keySchema>

/** `GET /v1/key`: the limits and budgets of the key that asks. It counts against no limit and leaves no row. */
export function createKeyRoute(gateway: Gateway, budgets: Pick<BudgetStore, 'find'>): RouteHandler {
  const operation = {
    failure: keyContract.failure,
    run: (_raw: unknown, { caller }: { readonly caller: { readonly key: LimitedKey | null } }) => {
      if (caller.key === null) throw new Error('GET /v1/key was answered without a key')
      return describeKey(caller.key, budgets)
    },
  }
  return dispatch(gateway, keyContract, () => operation)
}

async function describeKey(key: LimitedKey, budgets: Pick<BudgetStore, 'find'>): Promise<KeyView> {
  const ids = [key.budgetId, key.teamBudgetId].filter(id => id !== null)
  const found = ids.length === 0 ? new Map<string, Budget>() : await findBudgets(ids, budgets)
  const budgetOf = (id: string | null) => toBudget(id === null ? undefined : found.get(id))
  return {
    object: 'key',
    id: key.id,
    name: key.name,
    scopes: key.scopes,
    models: key.models,
    expires_at: toSeconds(key.expiresAt),
    limits: {
      requests_per_minute: key.requestsPerMinute,
      tokens_per_minute: key.tokensPerMinute,
      parallel: key.parallel,
    },
    budget: budgetOf(key.budgetId),
    team_budget: budgetOf(key.teamBudgetId),
  }
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

function toBudget(budget: Budget | undefined): KeyView['budget'] {
  if (budget === undefined) return null
  const { limitNanos, spentNanos, reservedNanos, period, resetsAt } = budget
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
