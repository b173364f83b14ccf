import { describe, expect, test } from 'vitest'
import { readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import {
  numbersOf,
  requestOf,
  sentField,
  serveEmbedder,
} from '#lib/providers/embedding/__fixtures__/test-embedder.ts'
import { listOf } from '#lib/providers/registry/__fixtures__/list-models.ts'
import { documents, testRerank } from '#lib/providers/reranking/__fixtures__/test-reranker.ts'
import { attempt } from '#lib/providers/transport/__fixtures__/raw-server.ts'

describe('embeddings', () => {
  const texts = ['a', 'b']
  const floats = { body: readFixture('mixedbread', 'embeddings.json') }

  test('a request has its format', async context => {
    const { model, received } = await serveEmbedder(context, { kind: 'mixedbread' }, floats)

    const answer = await model.embed(
      requestOf(texts, { normalized: false, dimensions: 4, encoding: 'base64', extra: { user: 'u' } }),
      attempt(),
    )

    expect(received[0]).toMatchObject({
      path: '/v1/embeddings',
      headers: { authorization: 'Bearer the-operators-key' },
    })
    expect(received[0]?.body).toEqual({
      model: 'm-1',
      input: texts,
      encoding_format: 'base64',
      normalized: false,
      dimensions: 4,
    })
    expect(answer.promptTokens).toBe(9)
    expect(numbersOf(answer)[0]).toEqual([0.0259, -0.0312, 0.0471, 0.0003])
  })

  test.for<[string, 'retrieval.query' | 'retrieval.passage', string | undefined]>([
    ['mxbai-embed-large-v1', 'retrieval.query', 'Represent this sentence for searching relevant passages: '],
    ['mxbai-embed-large-v1', 'retrieval.passage', undefined],
    ['another', 'retrieval.query', undefined],
  ])('%s for %s gets the prompt %j', async ([modelId, task, prompt], context) => {
    const { model, received } = await serveEmbedder(context, { kind: 'mixedbread', modelId }, floats)

    await model.embed(requestOf(texts, { task }), attempt())

    expect(sentField(received, 'prompt')).toBe(prompt)
  })
})

testRerank('Mixedbread', 'mixedbread', {
  entry: { kind: 'mixedbread' },
  path: '/v1/reranking',
  body: { model: 'm-1', query: 'q', input: documents, top_k: 4, return_input: false },
  scores: [
    [3, 0.9891],
    [0, 0.6211],
    [2, 0.1033],
    [1, 0.0211],
  ],
  tokens: 214,
})

test('without a model list, the known models are listed', async () => {
  const { models, sent } = await listOf({ kind: 'mixedbread', baseUrl: 'https://x.example/v1' })

  expect(sent).toEqual([])
  expect(new Set(models.map(model => model.kind))).toEqual(new Set(['embeddings', 'rerank']))
})
