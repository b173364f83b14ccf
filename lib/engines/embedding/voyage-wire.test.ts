import { expect, test } from 'vitest'
import { attempt } from '#lib/engines/__fixtures__/raw-server.ts'
import { readFixture } from '#lib/engines/test-upstream.ts'
import { numbersOf, requestOf, sentField, serveEmbedder } from './test-embedder.ts'

const texts = ['a', 'b']
const floats = { body: readFixture('embedding', 'voyage.json') }

test('a plain request holds nothing that Voyage does not know', async context => {
  const { model, received } = await serveEmbedder(context, { kind: 'voyage', modelId: 'voyage-3.5' }, floats)

  const answer = await model.embed(requestOf(texts, { extra: { user: 'u' } }), attempt())

  expect(received[0]).toMatchObject({
    path: '/v1/embeddings',
    headers: { authorization: 'Bearer the-operators-key' },
  })
  expect(received[0]?.body).toEqual({ model: 'voyage-3.5', input: texts, truncation: false })
  expect(answer.promptTokens).toBe(10)
  expect(numbersOf(answer)[1]).toEqual([-0.0069352793507277966, 0.020878976210951805, 0.0345, 0.0129])
})

test('everything that it can say is said in its words', async context => {
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

test('what its large models cannot take at once is sent in parts', async context => {
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

test('its way to say that a batch is too large halves it', async context => {
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
