import 'server-only'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import type { Config } from '#lib/config.ts'
import { limitBytes } from '#lib/limit-bytes.ts'
import type { OpenIdClaims } from './single-sign-on.ts'
import { request } from 'undici'
import { z } from 'zod'
import { readJson } from '#lib/read-json.ts'

// The library's default of 3.5 s is short for a server that has just started.
const httpOptions = { timeout: 10_000 }

/** Configuration of the identity providers for the SSO library. */
export function toSsoProviders({ oidc, github }: Config['signIn']): OAuthConfig<OpenIdClaims>[] {
  return [...(oidc === null ? [] : [toOpenId(oidc)]), ...(github === null ? [] : [toGitHub(github)])]
}

function toOpenId(oidc: NonNullable<Config['signIn']['oidc']>): OAuthConfig<OpenIdClaims> {
  const { name, issuer, clientId, clientSecret } = oidc
  return {
    id: 'oidc',
    name,
    type: 'oauth',
    issuer,
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    clientId,
    clientSecret,
    httpOptions,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    authorization: { params: { scope: 'openid email profile' } },
    userinfo: {
      // With an access token, the scopes' claims are missing from the id token.
      request: async ({ client, tokens }) => {
        const claims = await client.userinfo(tokens.access_token ?? '')
        // The id token was just verified; claims about another subject are rejected.
        if (claims.sub !== subjectOf(tokens.id_token ?? '')) throw new Error('userinfo is about another')
        return claims
      },
    },
    profile: claims => ({ id: claims.sub }),
  }
}

function toGitHub(github: NonNullable<Config['signIn']['github']>): OAuthConfig<OpenIdClaims> {
  const { url, apiUrl, clientId, clientSecret, organisation } = github
  const scope = organisation === null ? 'read:user user:email' : 'read:user user:email read:org'
  return {
    id: 'github',
    name: 'GitHub',
    type: 'oauth',
    // The response names its issuer, and the library rejects an unexpected one.
    issuer: `${url}/login/oauth`,
    clientId,
    clientSecret,
    httpOptions,
    checks: ['pkce', 'state'],
    authorization: { url: `${url}/login/oauth/authorize`, params: { scope } },
    token: `${url}/login/oauth/access_token`,
    userinfo: {
      url: `${apiUrl}/user`,
      request: ({ tokens }): Promise<GitHubProfile> => readGitHub(github, tokens.access_token ?? ''),
    },
    profile: claims => ({ id: claims.sub }),
  }
}

function subjectOf(idToken: string): unknown {
  const claims: unknown = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8'))
  return typeof claims === 'object' && claims !== null && 'sub' in claims ? claims.sub : null
}

type GitHub = NonNullable<Config['signIn']['github']>

/** The profile of a GitHub user. */
interface GitHubProfile {
  readonly sub: string
  readonly name: string
  /** The primary email, if verified. */
  readonly email?: string
  readonly email_verified?: boolean
  readonly organisation: NonNullable<OpenIdClaims['organisation']>
}

const userSchema = z.object({ id: z.int(), login: z.string(), name: z.string().nullish() })
const emailsSchema = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
const membershipSchema = z.object({ state: z.string(), organization: z.object({ login: z.string() }) })

const deadlineMs = 10_000
const bytesMax = 1024 * 1024

/**
 * Reads the profile with the user's access token: three short calls to the configured GitHub.
 * @throws Error if GitHub is unreachable or the response is invalid
 */
export async function readGitHub(github: GitHub, accessToken: string): Promise<GitHubProfile> {
  const signal = AbortSignal.timeout(deadlineMs)
  const ask = (path: string) => askGitHub(`${github.apiUrl}${path}`, accessToken, signal)
  const user = userSchema.parse((await ask('/user')).requireJson())
  const emails = emailsSchema.safeParse((await ask('/user/emails')).json)
  const primary = emails.data?.find(each => each.primary && each.verified)
  return {
    // Logins can be renamed and reused; the number stays with the account.
    sub: String(user.id),
    name: user.name?.trim() || user.login,
    ...(primary !== undefined && { email: primary.email, email_verified: true }),
    organisation: await readMembership(github.organisation, ask),
  }
}

type Ask = (path: string) => Promise<{ readonly json: unknown }>

async function readMembership(organisation: string | null, ask: Ask): Promise<GitHubProfile['organisation']> {
  if (organisation === null) return 'none'
  const { json } = await ask(`/user/memberships/orgs/${encodeURIComponent(organisation)}`)
  const membership = membershipSchema.safeParse(json)
  // Invited users who have not accepted yet are `pending`.
  const active = membership.data?.state === 'active'
  const same = membership.data?.organization.login.toLowerCase() === organisation.toLowerCase()
  return active && same ? 'member' : 'stranger'
}

async function askGitHub(url: string, accessToken: string, signal: AbortSignal) {
  const { statusCode, body } = await request(url, {
    signal,
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${accessToken}`,
      'user-agent': 'sextant',
      'x-github-api-version': '2022-11-28',
    },
  })
  const tooLarge = () => new Error(`${url} responded with more than ${bytesMax} bytes`)
  const parts = await Array.fromAsync(limitBytes(body as AsyncIterable<Uint8Array>, bytesMax, tooLarge))
  const json = statusCode === 200 ? readJson(Buffer.concat(parts).toString('utf8')) : null
  return {
    json,
    requireJson() {
      if (statusCode !== 200) throw new Error(`${url} responded with ${statusCode}`)
      return json
    },
  }
}
