import { expect, test } from 'vitest'
import { attempt } from '#lib/engines/__fixtures__/raw-server.ts'
import { readFixture } from '#lib/engines/test-upstream.ts'
import { numbersOf, requestOf, serveEmbedder } from './test-embedder.ts'

const texts = ['a', 'b']

test('a request says what the texts are for', async context => {
  const { model, received } = await serveEmbedder(
    context,
    { kind: 'jina', modelId: 'jina-embeddings-v3' },
    { body: readFixture('embedding', 'jina.json') },
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

test('base64 comes as it is, and the total stands for the tokens', async context => {
  const { model, received } = await serveEmbedder(
    context,
    { kind: 'jina' },
    { body: readFixture('embedding', 'jina-base64.json') },
  )

  const answer = await model.embed(requestOf(texts, { encoding: 'base64' }), attempt())

  expect(received[0]?.body).toMatchObject({ embedding_type: 'base64' })
  expect(answer.vectors[0]?.encoding).toBe('base64')
  expect(answer.promptTokens).toBe(15)
})

test('the second generation gets no field that it does not know', async context => {
  const { model, received } = await serveEmbedder(
    context,
    { kind: 'jina', modelId: 'jina-embeddings-v2-base-en' },
    { body: readFixture('embedding', 'jina.json') },
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

test('parts of one text are never sent apart', async context => {
  const chunks = Array.from({ length: 600 }, (_, index) => String(index))
  const data = chunks.map((_, index) => ({ index, embedding: [index] }))
  const { model, received } = await serveEmbedder(context, { kind: 'jina' }, { body: { data } })

  const answer = await model.embed(requestOf(chunks, { lateChunking: true }), attempt())

  expect(received.length).toBe(1)
  expect(received[0]?.body).toMatchObject({ late_chunking: true })
  expect(answer.vectors.length).toBe(600)
})
