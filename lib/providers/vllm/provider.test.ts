import { expect, test } from 'vitest'
import { readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import { numbersOf, requestOf, serveEmbedder } from '#lib/providers/embedding/__fixtures__/test-embedder.ts'
import { testChatStream } from '#lib/providers/openai-compatible/__fixtures__/chat-stream.ts'
import { jinaBody, testRerank } from '#lib/providers/reranking/__fixtures__/test-reranker.ts'
import { attempt } from '#lib/providers/transport/__fixtures__/raw-server.ts'

testChatStream('vllm', 'named-tool', {
  reasoning: 'I should call',
  calls: [['get_weather', '{"city": "Lisbon"}']],
  finish: 'tool_calls',
  tokens: [20, 10],
})

test('vLLM returns any order, and truncates on request', async context => {
  const { model, received } = await serveEmbedder(
    context,
    { server: 'vllm' },
    { body: readFixture('vllm', 'embeddings.json') },
  )

  const answer = await model.embed(requestOf(['a', 'b'], { truncate: true }), attempt())

  expect(received[0]?.body).toMatchObject({ truncate_prompt_tokens: -1 })
  expect(numbersOf(answer)[0]).toEqual([0.0184, -0.0277, 0.0442, 0.0019])
  expect(model.truncates).toBe(true)
})

testRerank('vLLM', 'vllm', {
  entry: { server: 'vllm' },
  path: '/v1/rerank',
  body: { ...jinaBody, truncate_prompt_tokens: -1 },
  scores: [
    [3, 0.99853515625],
    [0, 0.2],
    [2, 0.1],
    [1, 0.0005860328674316406],
  ],
  tokens: 56,
})
