import 'server-only'
import { ApiError } from '#lib/errors.ts'
import { addressOf } from './requester.ts'
import { answer } from '#lib/console/http/answer.ts'
import { readAccount } from './read-account.ts'
import { readSmallJson } from '#lib/console/http/read-small-json.ts'
import { store } from '#lib/console/core/store.ts'
import { requirePasswords } from './sign-in.ts'
import { startSession } from './start-session.ts'

/** Whether anyone can sign in: false at the first start and after the team was deleted. */
export async function isSetUp(): Promise<boolean> {
  const { setUp: stored, teams } = await store()
  const { teamId } = await teams.openModeOwner()
  return stored.isDone(teamId)
}

/** Creates the first owner with the link printed in the log, and signs them in. */
export function setUp(request: Request): Promise<Response> {
  return answer(request, async () => {
    requirePasswords()
    const body = await readSmallJson(request)
    const { setUp: stored, teams } = await store()
    const { teamId } = await teams.openModeOwner()
    const secret = typeof body['secret'] === 'string' ? body['secret'] : ''
    // Before hashing the password: guessing links must not cost CPU time.
    if (!(await stored.isGood(teamId, secret))) {
      throw new ApiError(
        'link_not_valid',
        'This setup link is not valid: it was used, is older than an hour, or is incomplete. Restart Sextant to print a new one.',
      )
    }
    const account = await readAccount(body)
    const address = addressOf(request)
    const userId = await stored.claim({ teamId, proof: { by: 'link', secret }, account, address })
    return startSession(request, { userId, teamId, name: account.name })
  })
}
