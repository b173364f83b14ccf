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
  const floats = { body: readFixture('voyage', 'embeddings.json') }

  test('a plain request has no fields unknown to Voyage', async context => {
    const { model, received } = await serveEmbedder(
      context,
      { kind: 'voyage', modelId: 'voyage-3.5' },
      floats,
    )

    const answer = await model.embed(requestOf(texts, { extra: { user: 'u' } }), attempt())

    expect(received[0]).toMatchObject({
      path: '/v1/embeddings',
      headers: { authorization: 'Bearer the-operators-key' },
    })
    expect(received[0]?.body).toEqual({ model: 'voyage-3.5', input: texts, truncation: false })
    expect(answer.promptTokens).toBe(10)
    expect(numbersOf(answer)[1]).toEqual([-0.0069352793507277966, 0.020878976210951805, 0.0345, 0.0129])
  })

  test('all supported parameters are sent in its format', async context => {
    const embedding = Buffer.from(new Float32Array(512).buffer).toString('base64')
    const body = { data: [{ embedding, index: 0 }], usage: { total_tokens: 3 } }
    const { model, received } = await serveEmbedder(context, { kind: 'voyage' }, { body })

    const answer = await model.embed(
      requestOf(['a'], { encoding: 'base64', dimensions: 300, task: 'retrieval.query', truncate: true }),
      attempt(),
    )

    expect(received[0]?.body).toEqual({
      model: 'm-1',
      input: ['a'],
      truncation: true,
      input_type: 'query',
      output_dimension: 512,
      encoding_format: 'base64',
    })
    expect(answer.vectors[0]).toMatchObject({ encoding: 'base64', dimensions: 512 })
  })

  test.for<[string, string | undefined]>([
    ['retrieval.passage', 'document'],
    ['separation', undefined],
  ])('the task %s is %s', async ([task, inputType], context) => {
    const { model, received } = await serveEmbedder(context, { kind: 'voyage' }, floats)

    await model.embed(requestOf(texts, { task: task as 'separation' }), attempt())

    expect(sentField(received, 'input_type')).toBe(inputType)
  })

  test('inputs over the limit of its large models are sent in batches', async context => {
    const long = Array.from({ length: 5 }, () => 'x'.repeat(100_000))
    const { model, received } = await serveEmbedder(context, { kind: 'voyage' }, ({ body }) => ({
      body: { data: (body as { input: string[] }).input.map((_, index) => ({ index, embedding: [1] })) },
    }))

    const answer = await model.embed(requestOf(long), attempt())

    expect(
      received.map(({ body }) => (body as { input: string[] }).input.length).toSorted((a, b) => a - b),
    ).toEqual([2, 3])
    expect(answer.vectors.length).toBe(5)
    expect(answer.promptTokens).toBeNull()
  })

  test('its error for a batch that is too large halves it', async context => {
    const says = { detail: 'Request to model failed. Please lower the number of tokens in the batch.' }
    const { model, received } = await serveEmbedder(
      context,
      { kind: 'voyage' },
      { status: 400, body: says },
      ({ body }) => ({
        body: { data: (body as { input: string[] }).input.map((_, index) => ({ index, embedding: [1] })) },
      }),
    )

    const answer = await model.embed(requestOf(['a', 'b', 'c']), attempt())

    expect(
      received.map(({ body }) => (body as { input: string[] }).input.length).toSorted((a, b) => a - b),
    ).toEqual([1, 2, 3])
    expect(answer.vectors.length).toBe(3)
  })
})

testRerank('Voyage', 'voyage', {
  entry: { kind: 'voyage' },
  path: '/v1/rerank',
  body: { model: 'm-1', query: 'q', documents, top_k: 4, return_documents: false, truncation: true },
  scores: [
    [3, 0.4375],
    [1, 0.421875],
    [0, 0.28125],
    [2, 0.0625],
  ],
  tokens: 26,
})

test('without a model list, the known models are listed', async () => {
  const { models, sent } = await listOf({ kind: 'voyage', baseUrl: 'https://x.example/v1' })

  expect(sent).toEqual([])
  expect(new Set(models.map(model => model.kind))).toEqual(new Set(['embeddings', 'rerank']))
})
