import { describe, expect, test } from 'vitest'
import { readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import {
  numbersOf,
  requestOf,
  sentField,
  serveEmbedder,
} from '#lib/providers/embedding/__fixtures__/test-embedder.ts'
import type { EmbeddingTask } from '#lib/providers/embedding/embedding-model.ts'
import { testChatStream } from '#lib/providers/openai-compatible/__fixtures__/chat-stream.ts'
import { listOf, listReply } from '#lib/providers/registry/__fixtures__/list-models.ts'
import {
  documents,
  type RerankCase,
  testRerank,
} from '#lib/providers/reranking/__fixtures__/test-reranker.ts'
import { attempt } from '#lib/providers/transport/__fixtures__/raw-server.ts'

testChatStream('cohere', 'text', { content: 'Hi', finish: 'stop', tokens: null })

describe('embeddings', () => {
  const texts = ['hello', 'goodbye']
  const floats = { body: readFixture('cohere', 'embeddings-float.json') }

  test.for(['/compatibility/v1', '/v1', '/v2', ''])(
    'version 2 is used whatever version the base URL %j names',
    async (path, context) => {
      const { model, received } = await serveEmbedder(
        context,
        { kind: 'cohere', path, modelId: 'embed-v4.0' },
        floats,
      )

      const answer = await model.embed(requestOf(texts, { extra: { user: 'u' } }), attempt())

      expect(received[0]).toMatchObject({
        path: '/v2/embed',
        headers: { authorization: 'Bearer the-operators-key' },
      })
      expect(received[0]?.body).toEqual({
        model: 'embed-v4.0',
        texts,
        input_type: 'search_document',
        embedding_types: ['float'],
        truncate: 'NONE',
      })
      expect(answer.promptTokens).toBe(4)
      expect(numbersOf(answer)[1]).toEqual([0.03326416, 0.021865845, -0.0022754669, -0.0128479])
    },
  )

  test('base64 is requested by name', async context => {
    const body = readFixture('cohere', 'embeddings-base64.json')
    const { model, received } = await serveEmbedder(context, { kind: 'cohere' }, { body })

    const answer = await model.embed(requestOf(texts, { encoding: 'base64', truncate: true }), attempt())

    expect(received[0]?.body).toMatchObject({ embedding_types: ['base64'], truncate: 'END' })
    expect(numbersOf(answer)[0]).toEqual(
      [0.016296387, -0.008354187, -0.04699707, -0.07104492].map(Math.fround),
    )
  })

  test.for<[EmbeddingTask, string]>([
    ['retrieval.query', 'search_query'],
    ['retrieval.passage', 'search_document'],
    ['separation', 'clustering'],
    ['classification', 'classification'],
    ['text-matching', 'clustering'],
  ])('the task %s is %s', async ([task, inputType], context) => {
    const { model, received } = await serveEmbedder(context, { kind: 'cohere' }, floats)

    await model.embed(requestOf(texts, { task }), attempt())

    expect(received[0]?.body).toMatchObject({ input_type: inputType })
  })

  test.for<[string, number, number | undefined]>([
    ['embed-v4.0', 3, 256],
    ['embed-v4.0', 257, 512],
    ['embed-v4.0', 512, 512],
    ['embed-v4.0', 1536, 1536],
    ['embed-english-v3.0', 3, undefined],
  ])('for %s, %i dimensions are requested as %s', async ([modelId, dimensions, sent], context) => {
    const data = { float: [Array.from({ length: 1536 }, () => 0.1)] }
    const { model, received } = await serveEmbedder(
      context,
      { kind: 'cohere', modelId },
      { body: { embeddings: data } },
    )

    const answer = await model.embed(requestOf(['x'], { dimensions }), attempt())

    expect(sentField(received, 'output_dimension')).toBe(sent)
    expect(answer.vectors[0]?.dimensions).toBe(1536)
  })

  test('97 texts are sent in two requests and joined in order', async context => {
    const all = Array.from({ length: 97 }, (_, index) => String(index))
    const { model, received } = await serveEmbedder(context, { kind: 'cohere' }, ({ body }) => {
      const asked = (body as { texts: string[] }).texts
      const float = asked.map(text => [Number(text)])
      return { body: { embeddings: { float }, meta: { billed_units: { input_tokens: asked.length } } } }
    })

    const answer = await model.embed(requestOf(all), attempt())

    expect(
      received.map(({ body }) => (body as { texts: string[] }).texts.length).toSorted((a, b) => a - b),
    ).toEqual([1, 96])
    expect(numbersOf(answer)).toEqual(all.map(text => [Number(text)]))
    expect(answer.promptTokens).toBe(97)
  })

  test('its error format is parsed', async context => {
    const says = { message: 'invalid request: total number of texts must be at most 96 - received 97' }
    const { model } = await serveEmbedder(context, { kind: 'cohere' }, { status: 400, body: says })

    await expect(model.embed(requestOf(['x']), attempt())).rejects.toMatchObject({
      code: 'invalid_value',
      message: says.message,
    })
  })
})

const rerank: RerankCase = {
  entry: { kind: 'cohere', path: '/compatibility/v1' },
  path: '/v2/rerank',
  body: { model: 'm-1', query: 'q', documents, top_n: 4, max_tokens_per_doc: 100 },
  scores: [
    [3, 0.999071],
    [2, 0.32713068],
    [0, 0.1867],
    [1, 0.0002],
  ],
  tokens: null,
}

testRerank('Cohere', 'cohere', rerank)

testRerank('Cohere configured with version 2', 'cohere', {
  ...rerank,
  entry: { kind: 'cohere', path: '/v2' },
})

test.each(['https://api.cohere.ai/compatibility/v1', 'https://api.cohere.com/v2', 'https://api.cohere.com'])(
  'Cohere uses its own model list, whichever base URL is configured: %s',
  async baseUrl => {
    const models = [
      { name: 'embed-v4.0', endpoints: ['embed'], context_length: 1 },
      { name: 'command-a', endpoints: ['generate', 'chat'] },
      { name: 'rerank-v9', endpoints: ['rerank'], context_length: 77 },
    ]

    const listed = await listOf({ kind: 'cohere', baseUrl }, listReply({ models }))

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
