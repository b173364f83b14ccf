import { testChatStream } from '#lib/providers/openai-compatible/__fixtures__/chat-stream.ts'
import { jinaBody, testRerank } from '#lib/providers/reranking/__fixtures__/test-reranker.ts'

testChatStream('together', 'text', { content: 'Hi', finish: 'stop', tokens: [36, 2] })

testRerank('Together', 'together', {
  entry: { server: 'together' },
  path: '/v1/rerank',
  body: jinaBody,
  scores: [
    [3, 0.98],
    [0, 0.09],
    [2, 0.03],
    [1, 0.01],
  ],
  tokens: 1837,
})
