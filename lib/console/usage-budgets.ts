import 'server-only'
import type { UsageAnswer } from '#lib/contracts/team/usage.ts'
import type { Budget } from '#lib/store/budgets.ts'
import { store } from './settings.ts'
import type { UsageQuestion } from './usage-question.ts'

const budgetsMax = 20

/** What is used of the team's budget, or of the budgets of one's own keys. */
export async function readUsageBudgets({
  member,
  scope,
  keys,
}: UsageQuestion): Promise<UsageAnswer['budgets']> {
  const { budgets } = await store()
  const { team, byId } = await budgets.list(member.teamId)
  if (scope === 'team') return team ? [toView('The team', team)] : []
  return keys
    .filter(key => key.ownerId === member.userId && key.revokedAt === null)
    .flatMap(key => {
      const budget = key.budgetId === null ? undefined : byId.get(key.budgetId)
      return budget ? [toView(key.name, budget)] : []
    })
    .slice(0, budgetsMax)
}

function toView(name: string, { limitNanos, spentNanos, period, resetsAt }: Budget) {
  return {
    name,
    limit_usd: limitNanos / 1e9,
    spent_usd: spentNanos / 1e9,
    period,
    resets_at: resetsAt,
  }
}
