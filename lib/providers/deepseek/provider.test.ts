import { testChatStream } from '#lib/providers/openai-compatible/__fixtures__/chat-stream.ts'

testChatStream('deepseek', 'reasoning', {
  content: '4',
  reasoning: 'The user asks for a sum.',
  finish: 'stop',
  tokens: [12, 9],
})
