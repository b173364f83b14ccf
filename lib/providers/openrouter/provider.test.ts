import { testChatStream } from '#lib/providers/openai-compatible/__fixtures__/chat-stream.ts'

testChatStream('openrouter', 'text', { content: 'Hi', reasoning: 'Think', finish: 'stop', tokens: [70, 22] })
