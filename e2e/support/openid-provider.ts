/** A real OpenID provider on loopback, which accepts any user without a password. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export interface OpenIdProvider extends AsyncDisposable {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/**
 * @param redirectUri the only allowed redirect URI
 * `ada@example.org` has that email verified; `unverified-…` has it unverified.
 */
export async function startOpenIdProvider(redirectUri: string): Promise<OpenIdProvider> {
  let answer: RequestListener = (_, response) => response.writeHead(503).end()
  const server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1')
  await new Promise(resolve => void server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const client = { clientId: 'sextant', clientSecret: crypto.randomUUID() }
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUri],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: [crypto.randomUUID()] },
    pkce: { required: () => true },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: id.replace('unverified-', ''),
        email_verified: !id.startsWith('unverified-'),
        name: id.split('@')[0] ?? id,
      }),
    }),
  })
  const handle = provider.callback()
  answer = (request, response) => void handle(request, response)
  return {
    issuer,
    ...client,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => void server.close(resolve))
    },
  }
}
