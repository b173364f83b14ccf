import { expect, test } from 'vitest'
import {
  keyed,
  list,
  local,
  refusalOf,
  registryOf,
  teamChat,
  vllm,
} from '#lib/providers/transport/__fixtures__/test-registry.ts'
import { createTestUpstream, plainJson } from '#lib/providers/__fixtures__/test-upstream.ts'
import { createFixedRegistry } from '#lib/providers/registry/reloadable-registry.ts'

test('the default of its type is marked, and only among all models', async () => {
  const data = [{ id: 'a' }, { id: 'b' }]
  const reply = { headers: plainJson, parts: [JSON.stringify({ data })] }
  const registry = createFixedRegistry({
    providers: [{ id: 'openai', kind: 'openai', baseUrl: null, apiKey: 'k', from: 'environment' }],
    models: [],
    request: createTestUpstream(reply).request,
    fetchImage: () => Promise.reject(new Error('no images here')),
    local: null,
    defaults: { chat: 'openai/b', embeddings: 'openai/a' },
  })
  const marked = (models: readonly { id: string; default?: true | undefined }[]) =>
    models.filter(model => model.default).map(({ id }) => id)

  expect(marked(await registry.list({ all: true }))).toEqual(['openai/b'])
  expect(marked(await registry.list())).toEqual([])
})

test('the list has the usable models, with all also the available ones', async () => {
  const listed = list(
    { id: 'qwen3-32b', max_model_len: 32_768 },
    { id: 'BAAI/bge-m3' },
    { id: 'Qwen/Qwen3-Reranker' },
    { id: 'whisper-1' },
  )
  const embedded = list(
    {
      id: 'local/qwen3-1.7b',
      type: 'chat',
      state: 'ready',
      context_window: 4096,
      prompt_tokens_per_second: 41,
      input: ['text'],
    },
    { id: 'local/qwen2.5-coder-0.5b-instruct', type: 'chat', state: 'downloading' },
    {
      id: 'local/bge-small-en-v1.5',
      type: 'embeddings',
      state: 'ready',
      dimensions: 384,
      dimensions_adjustable: false,
    },
  )
  const { registry } = registryOf([vllm], [teamChat], [listed, embedded, embedded], local)

  const now = await registry.list()
  const all = await registry.list({ all: true })

  expect(now.map(model => model.id)).toEqual([
    'team-chat',
    'my-vllm/qwen3-32b',
    'my-vllm/BAAI/bge-m3',
    'my-vllm/Qwen/Qwen3-Reranker',
    'my-vllm/whisper-1',
    'local/qwen3-1.7b',
    'local/bge-small-en-v1.5',
    'local/extractive',
  ])
  expect(now[0]).toEqual({
    id: 'team-chat',
    object: 'model',
    created: 0,
    owned_by: 'my-vllm',
    type: 'chat',
    context_window: 32_768,
    capabilities: ['chat'],
    input: ['text', 'image'],
    price: { input: 0.1, output: 0.4 },
    pricing: { source: 'operator', rates: { input: 0.1, output: 0.4 } },
  })
  expect(now[5]).toMatchObject({
    context_window: 4096,
    prompt_tokens_per_second: 41,
    pricing: { source: 'free' },
  })
  expect(now[5]).not.toHaveProperty('state')
  expect(now[6]).toMatchObject({ dimensions: 384, dimensions_adjustable: false })
  expect(all.find(model => model.id === 'sextant-embeddings-v3')?.dimensions_adjustable).toBe(true)
  const states = Object.fromEntries(all.map(model => [model.id, [model.type, model.state]]))
  expect(states).toMatchObject({
    'team-chat': ['chat', 'ready'],
    'my-vllm/BAAI/bge-m3': ['embeddings', 'ready'],
    'my-vllm/Qwen/Qwen3-Reranker': ['rerank', 'ready'],
    'my-vllm/whisper-1': ['speech', 'ready'],
    'local/qwen2.5-coder-0.5b-instruct': ['chat', 'downloading'],
    'local/bge-small-en-v1.5': ['embeddings', 'ready'],
    'rerank-english-v3.0': ['rerank', 'not_configured'],
  })
  expect(registry.resolve('local/qwen3-1.7b').contextWindow).toBe(4096)
  expect(refusalOf(() => registry.resolve('local/bge-small-en-v1.5')).message).toContain(
    'POST /v1/embeddings',
  )
})

test('a failed list leaves the configured models and is not retried on every request', async () => {
  const { registry, upstream } = registryOf([vllm], [teamChat], [{ status: 500 }])

  const first = await registry.list()
  const second = await registry.list()

  expect(first.map(model => model.id)).toEqual(['team-chat'])
  expect(second).toEqual(first)
  expect(upstream.sent.length).toBe(1)
  expect(upstream.sent[0]).toMatchObject({ method: 'GET', path: '/models', timers: { totalMs: 3000 } })
})

test('a list is cached, and concurrent readers share one request', async () => {
  const { registry, upstream } = registryOf([keyed('openai')], [], [list({ id: 'gpt-4.1' })])

  await Promise.all([registry.list(), registry.list()])
  await registry.list()

  expect(upstream.sent.length).toBe(1)
  expect(refusalOf(() => registry.resolve('gpt-4.1')).message).toContain('`openai/gpt-4.1`')
})

test('an alias is listed although its provider does not list the model, with what the catalog knows about it', async () => {
  const reply = { headers: plainJson, parts: [JSON.stringify({ data: [{ id: 'gpt-5' }] })] }
  const registry = createFixedRegistry({
    providers: [
      { id: 'oa', kind: 'openai', baseUrl: 'https://api.openai.com/v1', apiKey: 'k', from: 'file' },
    ],
    models: [],
    aliases: { fast: 'oa/gpt-6-sol', own: 'oa/of-our-own', gone: 'none/gpt-5' },
    request: createTestUpstream(reply).request,
    fetchImage: () => Promise.reject(new Error('no images here')),
    local: null,
  })

  const listed = await registry.list()

  expect(listed.map(({ id }) => id)).toEqual(['oa/gpt-5', 'fast', 'own'])
  const [gpt5, fast, own] = listed
  expect(gpt5).toMatchObject({
    context_window: expect.any(Number) as number,
    max_output_tokens: 128_000,
    tools: true,
    reasoning: true,
  })
  expect(fast).toMatchObject({ alias_of: 'oa/gpt-6-sol', type: 'chat', max_output_tokens: 128_000 })
  expect(own).toMatchObject({ alias_of: 'oa/of-our-own', type: 'chat' })
  expect(own?.tools).toBeUndefined()
})
