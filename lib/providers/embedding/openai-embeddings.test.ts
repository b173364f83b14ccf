import { expect, test } from 'vitest'
import { attempt } from '#lib/providers/transport/__fixtures__/raw-server.ts'
import { readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import { numbersOf, requestOf, serveEmbedder } from './__fixtures__/test-embedder.ts'

const texts = ['a', 'b']
const fixture = (folder: string, name: string) => ({ body: readFixture(folder, name) })

test('a request has OpenAI’s format, and its vectors come back unchanged', async context => {
  const { model, received } = await serveEmbedder(
    context,
    { server: 'openai' },
    fixture('openai', 'embeddings-float.json'),
  )

  const answer = await model.embed(requestOf(texts, { extra: { user: 'u-1' } }), attempt())

  expect(received[0]).toMatchObject({
    method: 'POST',
    path: '/v1/embeddings',
    headers: { authorization: 'Bearer the-operators-key', 'content-type': 'application/json' },
  })
  expect(received[0]?.body).toEqual({ user: 'u-1', model: 'm-1', input: texts, encoding_format: 'float' })
  expect(answer.promptTokens).toBe(8)
  expect(answer.vectors.map(vector => vector.dimensions)).toEqual([4, 4])
  // Spaces, line breaks and exponents come from the server.
  expect(readFixture('openai', 'embeddings-float.json')).toContain(answer.vectors[0]?.text.toString())
  expect(numbersOf(answer)[1]).toEqual([0.0023064255, -0.009327292, 0.5, -0.0028842222])
})

test('base64 is requested and passed on bit for bit', async context => {
  const { model, received } = await serveEmbedder(
    context,
    { server: 'openai' },
    fixture('openai', 'embeddings-base64.json'),
  )

  const answer = await model.embed(requestOf(texts, { encoding: 'base64', dimensions: 4 }), attempt())

  expect(received[0]?.body).toEqual({ model: 'm-1', input: texts, encoding_format: 'base64', dimensions: 4 })
  expect(answer.vectors[1]).toMatchObject({ encoding: 'base64', dimensions: 4 })
  expect(numbersOf(answer)[1]).toEqual([0.0023064255, -0.009327292, 0.5, -0.0028842222].map(Math.fround))
})

test('token ids are sent to a server that accepts them', async context => {
  const { model, received } = await serveEmbedder(
    context,
    { server: 'openai' },
    fixture('openai', 'embeddings-float.json'),
  )

  await model.embed(requestOf([], { inputs: { kind: 'tokens', tokens: [[1, 2], [3]] } }), attempt())

  expect(model.takesTokens).toBe(true)
  expect(received[0]?.body).toMatchObject({ input: [[1, 2], [3]] })
})

test.for(['ollama', 'gemini', 'mistral', 'together', 'lm-studio'])(
  'token ids are rejected before they are sent to %s',
  async (server, context) => {
    const { model, received } = await serveEmbedder(context, { server }, { body: {} })

    const embedding = model.embed(requestOf([], { inputs: { kind: 'tokens', tokens: [[1]] } }), attempt())

    await expect(embedding).rejects.toMatchObject({ code: 'unsupported_parameter', param: 'input' })
    expect(model.takesTokens).toBe(false)
    expect(received).toEqual([])
  },
)

test('numbers are read where a server ignores the requested base64', async context => {
  const { model } = await serveEmbedder(
    context,
    { server: 'lm-studio' },
    fixture('openai', 'embeddings-float.json'),
  )

  const answer = await model.embed(requestOf(texts, { encoding: 'base64' }), attempt())

  expect(answer.vectors[0]?.encoding).toBe('float')
  expect(answer.promptTokens).toBe(8)
})

test.for(['groq', 'deepseek', 'xai'])('%s has no embeddings', async (server, context) => {
  await expect(serveEmbedder(context, { server }, { body: {} })).rejects.toThrow('no embeddings')
})
