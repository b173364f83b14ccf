import { describe, expect, test } from 'vitest'
import { readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import { numbersOf, requestOf, serveEmbedder } from '#lib/providers/embedding/__fixtures__/test-embedder.ts'
import { listOf, listReply } from '#lib/providers/registry/__fixtures__/list-models.ts'
import {
  documents,
  type RerankCase,
  testRerank,
} from '#lib/providers/reranking/__fixtures__/test-reranker.ts'
import { type Answer, attempt } from '#lib/providers/transport/__fixtures__/raw-server.ts'

describe('embeddings', () => {
  const texts = ['a', 'b']
  const floats = {
    headers: { 'x-compute-tokens': '17', 'x-compute-type': 'cpu' },
    body: readFixture('tei', 'embeddings.json'),
  }

  /** A server with a limit of 32 inputs, TEI's default. */
  const limited: Answer = ({ body }) => {
    const { inputs } = body as { inputs: string[] }
    const error = `batch size ${inputs.length} > maximum allowed batch size 32`
    if (inputs.length > 32) return { status: 413, body: { error, error_type: 'Validation' } }
    return { headers: { 'x-compute-tokens': '1' }, body: inputs.map(text => [Number(text), 1]) }
  }

  test.for(['', '/', '/v1', '/behind/a/proxy'])(
    'at the base URL %j its own route is called',
    async (path, context) => {
      const { model, received } = await serveEmbedder(context, { kind: 'tei', path }, floats)

      const answer = await model.embed(
        requestOf(texts, { truncate: true, normalized: false, encoding: 'base64', extra: { user: 'u' } }),
        attempt(),
      )

      expect(received[0]?.path).toBe(path === '/behind/a/proxy' ? '/behind/a/proxy/embed' : '/embed')
      expect(received[0]?.headers.authorization).toBe('Bearer the-operators-key')
      expect(received[0]?.body).toEqual({ inputs: texts, truncate: true, normalize: false })
      expect(answer.promptTokens).toBe(17)
      expect(numbersOf(answer)[1]).toEqual([0.031144, 0.012877, -0.027755, 0.009931])
    },
  )

  test('without a key, none is sent', async context => {
    const { model, received } = await serveEmbedder(context, { kind: 'tei', apiKey: null }, floats)

    await model.embed(requestOf(texts), attempt())

    expect(received[0]?.headers).not.toHaveProperty('authorization')
  })

  test('its batch limit is learned from its error and respected', async context => {
    const all = Array.from({ length: 100 }, (_, index) => String(index))
    const { model, received } = await serveEmbedder(context, { kind: 'tei' }, limited)

    const first = await model.embed(requestOf(all), attempt())
    const askedBefore = received.length
    const second = await model.embed(requestOf(all.slice(0, 40)), attempt())

    expect(numbersOf(first)).toEqual(all.map(text => [Number(text), 1]))
    expect(first.promptTokens).toBe(4)
    expect(askedBefore).toBe(1 + 4)
    expect(second.vectors.length).toBe(40)
    expect(
      received.slice(askedBefore).map(({ body }) => (body as { inputs: string[] }).inputs.length),
    ).toEqual([32, 8])
  })

  test('the same error as 422 is recognized', async context => {
    const { model } = await serveEmbedder(context, { kind: 'tei' }, received => {
      const reply = typeof limited === 'function' ? limited(received) : limited
      return 'status' in reply && reply.status === 413 ? { ...reply, status: 422 } : reply
    })

    const answer = await model.embed(requestOf(Array.from({ length: 33 }, () => '1')), attempt())

    expect(answer.vectors.length).toBe(33)
  })

  test.for<[number, unknown, string, boolean]>([
    [
      422,
      { error: '`inputs` must have less than 512 tokens. Given: 700', error_type: 'Validation' },
      'context_length_exceeded',
      false,
    ],
    [
      413,
      { error: '`inputs` must have less than 512 tokens. Given: 700', error_type: 'Validation' },
      'context_length_exceeded',
      false,
    ],
    [422, { error: 'tokenizer error', error_type: 'Tokenizer' }, 'invalid_value', false],
    [424, { error: 'inference error', error_type: 'Backend' }, 'upstream_error', false],
    [429, { error: 'Model is overloaded', error_type: 'Overloaded' }, 'rate_limit_exceeded', true],
    [503, { error: 'unhealthy', error_type: 'Unhealthy' }, 'upstream_error', true],
  ])('its %i is %s', async ([status, body, code, retryable], context) => {
    const { model, received } = await serveEmbedder(context, { kind: 'tei' }, { status, body })

    const embedding = model.embed(requestOf(texts), attempt())

    await expect(embedding).rejects.toMatchObject({
      code,
      retryable,
      param: code === 'context_length_exceeded' ? 'input' : null,
    })
    expect(received.length).toBe(1)
  })
})

const rerank: RerankCase = {
  entry: { kind: 'tei', path: '' },
  path: '/rerank',
  body: { query: 'q', texts: documents, raw_scores: false, return_text: false, truncate: true },
  scores: [
    [3, 0.9976],
    [0, 0.2142],
    [2, 0.0061],
    [1, 0.0002],
  ],
  tokens: 91,
  headers: { 'x-compute-tokens': '91' },
}

testRerank('TEI', 'tei', rerank)

testRerank('TEI behind /v1', 'tei', { ...rerank, entry: { kind: 'tei', path: '/v1' } })

test.each([
  [{ embedding: { pooling: 'cls' } }, 'embeddings'],
  [{ reranker: { id2label: {}, label2id: {} } }, 'rerank'],
])('a TEI server lists its one model: %j', async (modelType, kind) => {
  const info = {
    model_id: 'BAAI/bge-m3',
    model_type: modelType,
    max_input_length: 8192,
    max_client_batch_size: 32,
  }

  const { models, sent } = await listOf({ kind: 'tei', baseUrl: 'http://10.0.0.5:80/v1' }, listReply(info))

  expect(sent[0]).toMatchObject({ path: '/info', target: { basePath: '' } })
  expect(models).toEqual([{ id: 'BAAI/bge-m3', kind, contextWindow: 8192 }])
})

test.each([[[]], [{}], ['x'], [null]])('a TEI server that returns %j has no model', async info => {
  expect((await listOf({ kind: 'tei', baseUrl: 'http://10.0.0.5' }, listReply(info))).models).toEqual([])
})
