import { readTeamBudget, setTeamBudget } from '#lib/console/keys/budget.ts'
import { type AccessRow, row } from './access-row.ts'

const nobody = 401
const sets = { method: 'PATCH', path: '/api/budget', handler: setTeamBudget } as const

/** Access to the team's budget by role. */
export const budgetRows: readonly AccessRow[] = [
  row({ method: 'GET', path: '/api/budget', handler: readTeamBudget }, [nobody, 200, 200, 200, 200]),
  row({ ...sets, body: { budget: { limit_usd: 100, period: 'month' } } }, [nobody, 403, 403, 200, 200]),
  row({ ...sets, body: { budget: { limit_usd: 0, period: null } } }, [nobody, 403, 403, 400, 400]),
  row({ ...sets, body: { budget: null } }, [nobody, 403, 403, 200, 200]),
]
