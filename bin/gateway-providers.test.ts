import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import { makeTestTeam, type TestTeam } from '#lib/console/__fixtures__/test-team.ts'
import { changeModel, listModelSettings } from '#lib/console/providers/model-settings.ts'
import { createProvider, listProviders } from '#lib/console/providers/providers.ts'
import { testProvider } from '#lib/console/providers/test-provider.ts'

const goodKey = 'good-key-of-acme-0123456789'
const wrongKey = 'wrong-key-of-acme-9876543210'
const apiKey = 'p5Vq7Kq2ZbX9vR4tLm1WcY8pHd3NfJ6sGu0aB'
const soon = { timeout: 15_000 }

test('a console provider reports the real error of its test, serves without a restart and shows its health', async () => {
  const port = await freePort()
  await using upstream = await startScriptedUpstream()
  upstream.accept([goodKey])
  const operator = { ALLOW_PRIVATE_PROVIDERS: '127.0.0.1', SEXTANT_INITIAL_API_KEY: apiKey }
  await using team = await makeTestTeam({ ...operator, SEXTANT_GATEWAY_PORT: port })
  await using gateway = await startGateway(port)
  const draft = { purpose: 'models', name: 'acme', kind: 'openai', base_url: upstream.baseUrl }

  const of = { of: 'draft', ...draft }
  const tests = [
    await ask(team, testProvider, 'POST', '/api/providers/test', { ...of, api_key: wrongKey }),
    await ask(team, testProvider, 'POST', '/api/providers/test', { ...of, api_key: goodKey }),
    await ask(team, testProvider, 'POST', '/api/providers/test', {
      ...of,
      api_key: goodKey,
      messages_api: 'base',
    }),
  ]
  expect(tests.map(text => JSON.parse(text) as unknown)).toMatchObject([
    { ok: false, status: 401, reason: 'Incorrect API key provided: [redacted].' },
    { ok: true, models: [{ id: 'echo', kind: 'chat' }], messages_api: null },
    { ok: true, messages_api: { ok: true } },
  ])

  const made = await ask(team, createProvider, 'POST', '/api/providers', { ...draft, api_key: goodKey })
  await vi.waitFor(async () => expect(await chat(port)).toContain('You said: Hello'), soon)
  const { id } = JSON.parse(made) as { id: string }
  const changes = { kind: 'openai', server: null, messages_api: '/anthropic/v1' }
  const changed = await ask(team, testProvider, 'POST', '/api/providers/test', { of: 'stored', id, changes })
  expect(JSON.parse(changed)).toMatchObject({ ok: true, messages_api: { ok: true } })
  const priced = { model: 'acme/echo', price: { input: 1000, output: 1000 } }
  await ask(team, changeModel, 'PATCH', '/api/models/settings', priced)
  await vi.waitFor(async () => expect(await chat(port)).toContain('"cost":0.012'), soon)

  await ask(team, createProvider, 'POST', '/api/providers', { ...draft, name: 'spare', api_key: goodKey })
  const deployments = [
    { provider: 'acme', upstream: 'error-503', weight: 1, tier: 0 },
    { provider: 'spare', upstream: 'echo', weight: 1, tier: 1 },
  ]
  await ask(team, changeModel, 'PATCH', '/api/models/settings', { model: 'acme/echo', deployments })
  await vi.waitFor(async () => expect(await deploymentOf(port)).toBe('spare/echo'), soon)
  for (let time = 0; time < 6; time++) await deploymentOf(port)
  const deployed = await ask(team, listModelSettings, 'GET', '/api/models/settings?q=acme/echo')
  expect(JSON.parse(deployed)).toMatchObject({
    models: [
      {
        deployments,
        deployment_states: [
          { name: 'acme/error-503', state: 'failing' },
          { name: 'spare/echo', state: 'ready' },
        ],
      },
    ],
  })
  await ask(team, changeModel, 'PATCH', '/api/models/settings', { model: 'acme/echo', deployments: null })
  await vi.waitFor(async () => expect(await deploymentOf(port)).toBeNull(), soon)

  upstream.accept(['another-key-from-now-on'])
  expect(await chat(port)).toContain('upstream_error')
  const listed = await ask(team, listProviders, 'GET', '/api/providers')
  const models = await ask(team, listModelSettings, 'GET', '/api/models/settings?q=acme')
  expect(JSON.parse(listed)).toMatchObject({
    providers: [
      { name: 'acme', health: { needs_operator: true, last_error: { over: false } } },
      { name: 'spare', health: { needs_operator: false } },
    ],
  })
  expect(JSON.parse(models)).toMatchObject({ models: [{ id: 'acme/echo', price: priced.price }] })
  for (const text of [...tests, made, listed, models, gateway.output()]) {
    expect(text).not.toContain(goodKey)
    expect(text).not.toContain(wrongKey)
  }
}, 120_000)

async function ask(
  team: TestTeam,
  handler: (request: Request) => Promise<Response>,
  method: string,
  address: string,
  body?: object,
): Promise<string> {
  const response = await handler(await team.request(method, address, team.members.admin, body))
  return response.text()
}

async function chat(port: string): Promise<string> {
  return (await send(port, 'same')).text()
}

/** Of a new session each time, which no earlier one keeps away from its first deployment. */
async function deploymentOf(port: string): Promise<string | null> {
  return (await send(port, randomUUID())).headers.get('sextant-deployment')
}

function send(port: string, session: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'x-session-id': session,
    },
    body: JSON.stringify({ model: 'acme/echo', messages: [{ role: 'user', content: 'Hello' }] }),
  })
}

/** As the supervisor starts it, without a models process. */
async function startGateway(port: string): Promise<AsyncDisposable & { output(): string }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'gateway.ts')], {
    env: { ...process.env, PORT: port, SEXTANT_MODELS_PORT: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', part => (printed += String(part)))
  await vi.waitFor(() => expect(printed).toContain('gateway listening'), { timeout: 60_000 })
  return {
    output: () => printed,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise(resolve => void server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port.')
  return String(address.port)
}
