import { expect, test } from 'vitest'
import { createTestUpstream, eventStream, readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import { numbersOf, requestOf, serveEmbedder } from '#lib/providers/embedding/__fixtures__/test-embedder.ts'
import { testChatStream } from '#lib/providers/openai-compatible/__fixtures__/chat-stream.ts'
import {
  collect,
  createTestModel,
  testAttempt,
  testRequest,
} from '#lib/providers/openai-compatible/__fixtures__/test-model.ts'
import { attempt } from '#lib/providers/transport/__fixtures__/raw-server.ts'

testChatStream('gemini', 'tools', {
  calls: [
    ['get_weather', '{"city":"Lisbon"}'],
    ['get_time', '{"zone":"WET"}'],
  ],
  finish: 'tool_calls',
  tokens: [51, 30],
})

testChatStream('gemini', 'text', { content: 'Hello there.', finish: 'stop', tokens: [4, 3] })

test('the signature that Gemini needs back with a call is preserved', async () => {
  const parts = [readFixture('gemini', 'chat-tools.sse.txt')]
  const upstream = createTestUpstream({ headers: eventStream, parts })

  const { chunks } = await collect(createTestModel(upstream, 'gemini').stream(testRequest, testAttempt))

  const [first] = chunks.flatMap(chunk => chunk.choices[0]?.delta.tool_calls ?? [])
  expect(first?.['extra_content']).toEqual({ google: { thought_signature: 'CiQB0e2Kb1' } })
})

test('Gemini omits the first index and the usage', async context => {
  const { model } = await serveEmbedder(
    context,
    { server: 'gemini' },
    { body: readFixture('gemini', 'embeddings.json') },
  )

  const answer = await model.embed(requestOf(['a', 'b']), attempt())

  expect(numbersOf(answer)).toEqual([
    [0.0081, -0.0123, 0.0316, -0.0009],
    [0.0026, -0.0141, 0.0225, -0.0107],
  ])
  expect(answer.promptTokens).toBeNull()
})
