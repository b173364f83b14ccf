import { expect, test } from 'vitest'
import { createReloadableRegistry } from './reloadable-registry.ts'
import type { ProviderEntry } from './provider-entry.ts'
import {
  keyed,
  list,
  refusalOf,
  teamChat,
  vllm,
} from '#lib/providers/transport/__fixtures__/test-registry.ts'
import { createTestUpstream, type Reply } from '#lib/providers/__fixtures__/test-upstream.ts'
import type { ModelOverride } from './find-model.ts'

const own: ProviderEntry = {
  id: 'own',
  kind: 'openai',
  baseUrl: 'http://own.example/v1',
  apiKey: 'k',
  from: 'console',
}
const nothing = { providers: [], models: [], overrides: new Map(), defaults: {} }
const said: ModelOverride = { enabled: true, price: null, contextTokens: null, fallbacks: null }

function liveOf(...replies: (Reply | Error)[]) {
  const upstream = createTestUpstream(...replies)
  const fetchImage = () => Promise.reject(new Error('no images here'))
  const registry = createReloadableRegistry({
    providers: [vllm, keyed('openai')],
    models: [teamChat],
    request: upstream.request,
    fetchImage,
    local: null,
  })
  return { upstream, registry }
}

test('an added provider works at once, and a removed one is gone', () => {
  const { registry } = liveOf()
  expect(refusalOf(() => registry.resolve('own/a')).code).toBe('model_not_found')

  registry.replace({ ...nothing, providers: [own], models: [{ ...teamChat, id: 'mine', provider: 'own' }] })
  const kept = registry.resolve('own/a')
  expect([kept.providerId, registry.resolve('mine').providerId]).toEqual(['own', 'own'])

  registry.replace(nothing)
  expect(refusalOf(() => registry.resolve('mine')).code).toBe('model_not_found')
  expect(kept.model.modelId).toBe('a')
})

test('an invalid entry is reported with its reason and does not affect others', () => {
  const { registry } = liveOf()

  const refused = registry.replace({
    ...nothing,
    providers: [{ ...own, id: 'openai' }, { ...own, id: 'odd', server: 'none-such' }, own],
    models: [
      { ...teamChat, id: 'team-chat', provider: 'own' },
      { ...teamChat, id: 'lost', provider: 'gone' },
      { ...teamChat, id: 'mine', provider: 'own' },
    ],
  })

  expect([...refused.providers]).toEqual([
    ['openai', 'The ID openai is already used in the configuration.'],
    ['odd', expect.stringContaining('names the unknown server "none-such"')],
  ])
  expect([...refused.models]).toEqual([
    ['team-chat', 'The ID team-chat is already used in the configuration.'],
    ['lost', 'There is no provider gone.'],
  ])
  expect(registry.resolve('mine').providerId).toBe('own')
  expect(registry.resolve('team-chat').providerId).toBe('my-vllm')
})

test('an unchanged provider keeps its cache; a changed one is queried again', async () => {
  const { registry, upstream } = liveOf(
    list({ id: 'x' }),
    list({ id: 'y' }),
    list({ id: 'a' }),
    list({ id: 'b' }),
  )
  const ids = async () => (await registry.list()).map(model => model.id).filter(id => id.startsWith('own/'))
  registry.replace({ ...nothing, providers: [own] })
  expect(await ids()).toEqual(['own/a'])
  const { model } = registry.resolve('own/a')

  registry.replace({ ...nothing, providers: [{ ...own }], defaults: { chat: 'own/a' } })
  expect([await ids(), upstream.sent.length]).toEqual([['own/a'], 3])
  expect(registry.resolve('own/a').model).toBe(model)

  registry.replace({ ...nothing, providers: [{ ...own, apiKey: 'another' }] })
  expect([await ids(), upstream.sent.length]).toEqual([['own/b'], 4])
  expect(registry.resolve('own/a').model).not.toBe(model)
})

test('adding a provider changes no default, and the list marks the model that is used', async () => {
  const { registry } = liveOf(list({ id: 'x' }), list({ id: 'a' }))
  const defaults = { chat: 'openai/x' }
  registry.replace({ ...nothing, defaults })

  registry.replace({ ...nothing, providers: [own], defaults })

  const marked = (await registry.list({ all: true })).filter(model => model.default).map(({ id }) => id)
  expect(marked).toEqual(['openai/x'])
  expect(registry.defaults()).toEqual(defaults)
})

test('a default whose provider lists nothing at the moment is still listed as the default', async () => {
  const { registry } = liveOf(new Error('down'))
  registry.replace({ ...nothing, defaults: { chat: 'openai/unlisted' } })

  const all = await registry.list({ all: true })

  expect(all.filter(model => model.default)).toMatchObject([
    { id: 'openai/unlisted', type: 'chat', owned_by: 'openai' },
  ])
})

test('console settings of a model apply where the configuration has none', () => {
  const { registry } = liveOf()
  const price = { input: 1, output: 2 }
  const override = { ...said, price, contextTokens: 1000, fallbacks: ['team-chat'] }

  registry.replace({
    ...nothing,
    overrides: new Map([
      ['openai/gpt-x', override],
      ['team-chat', override],
    ]),
  })

  expect(registry.resolve('openai/gpt-x')).toMatchObject({
    price,
    contextWindow: 1000,
    fallbacks: ['team-chat'],
  })
  expect(registry.resolve('team-chat')).toMatchObject({
    price: { input: 0.1, output: 0.4 },
    contextWindow: 32_768,
    fallbacks: ['local/x'],
  })
  registry.replace({ ...nothing, overrides: new Map([['openai/gpt-x', { ...said, price: 'free' }]]) })
  expect(registry.resolve('openai/gpt-x')).toMatchObject({ free: true })
})

test('a disabled model is neither listed nor usable, but is in the list for admins', async () => {
  const { registry } = liveOf(list(), list())
  registry.replace({ ...nothing, overrides: new Map([['team-chat', { ...said, enabled: false }]]) })
  const ids = async (off: boolean) => (await registry.list({ all: true, off })).map(model => model.id)

  expect(refusalOf(() => registry.resolve('team-chat')).message).toContain('is disabled')
  expect(await ids(false)).not.toContain('team-chat')
  expect(await ids(true)).toContain('team-chat')
  expect(registry.imageReaders()).toEqual([])
})

test('a metadata address is refused by name, whether it is configured or added', () => {
  const { registry } = liveOf()
  const metadata = { ...own, baseUrl: 'http://[fd00:ec2::254]/v1' }
  const { providers } = registry.replace({ ...nothing, providers: [metadata] })
  const start = () =>
    createReloadableRegistry({
      providers: [{ ...vllm, baseUrl: 'http://169.254.169.254/v1' }],
      models: [],
      request: createTestUpstream().request,
      fetchImage: () => Promise.reject(new Error('no images here')),
      local: null,
    })

  expect(providers.get('own')).toContain('fd00:ec2::254')
  expect(start).toThrow(`"${vllm.id}" is a metadata address of a cloud: 169.254.169.254`)
})

test('an added alias stands for its model until it is removed, and never for a configured model', async () => {
  const { registry } = liveOf()
  const aliases = { fast: 'openai/gpt-x', 'team-chat': 'openai/gpt-x' }

  const refused = registry.replace({ ...nothing, aliases })

  expect(registry.resolve('fast').publicId).toBe('openai/gpt-x')
  expect(registry.resolve('team-chat').publicId).toBe('team-chat')
  expect([...refused.models.keys()]).toEqual(['team-chat'])
  registry.replace(nothing)
  expect(refusalOf(() => registry.resolve('fast')).code).toBe('model_not_found')
})

test('the keys of a provider stay the same objects until its entry changes', () => {
  const { registry } = liveOf()
  const pair = { ...own, apiKeys: ['k', 'k2'] }
  registry.replace({ ...nothing, providers: [pair, { ...own, id: 'other' }] })
  const before = registry.keys()
  registry.replace({
    ...nothing,
    providers: [
      { ...pair, apiKeys: ['k', 'k3'] },
      { ...own, id: 'other' },
    ],
  })
  const after = registry.keys()

  expect([before.size, after.size, after.intersection(before).size]).toEqual([5, 5, 3])
})
