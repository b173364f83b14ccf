import { testChatStream } from '#lib/providers/openai-compatible/__fixtures__/chat-stream.ts'
import { jinaBody, testRerank } from '#lib/providers/reranking/__fixtures__/test-reranker.ts'

testChatStream('llama.cpp', 'text', { content: 'Hi', finish: 'length', tokens: [8, 1] })

testRerank('llama.cpp, whose logits pass through the sigmoid', 'llama-cpp', {
  entry: { server: 'llama.cpp' },
  path: '/v1/rerank',
  body: jinaBody,
  scores: [
    [3, 0.962497],
    [0, 0.120542],
    [2, 0.002215],
    [1, 0.000016],
  ],
  tokens: 74,
})
