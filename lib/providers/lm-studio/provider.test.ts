import { testChatStream } from '#lib/providers/openai-compatible/__fixtures__/chat-stream.ts'

testChatStream('lm-studio', 'text', { content: 'Hi', finish: 'stop', tokens: null })
