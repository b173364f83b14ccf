import type { TeamKey } from '#lib/contracts/console/keys.ts'
import { formatBudget } from '#components/console-kit/budget/format-budget.ts'
import { formatLimits } from './format-limits.ts'

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** The limits that an admin set on a key, e.g. `60 requests/min, $5.00 per month`; null: none. */
export function formatCeilings({ budget, expires_at: end, ...limits }: TeamKey['ceilings']): string | null {
  const counted = Object.values(limits).some(limit => limit !== null)
  const parts = [
    counted && formatLimits({ ...limits, models: null }),
    budget !== null && formatBudget(budget),
    end !== null && `expires ${day.format(end)}`,
  ].filter(part => typeof part === 'string')
  return parts.length === 0 ? null : parts.join(', ')
}
