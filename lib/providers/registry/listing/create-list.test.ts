import { expect, test } from 'vitest'
import { createTestUpstream, plainJson, type Reply } from '#lib/providers/__fixtures__/test-upstream.ts'
import { readModelList } from '#lib/providers/read-model-list.ts'
import { readJsonList } from './create-list.ts'

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
    'models without an endpoint',
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

test('a hostile list neither floods ours nor has names that cannot be displayed', async () => {
  const names = ['a\u202Eb', 'a\nb', 'a\0b', 'a\u200Bb', 'x'.repeat(257), 'good']
  const data = [...names, ...Array.from({ length: 100_000 }, (_, at) => `m${at}`)].map(id => ({ id }))

  const listed = readModelList({ data })

  expect(listed[0]?.id).toBe('good')
  expect(listed.length).toBeLessThanOrEqual(5000)
})
