import type { TeamKey } from '#lib/contracts/console/keys.ts'
import { toBudgetWords } from './budget-words.ts'
import { toLimitWords } from './limit-words.ts'

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

/** The limits that an admin set on a key, e.g. `60 requests/min, $5.00 per month`; null: none. */
export function toCeilingWords({ budget, expires_at: end, ...limits }: TeamKey['ceilings']): string | null {
  const counted = Object.values(limits).some(limit => limit !== null)
  const words = [
    counted && toLimitWords({ ...limits, models: null }),
    budget !== null && toBudgetWords(budget),
    end !== null && `expires ${day.format(end)}`,
  ].filter(word => typeof word === 'string')
  return words.length === 0 ? null : words.join(', ')
}
