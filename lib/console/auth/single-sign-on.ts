import 'server-only'
import { addressOf } from './requester.ts'
import { settings } from '#lib/console/core/loaded-config.ts'
import { store } from '#lib/console/core/store.ts'

/** OpenID Connect claims of a user. */
export interface OpenIdClaims {
  readonly sub: string
  readonly email?: string | null
  readonly email_verified?: boolean | string | null
  readonly name?: string | null
  readonly preferred_username?: string | null
  /** Whether the user is in the required organization; `none`: none is required. */
  readonly organisation?: 'none' | 'member' | 'stranger'
}

/**
 * @param providerId the identity provider of the claims
 * @returns the new session, or null if no member matches
 */
export async function startSsoSession(
  request: Request,
  providerId: string | undefined,
  claims: OpenIdClaims,
): Promise<string | null> {
  const { signIn } = settings()
  const { oidc, github, domains, admin } = signIn
  const issuer = providerId === 'github' ? github?.url : oidc?.issuer
  if (issuer === undefined || claims.organisation === 'stranger') return null
  const opened = await store()
  const { teamId } = await opened.teams.openModeOwner()
  const address = addressOf(request)
  const membership = await opened.singleSignOn.signIn({
    teamId,
    who: toSsoIdentity(claims, issuer),
    rules: { domains, adminEmail: admin?.email ?? null, joins: claims.organisation === 'member' },
    address,
  })
  if (membership === null) return null
  const session = await opened.sessions.start({
    userId: membership.userId,
    teamId: membership.teamId,
    actor: { id: membership.userId, name: membership.name, address },
    client: request.headers.get('user-agent'),
  })
  return session.id
}

export function toSsoIdentity(claims: OpenIdClaims, issuer: string) {
  const email = claims.email?.trim().toLowerCase() ?? ''
  // Some providers send the boolean as a string; anything else is unverified.
  const verified = claims.email_verified === true || claims.email_verified === 'true'
  const name = claims.name?.trim() || claims.preferred_username?.trim() || email || 'Member'
  return {
    issuer,
    subject: claims.sub,
    verifiedEmail: verified && email !== '' ? email : null,
    name: name.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, ' ').slice(0, 100),
  }
}
