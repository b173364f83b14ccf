import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ApiError } from '#lib/errors.ts'
import { OpenCalls } from '#lib/gateway/open-calls.ts'
import { createInternalRoutes } from './internal-routes.ts'
import { createLog } from '#lib/gateway/log.ts'
import { ProviderHealth } from '#lib/gateway/metering/provider-health.ts'
import { createProviderRoutes, type ProviderAdmin, type TestQuestion } from './provider-routes.ts'

const token = 'internal-token-of-this-start'

async function start(admin: Partial<ProviderAdmin> = {}) {
  const health = new ProviderHealth(createLog('error', 'test'))
  const nothing = { providers: new Map(), search: new Map(), models: new Map(), defaults: new Map() }
  const whole: ProviderAdmin = {
    providerIds: () => ['openai', 'own'],
    problems: () => nothing,
    lostKeys: () => [],
    circuits: () => [],
    cooldowns: () => [],
    deployments: () => [],
    models: async () => [{ id: 'own/a', object: 'model', created: 0, owned_by: 'own', type: 'chat' }],
    defaults: () => ({ chat: 'local/small' }),
    nextEmbedder: () => 'local/bge',
    search: () => ({ order: ['brave'], listed: false }),
    test: async () => ({ ok: true, latencyMs: 12, models: [{ id: 'a', kind: 'chat' }] }),
    ...admin,
  }
  const routes = createInternalRoutes({
    token,
    modelsPort: 1,
    providers: createProviderRoutes(whole, health),
    refused: { list: () => [] },
    openCalls: new OpenCalls(),
  })
  const server = createServer((incoming, outgoing) => void routes.answer(incoming, outgoing, {}))
  server.listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const ask = async (
    path: string,
    body?: object,
    headers: Record<string, string> = { 'x-sextant-internal': token },
  ) => {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
      headers,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return { status: response.status, body: await response.json() }
  }
  return { health, ask }
}

test('without the token the routes do not exist', async () => {
  const { ask } = await start()

  const answers = [
    await ask('/internal/providers', undefined, {}),
    await ask(
      '/internal/providers/test',
      { configured: 'openai', purpose: 'models' },
      { authorization: token },
    ),
  ]

  expect(answers.map(({ status }) => status)).toEqual([404, 404])
})

test('the state has the last error, whether it recovered, and open circuits', async () => {
  const { ask, health } = await start({
    circuits: () => [{ key: 'openai/gpt', waitMs: 900 }],
    cooldowns: () => [{ name: 'openai#2', reason: 'refused', waitMs: 300 }],
    lostKeys: () => ['0123456789abcdef'],
    deployments: () => [
      { model: 'team-chat', name: 'openai#2/gpt', weight: 0.5, tier: 0, state: 'refused', waitMs: 300 },
    ],
    problems: () => ({
      providers: new Map([['own', 'It needs a baseUrl.']]),
      search: new Map(),
      models: new Map([['team-chat', 'There is no provider gone.']]),
      defaults: new Map(),
    }),
  })
  health.failed('openai', { code: 'upstream_error', message: 'refused' })
  health.refused('openai', null, 'refused')
  health.failed('own', { code: 'upstream_timeout', message: 'slow' })
  health.worked('own', null)

  const { body } = await ask('/internal/providers')
  const whole = await ask('/internal/providers?models=true')

  const error = (code: string, message: string, over: boolean) => ({
    at: expect.any(Number),
    code,
    message,
    over,
  })
  expect(body).toEqual({
    providers: [
      { id: 'openai', needs_operator: true, last_error: error('upstream_error', 'refused', false) },
      { id: 'own', needs_operator: false, last_error: error('upstream_timeout', 'slow', true) },
    ],
    circuits: [{ key: 'openai/gpt', wait_ms: 900 }],
    cooldowns: [{ name: 'openai#2', reason: 'refused', wait_ms: 300 }],
    lost_keys: ['0123456789abcdef'],
    deployments: [
      { model: 'team-chat', name: 'openai#2/gpt', weight: 0.5, tier: 0, state: 'refused', wait_ms: 300 },
    ],
    models: [],
    defaults: { chat: 'local/small' },
    next_embedder: 'local/bge',
    search: { order: ['brave'], listed: false },
    problems: {
      providers: { own: 'It needs a baseUrl.' },
      search: {},
      models: { 'team-chat': 'There is no provider gone.' },
      defaults: {},
    },
  })
  expect(whole.body).toMatchObject({ models: [{ id: 'own/a' }] })
})

test('a test forwards its request and result', async () => {
  const asked: TestQuestion[] = []
  const { ask } = await start({
    async test(question) {
      asked.push(question)
      if ('stored' in question) throw new ApiError('not_found', 'There is no such provider.')
      return { ok: false, latencyMs: 3, status: 401, reason: 'Incorrect API key' }
    },
  })
  const draft = {
    purpose: 'models',
    name: 'own',
    kind: 'openai',
    server: null,
    messagesApi: 'base',
    responsesApi: '/responses-api',
    baseUrl: 'https://own.example/v1',
    apiKey: 'k',
    moreKeys: ['second'],
  }

  const answers = [
    await ask('/internal/providers/test', { draft }),
    await ask('/internal/providers/test', { stored: 'connection_x' }),
    await ask('/internal/providers/test', { nothing: true }),
    await ask('/internal/providers/test'),
  ]

  expect(asked).toEqual([{ draft }, { stored: 'connection_x', changes: null }])
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 400, 405])
  expect(answers[0]?.body).toEqual({ ok: false, latency_ms: 3, status: 401, reason: 'Incorrect API key' })
})
