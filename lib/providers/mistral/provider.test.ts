import { expect, test } from 'vitest'
import { readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import { requestOf, serveEmbedder } from '#lib/providers/embedding/__fixtures__/test-embedder.ts'
import { testChatStream } from '#lib/providers/openai-compatible/__fixtures__/chat-stream.ts'
import { attempt } from '#lib/providers/transport/__fixtures__/raw-server.ts'

testChatStream('mistral', 'tools', {
  calls: [['get_weather', '{"city": "Lisbon"}']],
  finish: 'tool_calls',
  tokens: [78, 20],
})

testChatStream('mistral', 'thinking', {
  content: '4',
  reasoning: 'Two plus two',
  finish: 'stop',
  tokens: [9, 6],
})

test('Mistral has its own name for dimensions and rejects a user', async context => {
  const { model, received } = await serveEmbedder(
    context,
    { server: 'mistral' },
    { body: readFixture('openai', 'embeddings-float.json') },
  )

  await model.embed(requestOf(['a', 'b'], { dimensions: 3, extra: { user: 'u', x: 1 } }), attempt())

  expect(received[0]?.body).toEqual({
    x: 1,
    model: 'm-1',
    input: ['a', 'b'],
    encoding_format: 'float',
    output_dimension: 3,
  })
})
