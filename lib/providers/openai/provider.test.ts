import { expect, test } from 'vitest'
import { testChatStream } from '#lib/providers/openai-compatible/__fixtures__/chat-stream.ts'
import { listOf, listReply } from '#lib/providers/registry/__fixtures__/list-models.ts'

testChatStream('openai', 'text', { content: 'Lisbon is the capital.', finish: 'stop', tokens: [14, 5] })

testChatStream('openai', 'tools', {
  calls: [
    ['get_weather', '{"city":"Lisbon"}'],
    ['get_weather', '{"city":"Porto"}'],
  ],
  finish: 'tool_calls',
  tokens: null,
})

test('known facts of OpenAI’s models complete its bare list', async () => {
  const data = [{ id: 'text-embedding-3-small', object: 'model' }, { id: 'gpt-x' }]

  const { models } = await listOf(
    { kind: 'openai', baseUrl: 'https://api.openai.com/v1' },
    listReply({ data }),
  )

  expect(models).toEqual([
    {
      id: 'text-embedding-3-small',
      kind: 'embeddings',
      contextWindow: 8191,
      dimensions: 1536,
      dimensionsAdjustable: true,
    },
    { id: 'gpt-x', kind: 'chat', kindGuessed: true },
  ])
})
