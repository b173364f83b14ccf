import 'server-only'
import { addressOf } from './requester.ts'
import { toSessionCookie } from './session.ts'
import { store } from '#lib/console/core/store.ts'

/** Signs this browser in: a response with the session cookie. */
export async function startSession(
  request: Request,
  { userId, teamId, name }: { userId: string; teamId: string; name: string },
): Promise<Response> {
  const { sessions } = await store()
  const session = await sessions.start({
    userId,
    teamId,
    actor: { id: userId, name, address: addressOf(request) },
    client: request.headers.get('user-agent'),
  })
  const headers = { 'set-cookie': await toSessionCookie(session.id) }
  return Response.json({ signed_in: true }, { headers })
}
