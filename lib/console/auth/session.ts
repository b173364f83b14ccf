import 'server-only'
import type { AuthOptions } from 'next-auth'
import { decode, encode } from 'next-auth/jwt'
import { environment } from '#lib/config.ts'
import { ApiError } from '#lib/errors.ts'
import { sessionLifeMs } from '#lib/store/team/sessions.ts'
import type { Member } from '#lib/store/team/teams.ts'
import { answer } from '#lib/console/http/answer.ts'
import { settings, signedInOrigin } from '#lib/console/core/loaded-config.ts'
import { memberOfSession } from './member-cache.ts'
import { type Permission, requirePermission } from './permissions.ts'
import { toNextPath } from './next-path.ts'
import { authSecret, store } from '#lib/console/core/store.ts'
import { type OpenIdClaims, startSsoSession } from './single-sign-on.ts'
import { toSsoProviders } from './sso-providers.ts'

type Asked = { readonly headers: Pick<Headers, 'get'> }

/**
 * The requester. In open mode that is the owner of the only team: loopback and the same-origin check protect it.
 * @param permission permission that the request needs
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
    'You are signed out. Sign in and try again; use another tab to keep unsaved changes.',
  )
}

/** The requester; null: signed out. */
export async function findMember(request: Asked): Promise<Member | null> {
  const opened = await store()
  if (settings().auth === 'open') return opened.teams.openModeOwner()
  const id = await readSessionId(request)
  return id === null ? null : memberOfSession(opened, id)
}

/** The session in the cookie, including ended ones; null without a valid cookie. */
export async function readSessionId({ headers }: Asked): Promise<string | null> {
  const { name } = cookie()
  const token = headers
    .get('cookie')
    ?.split('; ')
    .find(part => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)
  if (!token) return null
  // A cookie from elsewhere, or signed with an old secret, is ignored.
  const claims = await decode({ token, secret: authSecret() }).catch(() => null)
  return typeof claims?.['sid'] === 'string' ? claims['sid'] : null
}

/** `Set-Cookie` for a new session. */
export async function toSessionCookie(sessionId: string): Promise<string> {
  const { name, attributes } = cookie()
  const maxAge = Math.floor(sessionLifeMs / 1000)
  const token = await encode({ token: { sid: sessionId }, secret: authSecret(), maxAge })
  return `${name}=${token}; Max-Age=${maxAge}; ${attributes}`
}

/** `Set-Cookie` that deletes the session cookie. */
export function toEndedCookie(): string {
  const { name, attributes } = cookie()
  return `${name}=; Max-Age=0; ${attributes}`
}

/** With this prefix, browsers reject a cookie set by a sibling domain or an unencrypted page. */
function cookie(): { name: string; attributes: string } {
  const attributes = 'Path=/; HttpOnly; SameSite=Lax'
  if (!signedInOrigin()?.startsWith('https:')) return { name: 'sextant-session', attributes }
  return { name: '__Host-sextant-session', attributes: `${attributes}; Secure` }
}

type SsoContext = { readonly params: Promise<{ readonly nextauth: string[] }> }

/**
 * Single sign-on routes: `csrf`, `error`, and for each identity provider `signin/…` and `callback/…`. The
 * provider redirects the browser to the last one, so it may come from another site; state and PKCE protect it.
 */
export async function singleSignOn(request: Request, context: SsoContext): Promise<Response> {
  const [action, id, ...more] = (await context.params).nextauth
  const { auth, signIn } = settings()
  const providers = auth === 'sso' ? toSsoProviders(signIn) : []
  const known = more.length === 0 && providers.some(provider => provider.id === id)
  const run = () => runNextAuth(request, context, providers)
  // The library redirects rejected, late and repeated sign-ins to our own page.
  if (request.method === 'GET' && action === 'error' && id === undefined && providers.length > 0) {
    return new Response(null, { status: 302, headers: { location: '/sign-in?problem=failed' } })
  }
  if (request.method === 'GET' && action === 'callback' && known) return run()
  return answer(request, async () => {
    const begins = request.method === 'POST' && action === 'signin' && known
    const prepares = request.method === 'GET' && action === 'csrf' && id === undefined && providers.length > 0
    if (begins || prepares) return run()
    throw new ApiError('unknown_url', 'Unknown single sign-on path.')
  })
}

async function runNextAuth(
  request: Request,
  context: SsoContext,
  providers: AuthOptions['providers'],
): Promise<Response> {
  const { appUrl } = settings()
  if (appUrl === null) throw new ApiError('unknown_url', 'This console has no public URL.')
  // It would trust a forwarded host, and send authorization codes to an attacker who forged it.
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
        const sessionId = await startSsoSession(request, account?.provider, profile as OpenIdClaims)
        if (sessionId === null) return '/sign-in?problem=unknown'
        user.id = sessionId
        return true
      },
      // The user is known only at creation; the session id is assigned by then.
      jwt: ({ token, user }) => (user ? { sid: user.id } : { sid: token['sid'] }),
      redirect: ({ url, baseUrl }) => {
        const path = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url
        return baseUrl + toNextPath(path)
      },
    },
  }
}
