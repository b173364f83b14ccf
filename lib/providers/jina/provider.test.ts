import { describe, expect, test } from 'vitest'
import { readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import { numbersOf, requestOf, serveEmbedder } from '#lib/providers/embedding/__fixtures__/test-embedder.ts'
import { listOf, listReply } from '#lib/providers/registry/__fixtures__/list-models.ts'
import { jinaBody, testRerank } from '#lib/providers/reranking/__fixtures__/test-reranker.ts'
import { attempt } from '#lib/providers/transport/__fixtures__/raw-server.ts'

describe('embeddings', () => {
  const texts = ['a', 'b']

  test('a request states the task of the texts', async context => {
    const { model, received } = await serveEmbedder(
      context,
      { kind: 'jina', modelId: 'jina-embeddings-v3' },
      { body: readFixture('jina', 'embeddings.json') },
    )

    const answer = await model.embed(
      requestOf(texts, {
        task: 'retrieval.query',
        dimensions: 4,
        truncate: true,
        normalized: false,
        extra: { user: 'u' },
      }),
      attempt(),
    )

    expect(received[0]).toMatchObject({
      path: '/v1/embeddings',
      headers: { authorization: 'Bearer the-operators-key' },
    })
    expect(received[0]?.body).toEqual({
      user: 'u',
      model: 'jina-embeddings-v3',
      input: texts,
      embedding_type: 'float',
      normalized: false,
      truncate: true,
      task: 'retrieval.query',
      dimensions: 4,
    })
    expect(answer.promptTokens).toBe(15)
    expect(numbersOf(answer)[0]).toEqual([0.05543, -0.11083, 0.03419, 0.07812])
  })

  test('base64 passes through unchanged, and the total is the token count', async context => {
    const { model, received } = await serveEmbedder(
      context,
      { kind: 'jina' },
      { body: readFixture('jina', 'embeddings-base64.json') },
    )

    const answer = await model.embed(requestOf(texts, { encoding: 'base64' }), attempt())

    expect(received[0]?.body).toMatchObject({ embedding_type: 'base64' })
    expect(answer.vectors[0]?.encoding).toBe('base64')
    expect(answer.promptTokens).toBe(15)
  })

  test('the second generation gets no unknown fields', async context => {
    const { model, received } = await serveEmbedder(
      context,
      { kind: 'jina', modelId: 'jina-embeddings-v2-base-en' },
      { body: readFixture('jina', 'embeddings.json') },
    )

    await model.embed(requestOf(texts, { task: 'separation' }), attempt())

    expect(received[0]?.body).toEqual({
      model: 'jina-embeddings-v2-base-en',
      input: texts,
      embedding_type: 'float',
      normalized: true,
      truncate: false,
    })
  })

  test('chunks of one text are never split across requests', async context => {
    const chunks = Array.from({ length: 600 }, (_, index) => String(index))
    const data = chunks.map((_, index) => ({ index, embedding: [index] }))
    const { model, received } = await serveEmbedder(context, { kind: 'jina' }, { body: { data } })

    const answer = await model.embed(requestOf(chunks, { lateChunking: true }), attempt())

    expect(received.length).toBe(1)
    expect(received[0]?.body).toMatchObject({ late_chunking: true })
    expect(answer.vectors.length).toBe(600)
  })
})

testRerank('Jina', 'jina', {
  entry: { kind: 'jina' },
  path: '/v1/rerank',
  body: jinaBody,
  scores: [
    [3, 0.8791],
    [0, 0.1112],
    [2, 0.0481],
    [1, 0.0153],
  ],
  tokens: 815,
})

test('Jina’s list adds to the known models', async () => {
  const data = [{ id: 'jina-ai/jina-embeddings-v3' }, { id: 'jina-ai/jina-code-embeddings-1.5b' }]

  const { models, sent } = await listOf(
    { kind: 'jina', baseUrl: 'https://x.example/v1' },
    listReply({ data }),
  )

  expect(sent[0]).toMatchObject({ path: '/models', target: { basePath: '/v1' } })
  const ids = models.map(model => model.id)
  expect(ids.filter(id => id === 'jina-embeddings-v3')).toHaveLength(1)
  expect(models.find(model => model.id === 'jina-embeddings-v3')).toMatchObject({ dimensions: 1024 })
  expect(models.find(model => model.id === 'jina-code-embeddings-1.5b')?.kind).toBe('embeddings')
})

test('when Jina’s list fails, the known models remain', async () => {
  const { models } = await listOf({ kind: 'jina', baseUrl: 'https://x.example/v1' }, { status: 500 })

  expect(models.map(model => model.id)).toContain('jina-reranker-v2-base-multilingual')
})
