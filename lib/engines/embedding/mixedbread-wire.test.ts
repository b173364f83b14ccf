import { expect, test } from 'vitest'
import { attempt } from '#lib/engines/__fixtures__/raw-server.ts'
import { readFixture } from '#lib/engines/test-upstream.ts'
import { numbersOf, requestOf, sentField, serveEmbedder } from './test-embedder.ts'

const texts = ['a', 'b']
const floats = { body: readFixture('embedding', 'mixedbread.json') }

test('a request goes out in its words', async context => {
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
