import { testChatStream } from '#lib/providers/openai-compatible/__fixtures__/chat-stream.ts'

testChatStream('groq', 'text', { content: 'Fast.', finish: 'stop', tokens: [38, 3] })
