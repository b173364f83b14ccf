/** GitHub's OAuth sign-in and user API, on loopback. */
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface GitHubAccount {
  readonly id: number
  readonly login: string
  readonly name: string
  readonly email: { readonly email: string; readonly verified: boolean }
  /** Membership in the organization `harbour`. */
  readonly membership: 'active' | 'pending' | null
}

export interface GitHubServer extends AsyncDisposable {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  /** The accounts on the sign-in page, by login; can change at runtime. */
  readonly accounts: Map<string, GitHubAccount>
}

/** @param redirectUri the only allowed redirect URI */
export async function startGitHubServer(redirectUri: string): Promise<GitHubServer> {
  const accounts = new Map<string, GitHubAccount>()
  const [clientId, clientSecret] = ['sextant', crypto.randomUUID()]
  const codes = new Map<string, { login: string; challenge: string }>()
  const tokens = new Map<string, string>()
  let url = ''

  function authorize(asked: URLSearchParams, response: ServerResponse): void {
    const pkce = asked.get('code_challenge_method') === 'S256' && asked.has('code_challenge')
    const right = asked.get('client_id') === clientId && asked.get('redirect_uri') === redirectUri
    if (!pkce || !right || !asked.get('state')) return void response.writeHead(400).end('refused')
    const links = [...accounts.values()].map(({ login }) => {
      const code = crypto.randomUUID()
      codes.set(code, { login, challenge: asked.get('code_challenge') ?? '' })
      // GitHub sends its issuer since April 2026.
      const back = new URLSearchParams({ code, state: asked.get('state') ?? '', iss: `${url}/login/oauth` })
      return `<a href="${redirectUri}?${back.toString().replaceAll('&', '&amp;')}">Continue as ${login}</a>`
    })
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>GitHub</title>${links.join(' ')}`)
  }

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const known =
      request.headers.authorization === `Basic ${basic}` || body.get('client_secret') === clientSecret
    const given = codes.get(body.get('code') ?? '')
    codes.delete(body.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    const right = given?.challenge === challenge && body.get('redirect_uri') === redirectUri
    // GitHub returns OAuth errors with status 200.
    if (!known || !given || !right) return answer(response, { error: 'bad_verification_code' })
    const token = `gho_${crypto.randomUUID()}`
    tokens.set(token, given.login)
    answer(response, { access_token: token, token_type: 'bearer', scope: 'read:user,user:email,read:org' })
  }

  function read(request: IncomingMessage, path: string, response: ServerResponse): void {
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    const account = accounts.get(tokens.get(token) ?? '')
    if (account === undefined || !request.headers['user-agent']) return void response.writeHead(401).end()
    const { id, login, name, email, membership } = account
    if (path === '/user') return answer(response, { id, login, name, email: null })
    if (path === '/user/emails') return answer(response, [{ ...email, primary: true, visibility: null }])
    if (path === '/user/memberships/orgs/harbour' && membership !== null) {
      return answer(response, { state: membership, organization: { login: 'Harbour' } })
    }
    response.writeHead(404).end('{"message":"Not Found"}')
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/login/oauth/authorize') return authorize(searchParams, response)
    if (pathname === '/login/oauth/access_token') return void exchange(request, response)
    read(request, pathname.replace('/api/v3', ''), response)
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => void server.once('listening', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    clientId,
    clientSecret,
    accounts,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => void server.close(resolve))
    },
  }
}

function answer(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
