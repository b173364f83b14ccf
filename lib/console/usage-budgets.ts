import 'server-only'
import type { UsageAnswer } from '#lib/contracts/team/usage.ts'
import { toBudgetView } from './budget-view.ts'
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
  if (scope === 'team') return team ? [{ name: 'The team', ...toBudgetView(team) }] : []
  return keys
    .filter(key => key.ownerId === member.userId && key.revokedAt === null)
    .flatMap(key => {
      const budget = key.budgetId === null ? undefined : byId.get(key.budgetId)
      return budget ? [{ name: key.name, ...toBudgetView(budget) }] : []
    })
    .slice(0, budgetsMax)
}
