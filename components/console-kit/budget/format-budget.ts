import { formatCost } from '#lib/client/format.ts'
import type { UsageAnswer } from '#lib/contracts/console/usage.ts'
import { usedShare, type Budget, type BudgetPeriod } from '#lib/contracts/console/budgets.ts'

const amount = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' })

const periods = { day: 'per day', week: 'per week', month: 'per month' } as const satisfies Record<
  Exclude<BudgetPeriod, null>,
  string
>

/** US dollars, e.g. `$1,250.00` or, for one request, `$0.00021`. */
export function toAmount(usd: number): string {
  return usd >= 1 ? amount.format(usd) : formatCost(usd, false)
}

/** The limit of a budget, e.g. `$5.00 per month`. */
export function formatBudget({ limit_usd, period }: Pick<Budget, 'limit_usd' | 'period'>): string {
  return `${toAmount(limit_usd)} ${period === null ? 'total' : periods[period]}`
}

/** When a budget resets, e.g. `Resets on Dec 1, 2026 (UTC)`; null: never. */
export function formatReset({ resets_at }: Budget): string | null {
  return resets_at === null ? null : `Resets on ${day.format(resets_at)} (UTC)`
}

/** `89%`; only a reached percent counts. */
export function formatUsed(share: number): string {
  return `${Math.floor(Number((share * 100).toFixed(6)))}%`
}

export interface BudgetWarning {
  readonly text: string
  readonly tone: 'warn' | 'bad'
}

const warnShare = 0.8
const badShare = 0.95

/** A sentence about a budget of which 80 or 95 percent is spent; null: less. */
export function warnOfBudget(budget: Budget & { readonly name: string }): BudgetWarning | null {
  const share = usedShare(budget)
  const tone = warnOfShare(share)
  if (tone === null) return null
  const spent = `${toAmount(budget.spent_usd)} of ${formatBudget(budget)}`
  const used =
    share >= 1
      ? `${budget.name} has used up its budget: ${spent}`
      : `${budget.name} has used ${formatUsed(share)} of its budget: ${spent}`
  const reset = formatReset(budget)
  const advice = share >= 1 ? 'Requests that cost something are rejected.' : null
  const sentences = [`${used}.`, advice, reset === null ? null : `${reset}.`]
  return {
    text: sentences.filter(sentence => sentence !== null).join(' '),
    tone,
  }
}

/** A sentence about the API keys that have used most of their budgets. */
export function warnOfKeys({
  count,
  name,
  share,
}: NonNullable<UsageAnswer['keys_near_budget']>): BudgetWarning {
  const used = share >= 1 ? 'used up its budget' : `used ${formatUsed(share)} of its budget`
  const text =
    count === 1 ? `API key ${name} has ${used}.` : `${count} API keys have used 80% or more of their budgets.`
  return { text, tone: share >= badShare ? 'bad' : 'warn' }
}

/** From 80 and from 95 percent of a budget; null: less. */
export function warnOfShare(share: number): BudgetWarning['tone'] | null {
  if (share >= badShare) return 'bad'
  return share >= warnShare ? 'warn' : null
}

/**
 * The help of a budget.
 * @param rejectsUnpriced whether it rejects models without a price; null: not known
 * @param of the budget of the team is on the page where models without a price are allowed
 */
export function explainBudget(rejectsUnpriced: boolean | null, of: 'key' | 'team'): string {
  const cap = 'Requests that could exceed the budget are rejected.'
  if (rejectsUnpriced === null) return cap
  return rejectsUnpriced
    ? `${cap} Models without a price are rejected too; ${of === 'team' ? 'the switch below allows them' : 'an admin can allow them under Settings → Team'}.`
    : `${cap} Models without a price do not count, but stop when it is used up.`
}
