import 'server-only'
import type { AuthOptions } from 'next-auth'
import { decode, encode } from 'next-auth/jwt'
import { environment } from '#lib/config.ts'
import { ApiError } from '#lib/errors.ts'
import { sessionLifeMs } from '#lib/store/team/sessions.ts'
import type { Member } from '#lib/store/team/teams.ts'
import { answer } from '#lib/console/http/answer.ts'
import { settings, signedInOrigin } from '#lib/console/api/loaded-config.ts'
import { memberOfSession } from './member-cache.ts'
import { type Permission, requirePermission } from './permissions.ts'
import { toNextPath } from './next-path.ts'
import { authSecret, store } from '#lib/console/settings/settings.ts'
import { type OpenIdClaims, startVouchedSession } from './single-sign-on.ts'
import { toSsoProviders } from './sso-providers.ts'

type Asked = { readonly headers: Pick<Headers, 'get'> }

/**
 * Who asks. In open mode that is the owner of the one team: loopback and the same-origin check are the border.
 * @param permission what they are about to do
 * @throws ApiError `signed_out`, `role_not_allowed`
 */
export async function requireMember(request: Asked, permission: Permission): Promise<Member> {
  const member = await findMember(request)
  if (member === null) throw signedOut()
  requirePermission(member.role, permission)
  return member
}

export function signedOut(): ApiError {
  return new ApiError(
    'signed_out',
    'You are not signed in, or not any more. Sign in, in another tab if something here is not to be lost, and do this again.',
  )
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
function cookie(): { name: string; attributes: string } {
  const attributes = 'Path=/; HttpOnly; SameSite=Lax'
  if (!signedInOrigin()?.startsWith('https:')) return { name: 'sextant-session', attributes }
  return { name: '__Host-sextant-session', attributes: `${attributes}; Secure` }
}

type SsoContext = { readonly params: Promise<{ readonly nextauth: string[] }> }

/**
 * The addresses of single sign-on: `csrf`, `error`, and of each server that vouches for people `signin/…` and `callback/…`. The
 * last is where that server sends the browser back, so it may come from another site; state and PKCE are its border.
 */
export async function singleSignOn(request: Request, context: SsoContext): Promise<Response> {
  const [action, id, ...more] = (await context.params).nextauth
  const { auth, signIn } = settings()
  const providers = auth === 'sso' ? toSsoProviders(signIn) : []
  const known = more.length === 0 && providers.some(provider => provider.id === id)
  const run = () => runNextAuth(request, context, providers)
  // Where the library sends who was refused elsewhere, came late or came back twice: to our page, which says so.
  if (request.method === 'GET' && action === 'error' && id === undefined && providers.length > 0) {
    return new Response(null, { status: 302, headers: { location: '/sign-in?problem=failed' } })
  }
  if (request.method === 'GET' && action === 'callback' && known) return run()
  return answer(request, async () => {
    const begins = request.method === 'POST' && action === 'signin' && known
    const prepares = request.method === 'GET' && action === 'csrf' && id === undefined && providers.length > 0
    if (begins || prepares) return run()
    throw new ApiError('unknown_url', 'There is no such address of single sign-on.')
  })
}

async function runNextAuth(
  request: Request,
  context: SsoContext,
  providers: AuthOptions['providers'],
): Promise<Response> {
  const { appUrl } = settings()
  if (appUrl === null) throw new ApiError('unknown_url', 'This console has no address of its own.')
  // It would believe a forwarded host, and so send people's codes to whoever forged one.
  environment['NEXTAUTH_URL'] = appUrl
  delete environment['AUTH_TRUST_HOST']
  delete environment['VERCEL']
  const { default: nextAuth } = await import('next-auth')
  const run = nextAuth as unknown as (
    given: Request,
    where: SsoContext,
    options: AuthOptions,
  ) => Promise<Response>
  return run(request, context, toOptions(request, providers))
}

function toOptions(request: Request, providers: AuthOptions['providers']): AuthOptions {
  const { name: cookieName, attributes } = cookie()
  const secure = attributes.endsWith('Secure')
  const maxAge = Math.floor(sessionLifeMs / 1000)
  return {
    secret: authSecret(),
    session: { strategy: 'jwt', maxAge },
    jwt: { maxAge },
    pages: { signIn: '/sign-in', error: '/sign-in' },
    cookies: {
      sessionToken: { name: cookieName, options: { httpOnly: true, sameSite: 'lax', path: '/', secure } },
    },
    providers,
    callbacks: {
      async signIn({ user, account, profile }) {
        const sessionId = await startVouchedSession(request, account?.provider, profile as OpenIdClaims)
        if (sessionId === null) return '/sign-in?problem=unknown'
        user.id = sessionId
        return true
      },
      // Only when it is made does it know a user, whose id the session's is by then.
      jwt: ({ token, user }) => (user ? { sid: user.id } : { sid: token['sid'] }),
      redirect: ({ url, baseUrl }) => {
        const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url
        return baseUrl + toNextPath(path)
      },
    },
  }
}
