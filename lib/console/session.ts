import 'server-only'
import { decode, encode } from 'next-auth/jwt'
import { ApiError } from '#lib/errors.ts'
import { sessionLifeMs } from '#lib/store/sessions.ts'
import type { Member } from '#lib/store/teams.ts'
import { settings, signedInOrigin } from './loaded-config.ts'
import { memberOfSession } from './member-cache.ts'
import { type Permission, requirePermission } from './permissions.ts'
import { authSecret, store } from './settings.ts'

type Asked = { readonly headers: Pick<Headers, 'get'> }

/**
 * Who asks. In open mode that is the owner of the one team: loopback and the same-origin check are the border.
 * @param permission what they are about to do
 * @throws ApiError `signed_out`, `role_not_allowed`
 */
export async function requireMember(request: Asked, permission: Permission): Promise<Member> {
  const member = await findMember(request)
  if (member === null) throw new ApiError('signed_out', 'Sign in to go on.')
  requirePermission(member.role, permission)
  return member
}

/** Who asks; null: nobody who is signed in. */
export async function findMember(request: Asked): Promise<Member | null> {
  const opened = await store()
  if (settings().auth === 'open') return opened.teams.openModeOwner()
  const id = await readSessionId(request)
  return id === null ? null : memberOfSession(opened, id)
}

/** The session that the cookie names, ended ones too; null without a cookie of ours. */
export async function readSessionId({ headers }: Asked): Promise<string | null> {
  const { name } = cookie()
  const token = headers
    .get('cookie')
    ?.split('; ')
    .find(part => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)
  if (!token) return null
  // A cookie that somebody else made, or that an older secret signed, is none.
  const claims = await decode({ token, secret: authSecret() }).catch(() => null)
  return typeof claims?.['sid'] === 'string' ? claims['sid'] : null
}

/** `Set-Cookie` for a session that has begun. */
export async function toSessionCookie(sessionId: string): Promise<string> {
  const { name, attributes } = cookie()
  const maxAge = Math.floor(sessionLifeMs / 1000)
  const token = await encode({ token: { sid: sessionId }, secret: authSecret(), maxAge })
  return `${name}=${token}; Max-Age=${maxAge}; ${attributes}`
}

/** `Set-Cookie` that takes the session's cookie away. */
export function toEndedCookie(): string {
  const { name, attributes } = cookie()
  return `${name}=; Max-Age=0; ${attributes}`
}

/** The prefix makes browsers refuse one that a neighbouring host or an unencrypted page has set. */
export function cookie(): { name: string; attributes: string } {
  const attributes = 'Path=/; HttpOnly; SameSite=Lax'
  if (!signedInOrigin()?.startsWith('https:')) return { name: 'sextant-session', attributes }
  return { name: '__Host-sextant-session', attributes: `${attributes}; Secure` }
}
