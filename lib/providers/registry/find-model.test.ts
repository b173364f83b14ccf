import { expect, test } from 'vitest'
import type { ModelEntry } from './model-entry.ts'
import {
  keyed,
  list,
  local,
  refusalOf,
  registryOf,
  teamChat,
  vllm,
} from '#lib/providers/transport/__fixtures__/test-registry.ts'

const jina = keyed('jina', 'jina')
const cohere = keyed('cohere', 'cohere')
const mixedbread = keyed('mixedbread', 'mixedbread')
const embedder: ModelEntry = {
  id: 'team-embeddings',
  provider: 'my-vllm',
  upstream: 'BAAI/bge-m3',
  kind: 'embeddings',
  dimensions: 1024,
  context: 8192,
  price: { input: 0.02, output: 0 },
  fallbacks: ['local/bge-small-en-v1.5'],
}
const reranker: ModelEntry = {
  id: 'team-rerank',
  provider: 'my-vllm',
  upstream: 'BAAI/bge-reranker-v2-m3',
  kind: 'rerank',
  context: 512,
  fallbacks: [],
}

test('a configured embedding model has the operator’s settings', () => {
  const { registry } = registryOf([vllm], [embedder])

  const { model, ...rest } = registry.resolveEmbedding('team-embeddings')

  expect(rest).toEqual({
    publicId: 'team-embeddings',
    catalogId: 'vllm/BAAI/bge-m3',
    listed: true,
    providerId: 'my-vllm',
    price: expect.objectContaining({ listed: { input: 0.02, output: 0 } }),
    contextWindow: 8192,
    dimensions: 1024,
    dimensionsAdjustable: undefined,
    fallbacks: ['local/bge-small-en-v1.5'],
  })
  expect(model).toMatchObject({ providerId: 'my-vllm', modelId: 'BAAI/bge-m3' })
  expect(registry.resolveEmbedding('team-embeddings').model).toBe(model)
})

test('facts of a model apply under another id too', async () => {
  const named = {
    id: 'ours',
    provider: 'openai',
    upstream: 'text-embedding-3-small',
    kind: 'embeddings',
  } as const
  const entries = [{ ...named, context: 100, fallbacks: [] }]
  const { registry } = registryOf([keyed('openai')], entries, [list()])

  expect(registry.resolveEmbedding('ours')).toMatchObject({
    contextWindow: 100,
    dimensions: 1536,
    dimensionsAdjustable: true,
  })
  expect((await registry.list())[0]).toMatchObject({ id: 'ours', context_window: 100, dimensions: 1536 })
})

test('a configured reranker has the operator’s settings', () => {
  const { registry } = registryOf([vllm], [reranker])

  const { model, ...rest } = registry.resolveReranker('team-rerank')

  expect(rest).toMatchObject({ publicId: 'team-rerank', providerId: 'my-vllm', contextWindow: 512 })
  expect(model).toMatchObject({ modelId: 'BAAI/bge-reranker-v2-m3' })
})

test.each([
  ['sextant-embeddings-v3', 'jina', 'jina-embeddings-v3', 1024, true, 8192],
  ['sextant-embeddings-v2-base-en', 'jina', 'jina-embeddings-v2-base-en', 768, false, 8192],
  ['text-embedding-3-large', 'openai', 'text-embedding-3-large', 3072, true, 8191],
  ['text-embedding-3-small', 'openai', 'text-embedding-3-small', 1536, true, 8191],
])('%s is %s’s %s', (id, providerId, modelId, dimensions, dimensionsAdjustable, contextWindow) => {
  const { registry } = registryOf([jina, keyed('openai')])

  const target = registry.resolveEmbedding(id)

  expect(target).toMatchObject({ publicId: id, providerId, dimensions, dimensionsAdjustable, contextWindow })
  expect(target.model.modelId).toBe(modelId)
})

test.each([
  ['rerank-english-v2.0', 'cohere', 'rerank-english-v2.0', undefined],
  ['rerank-multilingual-v2.0', 'cohere', 'rerank-multilingual-v2.0', undefined],
  ['rerank-english-v3.0', 'cohere', 'rerank-english-v3.0', 4096],
  ['rerank-multilingual-v3.0', 'cohere', 'rerank-multilingual-v3.0', 4096],
  ['mixr-v1', 'mixedbread', 'mxbai-rerank-large-v1', 512],
  ['sextant-reranker-v2-base-multilingual', 'jina', 'jina-reranker-v2-base-multilingual', 1024],
])('%s is %s’s %s', (id, providerId, modelId, contextWindow) => {
  const { registry } = registryOf([jina, cohere, mixedbread])

  const target = registry.resolveReranker(id)

  expect(target).toMatchObject({ publicId: id, providerId, contextWindow })
  expect(target.model.modelId).toBe(modelId)
})

test('the operator’s mapping of a public id overrides its default', () => {
  const { registry } = registryOf([vllm, jina], [{ ...embedder, id: 'sextant-embeddings-v3' }])

  expect(registry.resolveEmbedding('sextant-embeddings-v3').providerId).toBe('my-vllm')
})

test('a model of a vendor is known without its list', () => {
  const { registry } = registryOf([jina, keyed('openai')])

  expect(registry.resolveEmbedding('openai/text-embedding-3-small')).toMatchObject({ dimensions: 1536 })
  expect(registry.resolveEmbedding('jina/jina-embeddings-v2-base-en').dimensionsAdjustable).toBe(false)
  expect(registry.resolveEmbedding('jina/some-new-model').dimensions).toBeUndefined()
})

test('an embedded model keeps its prefix, may take long, and is known once listed', async () => {
  const listed = list({
    id: 'local/bge-small-en-v1.5',
    type: 'embeddings',
    dimensions: 384,
    context_window: 512,
  })
  const { registry } = registryOf([], [], [listed], local)
  await registry.list()

  const target = registry.resolveEmbedding('local/bge-small-en-v1.5')

  expect(target).toMatchObject({ dimensions: 384, contextWindow: 512, timers: { firstEventMs: 300_000 } })
  expect(target.model.modelId).toBe('local/bge-small-en-v1.5')
  expect(registry.resolveReranker('local/hybrid-rerank')).toMatchObject({ timers: { firstEventMs: 300_000 } })
})

test('a kind guessed from a name does not block a request', async () => {
  const { registry } = registryOf(
    [vllm],
    [],
    [list({ id: 'stella_en_1.5B' }, { id: 'bge-m3', type: 'embeddings' })],
  )
  await registry.list()

  expect(registry.resolveEmbedding('my-vllm/stella_en_1.5B').model.modelId).toBe('stella_en_1.5B')
  expect(registry.resolveReranker('my-vllm/stella_en_1.5B').model.modelId).toBe('stella_en_1.5B')
  expect(refusalOf(() => registry.resolveReranker('my-vllm/bge-m3')).message).toContain('/v1/embeddings')
})

type Resolver = 'resolve' | 'resolveEmbedding' | 'resolveReranker'

test.each<[Resolver, string, string]>([
  [
    'resolveEmbedding',
    'sextant-embeddings-v3',
    'The model `sextant-embeddings-v3` is served by the provider `jina`, which is not configured. Add its key under Team → Providers or set JINA_API_KEY.',
  ],
  [
    'resolveReranker',
    'mixr-v1',
    'The model `mixr-v1` is served by the provider `mixedbread`, which is not configured. Add its key under Team → Providers or set MIXEDBREAD_API_KEY.',
  ],
  [
    'resolveEmbedding',
    'team-chat',
    'The model `team-chat` does not make embeddings; use it with POST /v1/chat/completions.',
  ],
  [
    'resolveEmbedding',
    'team-rerank',
    'The model `team-rerank` does not make embeddings; use it with POST /v1/rerank.',
  ],
  [
    'resolveReranker',
    'team-embeddings',
    'The model `team-embeddings` does not rerank; use it with POST /v1/embeddings.',
  ],
  ['resolve', 'team-rerank', 'The model `team-rerank` does not chat; use it with POST /v1/rerank.'],
  [
    'resolve',
    'rerank-english-v3.0',
    'The model `rerank-english-v3.0` does not chat; use it with POST /v1/rerank.',
  ],
  [
    'resolveEmbedding',
    'cohere/rerank-v3.5',
    'The model `cohere/rerank-v3.5` does not make embeddings; use it with POST /v1/rerank.',
  ],
  ['resolveReranker', 'scrape', 'The model `scrape` does not rerank; use it with POST /v1/web.'],
  ['resolveReranker', 'anthropic/claude', 'The provider `anthropic` has no rerankers.'],
  ['resolveEmbedding', 'anthropic/claude', 'The provider `anthropic` has no embedding models.'],
  [
    'resolveReranker',
    'rerank-english-v3',
    'The model `rerank-english-v3` does not exist. Did you mean `rerank-english-v3.0`, `rerank-english-v2.0`, or `rerank-multilingual-v3.0`?',
  ],
])('%s of %s is a 404 with the next step', (resolver, id, message) => {
  const providers = [vllm, cohere, keyed('anthropic', 'anthropic')]
  const { registry } = registryOf(providers, [teamChat, embedder, reranker])

  expect(refusalOf(() => registry[resolver](id))).toMatchObject({
    code: 'model_not_found',
    status: 404,
    param: 'model',
    message,
  })
})

test('public ids are listed with their facts once their provider is configured', async () => {
  const { registry } = registryOf([mixedbread])

  const now = await registry.list()
  const all = await registry.list({ all: true })

  expect(now.filter(({ id }) => !id.includes('/'))).toEqual([
    {
      id: 'mixr-v1',
      object: 'model',
      created: 0,
      owned_by: 'mixedbread',
      type: 'rerank',
      context_window: 512,
      capabilities: ['rerank'],
      pricing: { source: 'unpriced' },
    },
  ])
  expect(now.map(({ id }) => id)).toContain('mixedbread/mxbai-embed-large-v1')
  expect(all.find(({ id }) => id === 'mixr-v1')).toMatchObject({ state: 'ready' })
  expect(all.find(({ id }) => id === 'text-embedding-3-large')).toMatchObject({
    state: 'not_configured',
    dimensions: 3072,
  })
})
