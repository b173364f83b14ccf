import 'server-only'
import { ApiError } from '#lib/errors.ts'
import { answer } from '#lib/console/http/answer.ts'
import { addressOf } from '#lib/console/auth/requester.ts'
import { readAccount } from '#lib/console/auth/read-account.ts'
import { readSmallJson } from '#lib/console/http/read-small-json.ts'
import { store } from '#lib/console/core/store.ts'
import { requirePasswords, requireSignInMode } from '#lib/console/auth/sign-in.ts'
import { startSession } from '#lib/console/auth/start-session.ts'

/** Details of an invitation, for anyone with its link. */
export function openInvitation(request: Request): Promise<Response> {
  return answer(request, async () => {
    requireSignInMode()
    const { role, email, teamName } = await requireInvitation(await readSmallJson(request))
    return Response.json({ role, email, team: teamName })
  })
}

/** Creates the invited account and signs it in. */
export function acceptInvitation(request: Request): Promise<Response> {
  return answer(request, async () => {
    requirePasswords()
    const body = await readSmallJson(request)
    const { secret } = await requireInvitation(body)
    const account = await readAccount(body)
    const { invitations } = await store()
    const joined = await invitations.accept({ secret, account, address: addressOf(request) })
    return startSession(request, { ...joined, name: account.name })
  })
}

async function requireInvitation(body: Readonly<Record<string, unknown>>) {
  const secret = typeof body['secret'] === 'string' ? body['secret'] : ''
  const { invitations } = await store()
  const found = await invitations.find(secret)
  if (found !== null) return { ...found, secret }
  throw new ApiError(
    'link_not_valid',
    'This invitation is not valid: it was used or revoked, is older than a week, or its link is incomplete.',
  )
}
