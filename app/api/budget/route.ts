import { readTeamBudget, setTeamBudget } from '#lib/console/budget.ts'

export const GET = readTeamBudget
export const PATCH = setTeamBudget
