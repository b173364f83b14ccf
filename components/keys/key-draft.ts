import type { KeyList, NewKey, TeamKey } from '#lib/contracts/console/keys.ts'
import {
  type BudgetDraft,
  noBudget,
  toBudgetDraft,
  toTerms,
} from '#components/console-kit/budget/budget-draft.ts'
import { defaultScopes, keyScopes } from '#lib/contracts/core/contract.ts'

/** Form state of a key. */
export interface KeyDraft {
  readonly name: string
  readonly scopes: readonly string[]
  readonly models: readonly string[]
  /** Empty: none. */
  readonly defaultModel: string
  readonly requestsPerMinute: number | null
  readonly tokensPerMinute: number | null
  readonly parallel: number | null
  readonly budget: BudgetDraft
  readonly keepBodies: boolean
  /** Days from now, a Unix time in milliseconds, or null: never. */
  readonly ends: { readonly days: number } | { readonly at: number } | null
}

/** A new key with the team's limits. The admin scope is never selected by default. */
export function startDraft(limits: KeyList['new_key_limits']): KeyDraft {
  return {
    name: '',
    scopes: defaultScopes,
    models: [],
    defaultModel: '',
    requestsPerMinute: limits.requests_per_minute,
    tokensPerMinute: limits.tokens_per_minute,
    parallel: limits.parallel,
    budget: noBudget,
    keepBodies: false,
    ends: { days: 90 },
  }
}

export function toDraft(key: TeamKey): KeyDraft {
  return {
    name: key.name,
    scopes: key.scopes,
    models: key.models ?? [],
    defaultModel: key.default_model ?? '',
    requestsPerMinute: key.requests_per_minute,
    tokensPerMinute: key.tokens_per_minute,
    parallel: key.parallel,
    budget: toBudgetDraft(key.budget),
    keepBodies: key.keep_bodies,
    ends: key.expires_at === null ? null : { at: key.expires_at },
  }
}

export function toKeySettings(draft: KeyDraft, now = Date.now()): NewKey {
  const models = draft.models.map(model => model.trim()).filter(model => model !== '')
  return {
    name: draft.name,
    scopes: keyScopes.filter(scope => draft.scopes.includes(scope)),
    models: models.length === 0 ? null : models,
    default_model: draft.defaultModel.trim() || null,
    requests_per_minute: draft.requestsPerMinute,
    tokens_per_minute: draft.tokensPerMinute,
    parallel: draft.parallel,
    budget: toTerms(draft.budget),
    keep_bodies: draft.keepBodies,
    expires_at: toMoment(draft.ends, now),
  }
}

function toMoment(ends: KeyDraft['ends'], now: number): number | null {
  if (ends === null) return null
  return 'at' in ends ? ends.at : now + ends.days * 24 * 3_600_000
}
