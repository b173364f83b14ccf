import { readTeamBudget, setTeamBudget } from '#lib/console/keys/budget.ts'

export const GET = readTeamBudget
export const PATCH = setTeamBudget
