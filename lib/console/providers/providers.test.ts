import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestTeam, type TestMember, type TestTeam } from '#lib/console/__fixtures__/test-team.ts'
import { changeModel, chooseDefault, listModelSettings, nameModel } from './model-settings.ts'
import { removeAlias, setAlias } from './model-aliases.ts'
import { changeProvider, createProvider, listProviders } from './providers.ts'
import { secretBox } from '#lib/console/core/store.ts'
import { testProvider } from './test-provider.ts'

const apiKey = 'canary-key-0123456789abcdef'
const acme = { purpose: 'models', name: 'acme', kind: 'openai', base_url: 'https://acme.example/v1/' }
let team: TestTeam
let admin: TestMember

beforeAll(async () => {
  team = await makeTestTeam({
    OPENAI_API_KEY: 'sk-of-the-environment-0123456789',
    BRAVE_API_KEY: 'brave-0123456789abc',
  })
  admin = team.members.admin
})
afterAll(() => team[Symbol.asyncDispose]())

async function ask(
  handler: (request: Request) => Promise<Response>,
  method: string,
  path: string,
  body?: object,
) {
  const response = await handler(await team.request(method, path, admin, body))
  const text = await response.text()
  return { status: response.status, text, body: JSON.parse(text) as Record<string, unknown> }
}
const create = (body: object) => ask(createProvider, 'POST', '/api/providers', body)

test('a key is write-only: responses and audit entries have only its hint', async () => {
  const made = await create({ ...acme, api_key: apiKey })
  const listed = await ask(listProviders, 'GET', '/api/providers')

  expect(made).toMatchObject({
    status: 201,
    body: { name: 'acme', base_url: 'https://acme.example/v1', key_hint: 'can…cdef', from: 'console' },
  })
  expect(listed.body['providers']).toMatchObject([
    { id: null, name: 'openai', from: 'environment', key_hint: 'sk-…6789' },
    { id: null, name: 'brave', purpose: 'search', key_hint: 'bra…9abc' },
    { name: 'acme', from: 'console', key_hint: 'can…cdef' },
  ])
  const record = await team.store.audit.list(admin.teamId, { limit: 50 })
  for (const text of [made.text, listed.text, JSON.stringify(record)]) {
    expect(text).not.toContain(apiKey)
    expect(text).not.toContain('of-the-environment')
  }
})

test('a new URL clears the key on the server, whatever the page submits', async () => {
  const { body } = await create({ ...acme, name: 'moving', api_key: apiKey })
  const path = `/api/providers/${String(body['id'])}`

  const moved = await ask(changeProvider, 'PATCH', path, { base_url: 'https://evil.example/v1' })

  expect(moved).toMatchObject({ status: 200, body: { key_hint: null, base_url: 'https://evil.example/v1' } })
  const kept = await team.store.providers.openOne(admin.teamId, String(body['id']), secretBox())
  expect(kept).toMatchObject({ apiKey: null, keyLost: false })
})

test('a provider says where it has the Messages API, and a change of it is audited', async () => {
  const { body } = await create({ ...acme, name: 'both', messages_api: '/anthropic/v1/' })
  const path = `/api/providers/${String(body['id'])}`

  const changed = await ask(changeProvider, 'PATCH', path, { kind: 'openai', messages_api: 'base' })

  expect(body).toMatchObject({ messages_api: '/anthropic/v1' })
  expect(changed).toMatchObject({ status: 200, body: { messages_api: 'base' } })
  const [record] = await team.store.audit.list(admin.teamId, { limit: 1 })
  expect([record?.before, record?.after].map(state => JSON.parse(state ?? '{}') as unknown)).toMatchObject([
    { messagesApi: '/anthropic/v1' },
    { messagesApi: 'base' },
  ])
  const refused = await ask(changeProvider, 'PATCH', path, { kind: 'anthropic', messages_api: 'base' })
  expect([refused.status, refused.body['error']]).toMatchObject([400, { param: 'messages_api' }])
})

test.each([
  ['cohere', null, { messages_api: 'base' }],
  ['anthropic', null, { messages_api: '/a' }],
  ['openai', 'base', { kind: 'anthropic' }],
  ['anthropic', 'off', { kind: 'openai' }],
])('a provider of the kind %s with %s rejects the change %o alone', async (kind, messagesApi, change) => {
  const name = `${kind}-${Object.values(change).join('').replace('/', '')}`
  const { body } = await create({ ...acme, name, kind, messages_api: messagesApi })
  const path = `/api/providers/${String(body['id'])}`

  const refused = await ask(changeProvider, 'PATCH', path, change)

  expect([refused.status, refused.body['error']]).toMatchObject([400, { param: 'messages_api' }])
  expect(await team.store.providers.openOne(admin.teamId, String(body['id']), secretBox())).toMatchObject({
    kind,
    messagesApi,
  })
})

test.each([
  [{ ...acme, name: 'x', messages_api: 'https://evil.example/v1' }, 'messages_api', 'a path on the host'],
  [{ ...acme, name: 'x', messages_api: '//evil.example/v1' }, 'messages_api', 'a path on the host'],
  [{ ...acme, name: 'x', messages_api: 'off' }, 'messages_api', 'Only a provider of the kind openai'],
  [{ ...acme, name: 'x', kind: 'cohere', messages_api: 'base' }, 'messages_api', 'Only a provider'],
  [{ ...acme, name: 'x', kind: 'anthropic', messages_api: '/a' }, 'messages_api', 'at its base URL'],
  [{ ...acme, name: 'openai' }, 'name', 'is configured in the environment'],
  [{ ...acme, name: 'local' }, 'name', 'embedded engine'],
  [{ ...acme, name: 'a b' }, 'name', 'letters'],
  [{ ...acme, name: 'nobody-knows', base_url: null }, 'base_url', 'Enter its URL'],
  [{ ...acme, name: 'x', base_url: 'ftp://acme.example' }, 'base_url', 'http or https'],
  [{ ...acme, name: 'x', base_url: 'https://me:pw@acme.example' }, 'base_url', 'a name or password'],
  [{ ...acme, name: 'x', api_key: 'two words' }, 'api_key', 'without spaces'],
  [{ purpose: 'search', name: 'brave', kind: 'search', api_key: 'k' }, 'name', 'is configured in'],
  [{ purpose: 'search', name: 'exa', kind: 'search' }, 'api_key', 'requires a key'],
  [{ purpose: 'search', name: 'searxng', kind: 'search' }, 'base_url', 'requires a URL'],
  [{ purpose: 'search', name: 'google', kind: 'search', api_key: 'k' }, 'name', 'Unknown search backend'],
])('a provider that could never work is rejected with its field: %j', async (body, param, reason) => {
  const refused = await create(body)

  expect([refused.status, refused.body['error']]).toMatchObject([400, { param }])
  expect(refused.text).toContain(reason)
})

test('an untestable provider is rejected with the field of the form', async () => {
  const draft = { of: 'draft', ...acme, base_url: 'acme.example' }

  const refused = await ask(testProvider, 'POST', '/api/providers/test', draft)

  expect([refused.status, refused.body['error']]).toMatchObject([400, { param: 'base_url' }])
})

test('a known name needs no URL', async () => {
  const made = await create({ purpose: 'models', name: 'groq', kind: 'openai', api_key: apiKey })

  expect(made.body).toMatchObject({ base_url: 'https://api.groq.com/openai/v1' })
})

const deployments = [
  { provider: 'openai', upstream: 'gpt-x', weight: 2, tier: 0, max_parallel: 8, price_of: 'openai/gpt-4o' },
  { provider: 'local', upstream: 'local/a', weight: 1, tier: 1 },
]

test('model settings are listed with the model, even if no provider lists it', async () => {
  await ask(nameModel, 'POST', '/api/models/named', {
    id: 'team-chat',
    provider: 'openai',
    upstream: 'gpt-x',
    kind: 'chat',
  })
  await ask(changeModel, 'PATCH', '/api/models/settings', {
    model: 'team-chat',
    fallbacks: ['local/a'],
    deployments,
    price: { input: 1, output: 2, cache_read: 0.1, cache_write: 1.25 },
    enabled: false,
  })
  await ask(chooseDefault, 'PATCH', '/api/models/defaults', { job: 'chat', model: 'team-chat' })

  const { body } = await ask(listModelSettings, 'GET', '/api/models/settings?q=TEAM+chat')

  expect(body).toMatchObject({
    total: 1,
    models: [
      {
        id: 'team-chat',
        enabled: false,
        fallbacks: ['local/a'],
        deployments,
        price: { input: 1, output: 2 },
        own_price: { input: 1, output: 2, cache_read: 0.1, cache_write: 1.25 },
        named: { provider: 'openai', upstream: 'gpt-x' },
      },
    ],
  })
  expect(body['defaults']).toContainEqual({
    job: 'chat',
    model: null,
    chosen: 'team-chat',
    from: 'console',
    until_restart: null,
    problem: null,
  })
})

test.each([
  [{ model: 'a', fallbacks: ['b', 'a'] }, 'fallbacks.1'],
  [{ model: 'local/a', context_window: 9000 }, 'context_window'],
  [{ model: 'a', price: { input: -1, output: 1 } }, 'price.input'],
  [{ model: 'a', price: { input: 1, output: 1, cache_read: -1 } }, 'price.cache_read'],
  [
    { model: 'a', deployments: [{ provider: 'local', upstream: 'b', max_parallel: 0 }] },
    'deployments.0.max_parallel',
  ],
  [
    { model: 'a', deployments: [{ provider: 'local', upstream: 'b', price_of: 'openai/x' }] },
    'deployments.0.price_of',
  ],
  [{ model: 'a', deployments: [{ provider: 'nobody', upstream: 'b' }] }, 'deployments.0.provider'],
  [{ model: 'a', deployments: [{ provider: 'local', upstream: 'b', weight: 0 }] }, 'deployments.0.weight'],
])('invalid settings are rejected with their field: %j', async (body, param) => {
  const refused = await ask(changeModel, 'PATCH', '/api/models/settings', body)

  expect([refused.status, refused.body['error']]).toMatchObject([400, { param }])
})

test('a provider at a private address is saved with its problem, when it is added and when it is changed', async () => {
  const added = await create({ ...acme, name: 'inside', base_url: 'http://10.0.0.5:8000/v1' })
  const path = `/api/providers/${String(added.body['id'])}`
  const moved = await ask(changeProvider, 'PATCH', path, { base_url: 'https://93.184.216.34/v1' })
  const back = await ask(changeProvider, 'PATCH', path, { base_url: 'http://[::1]:8000/v1' })
  const disabled = await ask(changeProvider, 'PATCH', path, { enabled: false })

  expect(added).toMatchObject({
    status: 201,
    body: { problem: expect.stringContaining('10.0.0.5') as string },
  })
  expect(moved.body['problem']).toBeNull()
  expect(back.body['problem']).toContain('ALLOW_PRIVATE_PROVIDERS')
  expect(disabled.body['problem']).toBeNull()
})

test('further keys are written, moved and removed by their IDs, and never read', async () => {
  const added = await create({
    ...acme,
    name: 'several',
    api_key: apiKey,
    more_api_keys: ['canary-two-0123456789'],
  })
  const path = `/api/providers/${String(added.body['id'])}`
  const [first, second] = added.body['saved_keys'] as { id: string; hint: string }[]

  const api_keys = [{ saved: second?.id }, { key: 'canary-new-0123456789' }, { saved: first?.id }]
  const changed = await ask(changeProvider, 'PATCH', path, { api_keys })
  const twice = await ask(changeProvider, 'PATCH', path, {
    api_keys: [{ saved: second?.id }, { saved: second?.id }],
  })
  const searched = await create({
    purpose: 'search',
    name: 'tavily',
    api_key: apiKey,
    more_api_keys: ['b'],
    kind: 'search',
  })

  expect(added.body).toMatchObject({ keys: 2, key_hint: 'can…cdef' })
  expect(changed.body).toMatchObject({
    keys: 3,
    saved_keys: [{ hint: 'can…6789' }, { hint: 'can…6789' }, { hint: 'can…cdef' }],
  })
  expect(added.text + changed.text).not.toMatch(/canary-(key|two|new)/)
  expect([twice.status, twice.body['error']]).toMatchObject([400, { param: 'api_keys.1' }])
  expect([searched.status, searched.body['error']]).toMatchObject([400, { param: 'more_api_keys.0' }])
})

test('a vendor that requires a key is not added without one, and a server of your own is', async () => {
  const groq = { purpose: 'models', name: 'groq', kind: 'openai', base_url: null }

  const refused = await create(groq)
  const renamed = await create({ ...groq, name: 'fast', base_url: 'https://api.groq.com/openai/v1/' })
  const own = await create({ ...groq, name: 'keyless', base_url: 'https://gpu.example/v1' })

  expect(refused).toMatchObject({ status: 400, body: { error: { param: 'api_key' } } })
  expect(renamed).toMatchObject({ status: 400, body: { error: { param: 'api_key' } } })
  expect(own.status).toBe(201)
  const path = `/api/providers/${String(own.body['id'])}`
  const moved = { base_url: 'https://api.groq.com/openai/v1' }
  expect(await ask(changeProvider, 'PATCH', path, moved)).toMatchObject({
    status: 400,
    body: { error: { param: 'api_keys.0' } },
  })
  expect((await ask(changeProvider, 'PATCH', path, { ...moved, api_key: apiKey })).status).toBe(200)
  expect((await ask(changeProvider, 'PATCH', path, { api_keys: [] })).status).toBe(400)
  expect((await ask(changeProvider, 'PATCH', path, { enabled: false })).status).toBe(200)
})

test.each(['local/foo', 'Local/foo', 'local'])(
  'no model and no alias is named %s, so that local/ always stands for embedded models',
  async name => {
    const named = { id: name, provider: 'openai', upstream: 'gpt-x', kind: 'chat' }
    const model = await ask(nameModel, 'POST', '/api/models/named', named)
    const alias = await ask(setAlias, 'PATCH', '/api/models/aliases', { alias: name, model: 'openai/gpt-x' })

    const message = 'must not begin with local/, which is for embedded models.'
    expect(model.body['error']).toMatchObject({ param: 'id', message: `Public name ${message}` })
    expect(alias.body['error']).toMatchObject({ param: 'alias', message: `Alias ${message}` })
  },
)

test('an alias is listed and removed; one that would hide a model or stand for an alias is rejected', async () => {
  await ask(nameModel, 'POST', '/api/models/named', {
    id: 'aliased',
    provider: 'openai',
    upstream: 'gpt-y',
    kind: 'chat',
  })
  const set = (alias: string, model: string) =>
    ask(setAlias, 'PATCH', '/api/models/aliases', { alias, model })
  const listed = async () => (await ask(listModelSettings, 'GET', '/api/models/settings')).body['aliases']

  expect((await set('fast', 'aliased')).status).toBe(200)
  expect(await listed()).toEqual([{ alias: 'fast', model: 'aliased', from: 'console', problem: null }])
  for (const [alias, model, param] of [
    ['aliased', 'openai/gpt-x', 'alias'],
    ['two words', 'aliased', 'alias'],
    // The gateway of this test does not say which models there are.
    ['local/anything', 'aliased', 'alias'],
    ['faster', 'fast', 'model'],
  ] as const) {
    const refused = await set(alias, model)
    expect([refused.status, refused.body['error']]).toMatchObject([400, { param }])
  }
  await ask(removeAlias, 'DELETE', '/api/models/aliases?alias=fast')
  expect(await listed()).toEqual([])
  expect((await ask(removeAlias, 'DELETE', '/api/models/aliases?alias=fast')).status).toBe(404)

  for (let index = 0; index < 200; index++) expect((await set(`alias-${index}`, 'aliased')).status).toBe(200)
  expect((await set('alias-200', 'aliased')).body['error']).toMatchObject({ param: 'alias' })
  expect((await set('alias-199', 'aliased')).status).toBe(200)
})
