import { describe, expect, test } from 'vitest'
import { readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import { numbersOf, requestOf, serveEmbedder } from '#lib/providers/embedding/__fixtures__/test-embedder.ts'
import { testChatStream } from '#lib/providers/openai-compatible/__fixtures__/chat-stream.ts'
import { attempt } from '#lib/providers/transport/__fixtures__/raw-server.ts'

testChatStream('ollama', 'text', { content: 'Hi', reasoning: 'Hmm', finish: 'stop', tokens: [11, 7] })

describe('embeddings', () => {
  const texts = ['a', 'b']

  test.for(['/v1', '/v1/', ''])('at the base URL %j its own route is called', async (path, context) => {
    const body = readFixture('ollama', 'embeddings.json')
    const { model, received } = await serveEmbedder(
      context,
      { server: 'ollama', path, apiKey: null },
      { body },
    )

    const answer = await model.embed(
      requestOf(texts, { encoding: 'base64', dimensions: 4, extra: { user: 'u' } }),
      attempt(),
    )

    expect(received[0]?.path).toBe('/api/embed')
    expect(received[0]?.body).toEqual({ model: 'm-1', input: texts, truncate: false, dimensions: 4 })
    expect(answer.promptTokens).toBe(14)
    expect(answer.vectors[0]?.encoding).toBe('float')
    expect(numbersOf(answer)[0]).toEqual([0.010071029, -0.0017594862, 0.05007221, 0.04692972])
  })

  test.for<[number, unknown, string, string]>([
    [400, { error: 'the input length exceeds the context length' }, 'context_length_exceeded', 'input'],
    [404, { error: 'model "m-1" not found, try pulling it first' }, 'model_not_found', 'model'],
  ])('its %i is reported as what it is', async ([status, body, code, param], context) => {
    const { model } = await serveEmbedder(context, { server: 'ollama' }, { status, body })

    await expect(model.embed(requestOf(texts), attempt())).rejects.toMatchObject({ code, param, status })
  })
})
