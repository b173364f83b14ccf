import 'server-only'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import type { Config } from '#lib/config.ts'
import { type GitHubProfile, readGitHub } from './read-github.ts'
import type { OpenIdClaims } from './single-sign-on.ts'

// The library's own 3.5 s are short for a server that has just been started.
const httpOptions = { timeout: 10_000 }

/** What the library of single sign-on needs to know of each server that vouches for people here. */
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
      // Where an access token is given, the claims of scopes are not in the id token.
      request: async ({ client, tokens }) => {
        const claims = await client.userinfo(tokens.access_token ?? '')
        // The id token was verified just before; what is said of somebody else is not taken for them.
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
    // It names itself in its answer, and the library refuses a name that it was not told.
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
