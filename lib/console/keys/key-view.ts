import 'server-only'
import type { TeamKey } from '#lib/contracts/console/keys.ts'
import type { Budget } from '#lib/store/budgets/budgets.ts'
import type { KeyRow } from '#lib/store/keys/key-row.ts'
import { toBudgetView, toDollars, toTermsView } from './budget-view.ts'

/** Data from outside the key's row. */
export interface KeySurroundings {
  /** Id of the requesting member. */
  readonly you: string
  /** Name of the owner; null: the operator. */
  readonly owner: string | null
  readonly budget: Budget | null
}

/** A key as pages show it, without the key itself or its hash. */
export function toKeyView(key: KeyRow, { you, owner, budget }: KeySurroundings, now = Date.now()): TeamKey {
  return {
    id: key.id,
    name: key.name,
    kind: key.kind,
    prefix: key.prefix,
    last4: key.last4,
    owner,
    yours: key.ownerId === you,
    state: stateOf(key, now),
    scopes: key.scopes,
    models: key.models,
    default_model: key.defaultModel,
    requests_per_minute: key.requestsPerMinute,
    tokens_per_minute: key.tokensPerMinute,
    parallel: key.parallel,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    last_used_at: key.lastUsedAt,
    budget: budget && toBudgetView(budget),
    spent_usd: toDollars(key.spentNanos),
    keep_bodies: key.keepBodies,
    ceilings: {
      scopes: key.ceilings.scopes ? [...key.ceilings.scopes] : null,
      models: key.ceilings.models ? [...key.ceilings.models] : null,
      requests_per_minute: key.ceilings.requestsPerMinute ?? null,
      tokens_per_minute: key.ceilings.tokensPerMinute ?? null,
      parallel: key.ceilings.parallel ?? null,
      expires_at: key.ceilings.expiresAt ?? null,
      budget: key.ceilings.budget ? toTermsView(key.ceilings.budget) : null,
    },
  }
}

function stateOf(key: KeyRow, now: number): TeamKey['state'] {
  if (key.revokedAt !== null) return 'revoked'
  if (key.expiresAt !== null && key.expiresAt <= now) return 'expired'
  return key.disabledAt === null ? 'active' : 'disabled'
}
