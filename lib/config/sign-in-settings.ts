import { isLoopbackAddress } from '#lib/loopback-host.ts'
import type { Mistake } from './config-error.ts'
import type { EnvironmentSettings } from './environment-schema.ts'

/** Sign-in methods; unused in open mode. */
export interface SignInSettings {
  /** Whether email and password sign-in is enabled; `off` disables every use of passwords. */
  readonly passwords: boolean
  /** The first owner, created at the start; `passwordHash` null: on their first single sign-on. */
  readonly admin: { readonly email: string; readonly passwordHash: string | null } | null
  readonly oidc: {
    readonly name: string
    readonly issuer: string
    readonly clientId: string
    readonly clientSecret: string
  } | null
  readonly github: {
    /** e.g. `https://github.com`; identifies the identity provider. */
    readonly url: string
    readonly apiUrl: string
    readonly clientId: string
    readonly clientSecret: string
    /**
     * Only members of this organization may sign in; null: known or invited users, or those of an allowed domain.
     */
    readonly organisation: string | null
  } | null
  /** Auto-join domains: verified addresses join the team by single sign-on, e.g. `example.org`. */
  readonly domains: readonly string[]
}

export function toSignInSettings(settings: EnvironmentSettings): SignInSettings {
  const { ADMIN_EMAIL, OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET } = settings
  return {
    passwords: settings.SEXTANT_PASSWORDS === 'on',
    admin:
      ADMIN_EMAIL === undefined
        ? null
        : { email: ADMIN_EMAIL, passwordHash: settings.ADMIN_PASSWORD_HASH ?? null },
    oidc:
      OIDC_ISSUER && OIDC_CLIENT_ID && OIDC_CLIENT_SECRET
        ? {
            name: settings.OIDC_NAME,
            issuer: OIDC_ISSUER,
            clientId: OIDC_CLIENT_ID,
            clientSecret: OIDC_CLIENT_SECRET,
          }
        : null,
    github: toGitHub(settings),
    domains: settings.SSO_DOMAINS,
  }
}

function toGitHub(settings: EnvironmentSettings): SignInSettings['github'] {
  const { GITHUB_URL: url, GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret } = settings
  if (!clientId || !clientSecret) return null
  const apiUrl = url === 'https://github.com' ? 'https://api.github.com' : `${url}/api/v3`
  return { url, apiUrl, clientId, clientSecret, organisation: settings.GITHUB_ORGANISATION ?? null }
}

/** Missing settings of a console with sign-in, each with the variable that fixes it. */
export function findSignInMistakes(settings: EnvironmentSettings): Mistake[] {
  const mode = `SEXTANT_AUTH=${settings.SEXTANT_AUTH}`
  const needed = {
    APP_URL: 'the public URL of the console',
    AUTH_SECRET: 'at least 32 random characters; generate them with: openssl rand -base64 32',
    ENCRYPTION_KEY:
      'k1: and 32 random bytes in base64; generate it with: echo "k1:$(openssl rand -base64 32)"',
  } as const
  const missing = (['APP_URL', 'AUTH_SECRET', 'ENCRYPTION_KEY'] as const)
    .filter(name => settings[name] === undefined)
    .map(name => ({ where: name, reason: `${mode} requires ${needed[name]}` }))
  return [...missing, ...findAddressMistakes(settings), ...findMethodMistakes(settings, mode)]
}

function findAddressMistakes({ APP_URL, OIDC_ISSUER, GITHUB_URL }: EnvironmentSettings): Mistake[] {
  const mistakes: Mistake[] = []
  if (APP_URL !== undefined && new URL(APP_URL).pathname !== '/') {
    mistakes.push({
      where: 'APP_URL',
      reason: 'must not have a path: the console and the API share its host',
    })
  }
  for (const [where, address] of Object.entries({ OIDC_ISSUER, GITHUB_URL })) {
    if (address === undefined) continue
    const { protocol, hostname } = new URL(address)
    if (protocol !== 'https:' && !isLoopbackAddress(hostname)) {
      mistakes.push({ where, reason: 'must be an https URL' })
    }
  }
  return mistakes
}

function findMethodMistakes(settings: EnvironmentSettings, mode: string): Mistake[] {
  const { passwords, admin, oidc, github } = toSignInSettings(settings)
  const mistakes: Mistake[] = []
  if (settings.SEXTANT_AUTH === 'sso' && oidc === null && github === null) {
    const reason = `${mode} requires it, with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET; or set GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET`
    mistakes.push({ where: 'OIDC_ISSUER', reason })
  }
  if (github === null && (settings.GITHUB_CLIENT_ID ?? settings.GITHUB_ORGANISATION) !== undefined) {
    const reason = 'GitHub requires GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET'
    mistakes.push({ where: settings.GITHUB_CLIENT_ID ? 'GITHUB_CLIENT_SECRET' : 'GITHUB_CLIENT_ID', reason })
  }
  if (settings.SEXTANT_AUTH === 'team' && !passwords) {
    mistakes.push({ where: 'SEXTANT_PASSWORDS', reason: `${mode} has no other sign-in method` })
  }
  if (admin === null && settings.ADMIN_PASSWORD_HASH !== undefined) {
    mistakes.push({
      where: 'ADMIN_EMAIL',
      reason: 'ADMIN_PASSWORD_HASH requires the email address it belongs to',
    })
  }
  if (admin !== null && admin.passwordHash === null && passwords) {
    const reason = 'ADMIN_EMAIL requires it; create one with: npm run -s sextant -- admin hash'
    mistakes.push({ where: 'ADMIN_PASSWORD_HASH', reason })
  }
  return mistakes
}
