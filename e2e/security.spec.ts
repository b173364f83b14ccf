import { findCanaries, makeCanaries, readBundle, readFolder } from './support/canaries.ts'
import { pageAddresses, routeAddresses } from './support/console-addresses.ts'
import { type ConsoleClient, signInClient } from './support/console-client.ts'
import type { LaunchedServer } from './support/launch-server.ts'
import { startScriptedUpstream } from './support/scripted-upstream.ts'
import { expect } from './support/server.ts'
import { launchTeamServer, owner, password, passwordHash, test } from './support/team-server.ts'
import { writtenRows } from './support/written-rows.ts'

test('twelve secrets pass through the server and do not leak', async () => {
  const canaries = makeCanaries()
  await using upstream = await startScriptedUpstream()
  await using server = await launchTeamServer({
    configuration: `
providers:
  - { id: scripted, kind: openai, baseUrl: "${upstream.baseUrl}", apiKey: "${canaries['a provider key of the configuration']}" }
models:
  - { id: scripted/echo, provider: scripted, upstream: echo, kind: chat }
defaults: { chat: scripted/echo }
`,
    environment: {
      ADMIN_EMAIL: owner.email,
      ADMIN_PASSWORD_HASH: passwordHash,
      AUTH_SECRET: canaries['the secret that signs sessions'],
      ENCRYPTION_KEY: `k1:${canaries['the key that encrypts provider keys']}`,
      SEXTANT_INITIAL_API_KEY: canaries['the first API key'],
      BRAVE_API_KEY: canaries['a search key of the environment'],
      LOG_LEVEL: 'debug',
    },
  })
  const client = await signInClient(server.url, owner)
  const answers = await useSecrets(server, client, canaries, upstream)
  const shown = answers + (await readEverything(server, client))
  const kept = readFolder(server.dataDir)
  await server.stop()

  const places = { shown, kept, printed: server.output(), bundle: readBundle() }
  for (const [place, text] of Object.entries(places))
    expect({ place, found: findCanaries(text, canaries) }).toEqual({ place, found: [] })
})

test('every page has the security headers, including errors and missing pages', async ({ server }) => {
  const { cookie } = await signInClient(server.url, owner)
  const addresses = [...pageAddresses(), '/nowhere', '/team/nowhere', '/reference/chat/nowhere']

  expect(addresses.length).toBeGreaterThan(20)
  for (const address of addresses)
    for (const headers of [
      {},
      { cookie },
      { cookie, 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
    ]) {
      // Without it, `/library` and `/models` are API calls with a wrong base URL.
      const accept = 'text/html,*/*;q=0.8'
      const answer = await fetch(server.url + address, {
        headers: { accept, ...headers },
        redirect: 'manual',
      })
      await answer.text()
      expect({ address, ...facts(answer) }).toEqual({ address, ...guarded })
    }
  for (const address of routeAddresses()) {
    const answer = await fetch(server.url + address, { redirect: 'manual' })
    await answer.text()
    // A route that rejects signed-out users, or supports only another method.
    expect([401, 403, 404, 405]).toContain(answer.status)
  }
  const robots = await fetch(`${server.url}/robots.txt`)
  expect(await robots.text()).toMatch(/^User-agent: \*\nDisallow: \/$/m)
})

test('signing in never redirects outside this console', async ({ server }) => {
  const { cookie } = await signInClient(server.url, owner)

  for (const next of elsewhere) {
    const address = `${server.url}/sign-in?next=${encodeURIComponent(next)}`
    const answer = await fetch(address, { headers: { cookie }, redirect: 'manual' })
    await answer.text()
    const target = answer.headers.get('location')
    expect({ next, status: answer.status }).toEqual({ next, status: 307 })
    expect({ next, origin: new URL(target ?? '', server.url).origin }).toEqual({ next, origin: server.url })
  }
})

const elsewhere = [
  'https://evil.example',
  'https:evil.example',
  'http://evil.example/chat',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%09/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  ' //evil.example',
  '/.//evil.example',
  '//evil.example@localhost',
  '/chat\\..\\..\\evil.example',
]

const guarded = {
  scripts: true,
  styles: true,
  frames: true,
  elsewhere: true,
  sniff: 'nosniff',
  referrer: 'no-referrer',
  opener: 'same-origin',
}

function facts({ headers }: Response) {
  const policy = headers.get('content-security-policy') ?? ''
  return {
    scripts: /script-src 'self' 'nonce-[\w+/=]{24}' 'strict-dynamic'(;|$)/.test(policy),
    styles: /style-src 'self' 'nonce-[\w+/=]{24}'; style-src-attr 'unsafe-inline'/.test(policy),
    frames: policy.includes("frame-ancestors 'none'") && policy.includes("object-src 'none'"),
    elsewhere:
      policy.includes("default-src 'self'") &&
      policy.includes("connect-src 'self'") &&
      policy.includes("form-action 'self'") &&
      policy.includes("base-uri 'none'"),
    sniff: headers.get('x-content-type-options'),
    referrer: headers.get('referrer-policy'),
    opener: headers.get('cross-origin-opener-policy'),
  }
}

/** Sends each secret. @returns the responses */
async function useSecrets(
  server: LaunchedServer,
  client: ConsoleClient,
  canaries: ReturnType<typeof makeCanaries>,
  upstream: Awaited<ReturnType<typeof startScriptedUpstream>>,
): Promise<string> {
  const said: string[] = []
  const ask = async (method: 'POST' | 'PATCH', path: string, body: object) => {
    const answer = await client.ask(method, path, body)
    const text = await answer.text()
    said.push(text)
    expect({ path, status: answer.status, text: answer.ok ? '' : text }).toMatchObject({ text: '' })
    return text
  }
  await ask('PATCH', '/api/settings', { keep_playground_bodies: true })
  await ask('POST', '/api/providers', {
    purpose: 'models',
    name: 'mine',
    kind: 'openai',
    base_url: 'https://models.example/v1',
    api_key: canaries['a provider key of the console'],
  })
  const change = { current: password, password: canaries['the password of a user'] }
  await client.ask('POST', '/api/settings/you/password', change)
  const wrong = { email: owner.email, password: canaries['the password of a user'] }
  said.push(await (await client.ask('POST', '/api/sign-in', wrong)).text())

  const question = `${canaries['a key in a logged body']} ${canaries['a Google key in a logged body']}`
  const body = { model: 'scripted/echo', messages: [{ role: 'user', content: question }] }
  await client.ask('POST', '/api/run/v1/chat/completions', body)
  const message = [
    `Bearer ${canaries['a bearer token in an upstream response']}`,
    `https://me:${canaries['a password in a URL in an upstream response']}@host.example/`,
    `https://host.example/?api_key=${canaries['a key in a URL in an upstream response']}`,
    canaries['a provider key of the configuration'],
  ].join(' ')
  upstream.next({ kind: 'error', status: 400, body: { error: { message } } })
  said.push(await (await client.ask('POST', '/api/run/v1/chat/completions', body)).text())
  await expect.poll(() => writtenRows(server.dataDir).length).toBeGreaterThanOrEqual(2)
  return said.join('\n')
}

/** Every page and response of the console, and the API's metrics, as an owner. */
async function readEverything(server: LaunchedServer, client: ConsoleClient): Promise<string> {
  const made = await client.ask('POST', '/api/keys', { name: 'metrics', scopes: ['admin:read'] })
  const { token } = (await made.json()) as { token: string }
  const authorization = `Bearer ${token}`
  const metrics = await fetch(`${server.url}/metrics`, { headers: { authorization } })
  expect(metrics.status).toBe(200)
  const seen = [await metrics.text()]
  for (const row of writtenRows(server.dataDir)) {
    const bodies = await client.ask('GET', `/api/requests/${row}/bodies`)
    seen.push(await bodies.text())
    // They are logged, so the absence of secrets is meaningful.
    expect({ status: bodies.status, text: seen.at(-1) }).toMatchObject({ status: 200 })
    expect(seen.at(-1)).toContain('[redacted]')
  }
  for (const address of [...routeAddresses(), ...pageAddresses()])
    seen.push(await (await client.ask('GET', address)).text())
  return seen.join('\n')
}
