import type { BudgetTerms, TeamBudget } from '#lib/contracts/console/budgets.ts'
import { askConsole } from '#lib/client/ask-console.ts'

const schemas = () => import('#lib/contracts/console/budgets.ts')

export const teamBudgetQuery = {
  queryKey: ['team-budget'],
  async queryFn(): Promise<TeamBudget> {
    const [{ teamBudgetSchema }, answer] = await Promise.all([schemas(), askConsole('GET', '/api/budget')])
    return teamBudgetSchema.parse(answer)
  },
} as const

/** @param budget null: no limit */
export async function setTeamBudget(budget: BudgetTerms | null): Promise<TeamBudget> {
  const [{ teamBudgetSchema }, answer] = await Promise.all([
    schemas(),
    askConsole('PATCH', '/api/budget', { budget }),
  ])
  return teamBudgetSchema.parse(answer)
}
