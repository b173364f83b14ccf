import { expect, test } from 'vitest'
import { createProvider } from './create-provider.ts'
import type { ProviderEntry } from './provider-entry.ts'
import { createTestUpstream, plainJson, type Reply } from '#lib/providers/__fixtures__/test-upstream.ts'
import { readModelList } from '#lib/providers/read-model-list.ts'
import { readJsonList } from './create-list.ts'

async function listOf(entry: Pick<ProviderEntry, 'kind' | 'baseUrl'>, ...replies: (Reply | Error)[]) {
  const upstream = createTestUpstream(...replies)
  const fetchImage = () => Promise.reject(new Error('no images here'))
  const provider = createProvider(
    { id: 'acme', apiKey: 'k', from: 'file', ...entry },
    { request: upstream.request, fetchImage },
  )
  const models = (await provider.list?.(new AbortController().signal)) ?? []
  return { models, sent: upstream.sent }
}

const reply = (body: unknown): Reply => ({ headers: plainJson, parts: [JSON.stringify(body)] })

test.each(['voyage', 'mixedbread'] as const)('%s has no list: what is known of it is listed', async kind => {
  const { models, sent } = await listOf({ kind, baseUrl: 'https://x.example/v1' })

  expect(sent).toEqual([])
  expect(new Set(models.map(model => model.kind))).toEqual(new Set(['embeddings', 'rerank']))
})

test('Jina’s list adds to what is known', async () => {
  const data = [{ id: 'jina-ai/jina-embeddings-v3' }, { id: 'jina-ai/jina-code-embeddings-1.5b' }]

  const { models, sent } = await listOf({ kind: 'jina', baseUrl: 'https://x.example/v1' }, reply({ data }))

  expect(sent[0]).toMatchObject({ path: '/models', target: { basePath: '/v1' } })
  const ids = models.map(model => model.id)
  expect(ids.filter(id => id === 'jina-embeddings-v3')).toHaveLength(1)
  expect(models.find(model => model.id === 'jina-embeddings-v3')).toMatchObject({ dimensions: 1024 })
  expect(models.find(model => model.id === 'jina-code-embeddings-1.5b')?.kind).toBe('embeddings')
})

test('when Jina’s list fails, what is known stays', async () => {
  const { models } = await listOf({ kind: 'jina', baseUrl: 'https://x.example/v1' }, { status: 500 })

  expect(models.map(model => model.id)).toContain('jina-reranker-v2-base-multilingual')
})

test.each(['https://api.cohere.ai/compatibility/v1', 'https://api.cohere.com/v2', 'https://api.cohere.com'])(
  'Cohere’s list is its own, whatever address %s was configured',
  async baseUrl => {
    const models = [
      { name: 'embed-v4.0', endpoints: ['embed'], context_length: 1 },
      { name: 'command-a', endpoints: ['generate', 'chat'] },
      { name: 'rerank-v9', endpoints: ['rerank'], context_length: 77 },
    ]

    const listed = await listOf({ kind: 'cohere', baseUrl }, reply({ models }))

    expect(listed.sent[0]).toMatchObject({
      path: '/models?page_size=1000',
      target: { origin: 'https://api.cohere.com', basePath: '/v1' },
    })
    expect(listed.models).toEqual([
      {
        id: 'embed-v4.0',
        kind: 'embeddings',
        contextWindow: 128_000,
        dimensions: 1536,
        dimensionsAdjustable: true,
      },
      { id: 'command-a', kind: 'chat' },
      { id: 'rerank-v9', kind: 'rerank', contextWindow: 77 },
    ])
  },
)

test.each([
  [{ embedding: { pooling: 'cls' } }, 'embeddings'],
  [{ reranker: { id2label: {}, label2id: {} } }, 'rerank'],
])('a TEI server lists the one model it holds: %j', async (modelType, kind) => {
  const info = {
    model_id: 'BAAI/bge-m3',
    model_type: modelType,
    max_input_length: 8192,
    max_client_batch_size: 32,
  }

  const { models, sent } = await listOf({ kind: 'tei', baseUrl: 'http://10.0.0.5:80/v1' }, reply(info))

  expect(sent[0]).toMatchObject({ path: '/info', target: { basePath: '' } })
  expect(models).toEqual([{ id: 'BAAI/bge-m3', kind, contextWindow: 8192 }])
})

test.each([[[]], [{}], ['x'], [null]])('a TEI server that tells %j has no model', async info => {
  expect((await listOf({ kind: 'tei', baseUrl: 'http://10.0.0.5' }, reply(info))).models).toEqual([])
})

test('what is known of OpenAI’s models fills its list, which says nothing', async () => {
  const data = [{ id: 'text-embedding-3-small', object: 'model' }, { id: 'gpt-x' }]

  const { models } = await listOf({ kind: 'openai', baseUrl: 'https://api.openai.com/v1' }, reply({ data }))

  expect(models).toEqual([
    {
      id: 'text-embedding-3-small',
      kind: 'embeddings',
      contextWindow: 8191,
      dimensions: 1536,
      dimensionsAdjustable: true,
    },
    { id: 'gpt-x', kind: 'chat', kindGuessed: true },
  ])
})

const target = { origin: 'https://x.example', basePath: '/v1', policy: 'operator', headers: {} } as const

async function read(reply: Reply) {
  const { request } = createTestUpstream(reply)
  const { signal } = new AbortController()
  return readModelList(await readJsonList({ providerId: 'acme', target, request, path: '/models', signal }))
}

test.each([
  [
    'OpenAI',
    { data: [{ id: 'gpt-4.1', object: 'model' }] },
    [{ id: 'gpt-4.1', kind: 'chat', kindGuessed: true }],
  ],
  [
    'Gemini',
    { data: [{ id: 'models/gemini-2.5-flash' }] },
    [{ id: 'gemini-2.5-flash', kind: 'chat', kindGuessed: true }],
  ],
  [
    'a bare array (Together)',
    [{ id: 'a/b', type: 'rerank', context_length: 8 }],
    [{ id: 'a/b', kind: 'rerank', contextWindow: 8 }],
  ],
  ['names', { models: [{ name: 'nomic-embed-text' }] }, [{ id: 'nomic-embed-text', kind: 'embeddings' }]],
  [
    'OpenRouter',
    { data: [{ id: 'x/y', architecture: { input_modalities: ['text', 'image', 'file'] } }] },
    [{ id: 'x/y', kind: 'chat', kindGuessed: true, input: ['text', 'image'] }],
  ],
  [
    'what answers no call of its own',
    { data: [{ id: 'local/search', type: 'web' }] },
    [{ id: 'local/search', kind: 'web' }],
  ],
  [
    'Cohere',
    { models: [{ name: 'embed-v4.0', endpoints: ['embed'], context_length: 128_000 }] },
    [{ id: 'embed-v4.0', kind: 'embeddings', contextWindow: 128_000 }],
  ],
  [
    'Jina',
    { data: [{ id: 'jina-clip-v2', output_modalities: ['embeddings'] }] },
    [{ id: 'jina-clip-v2', kind: 'embeddings' }],
  ],
  ['nonsense', { data: [null, 7, { id: '' }, {}] }, []],
  ['nothing', {}, []],
])('reads the list of %s', async (_, body, expected) => {
  expect(await read({ headers: plainJson, parts: [JSON.stringify(body)] })).toEqual(expected)
})

test.each([
  ['a refusal', { status: 401, parts: ['{}'] }],
  ['HTML', { parts: ['<html>'] }],
])('%s is an error of the provider', async (_, reply) => {
  await expect(read(reply)).rejects.toMatchObject({ code: 'upstream_error' })
})

test('a hostile list neither floods ours nor names a model as it cannot be shown', async () => {
  const names = ['a\u202Eb', 'a\nb', 'a\0b', 'a\u200Bb', 'x'.repeat(257), 'good']
  const data = [...names, ...Array.from({ length: 100_000 }, (_, at) => `m${at}`)].map(id => ({ id }))

  const listed = readModelList({ data })

  expect(listed[0]?.id).toBe('good')
  expect(listed.length).toBeLessThanOrEqual(5000)
})
