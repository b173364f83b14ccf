import type { TeamKey } from '#lib/contracts/console/keys.ts'
import { formatBudget } from '#components/console-kit/budget/format-budget.ts'

type Limits = Pick<TeamKey, 'requests_per_minute' | 'tokens_per_minute' | 'parallel' | 'models'>

const count = new Intl.NumberFormat('en')

/** Formats a key's limits, e.g. `60 requests/min, 2 concurrent`. */
export function formatLimits(key: Limits): string {
  const parts = [
    key.requests_per_minute !== null && `${count.format(key.requests_per_minute)} requests/min`,
    key.tokens_per_minute !== null && `${count.format(key.tokens_per_minute)} tokens/min`,
    key.parallel !== null && `${count.format(key.parallel)} concurrent`,
    key.models !== null && (key.models.length === 1 ? key.models[0] : `${key.models.length} models`),
  ].filter(part => typeof part === 'string')
  return parts.length === 0 ? 'none' : parts.join(', ')
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** The limits that an admin set on a key, e.g. `60 requests/min, $5.00 per month`; null: none. */
export function formatCeilings({
  scopes,
  budget,
  expires_at: end,
  ...limits
}: TeamKey['ceilings']): string | null {
  const counted = Object.values(limits).some(limit => limit !== null)
  const parts = [
    scopes !== null && `scopes ${scopes.join(' ')}`,
    counted && formatLimits(limits),
    budget !== null && formatBudget(budget),
    end !== null && `expires ${day.format(end)}`,
  ].filter(part => typeof part === 'string')
  return parts.length === 0 ? null : parts.join(', ')
}
