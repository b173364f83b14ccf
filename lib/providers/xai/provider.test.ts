import { testChatStream } from '#lib/providers/openai-compatible/__fixtures__/chat-stream.ts'

testChatStream('xai', 'text', { content: 'Hi', finish: 'stop', tokens: [687, 1] })
