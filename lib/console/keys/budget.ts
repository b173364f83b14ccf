import 'server-only'
import { type TeamBudget, teamBudgetChangeSchema } from '#lib/contracts/console/budgets.ts'
import { answer } from '#lib/console/http/answer.ts'
import { toActor } from '#lib/console/auth/requester.ts'
import { toBudgetTerms, toBudgetView } from './budget-view.ts'
import { readBody } from '#lib/console/http/read-body.ts'
import { requireMember } from '#lib/console/auth/session.ts'
import { store } from '#lib/console/core/store.ts'

/** The team's budget and spending. */
export function readTeamBudget(request: Request): Promise<Response> {
  return answer(request, async () => {
    const { teamId } = await requireMember(request, 'see')
    return Response.json(await toView(teamId))
  })
}

/** Sets or removes the team's budget. */
export function setTeamBudget(request: Request): Promise<Response> {
  return answer(request, async () => {
    const member = await requireMember(request, 'manage_team')
    const { budget } = await readBody(request, teamBudgetChangeSchema)
    const { budgets } = await store()
    const terms = budget && toBudgetTerms(budget)
    await budgets.setTeam(member.teamId, terms, toActor(member, request))
    return Response.json(await toView(member.teamId))
  })
}

async function toView(teamId: string): Promise<TeamBudget> {
  const { budgets } = await store()
  const { team } = await budgets.list(teamId)
  return { budget: team && toBudgetView(team) }
}
