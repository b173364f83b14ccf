import 'server-only'
import { ApiError } from '#lib/errors.ts'
import { addressOf } from './asker.ts'
import { answer } from '#lib/console/http/answer.ts'
import { readAccount } from '#lib/console/settings/read-account.ts'
import { readSmallJson } from '#lib/console/http/read-small-json.ts'
import { store } from '#lib/console/settings/settings.ts'
import { requirePasswords } from './sign-in.ts'
import { startSession } from '#lib/console/start-session.ts'

/** Whether anybody can sign in: nobody can at the first start, and once the team was deleted. */
export async function isSetUp(): Promise<boolean> {
  const { setUp: stored, teams } = await store()
  const { teamId } = await teams.openModeOwner()
  return stored.isDone(teamId)
}

/** Makes the first owner with the link that the log printed, and signs them in. */
export function setUp(request: Request): Promise<Response> {
  return answer(request, async () => {
    requirePasswords()
    const body = await readSmallJson(request)
    const { setUp: stored, teams } = await store()
    const { teamId } = await teams.openModeOwner()
    const secret = typeof body['secret'] === 'string' ? body['secret'] : ''
    // Before the work of a password, which costs what guessing a link must not.
    if (!(await stored.isGood(teamId, secret))) {
      throw new ApiError(
        'link_not_valid',
        'This set-up link is not valid: it was used, is older than an hour, or was cut. A restart prints a new one.',
      )
    }
    const account = await readAccount(body)
    const address = addressOf(request)
    const userId = await stored.claim({ teamId, proof: { by: 'link', secret }, account, address })
    return startSession(request, { userId, teamId, name: account.name })
  })
}
