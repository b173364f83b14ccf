import { expect, test } from 'vitest'
import type { ChatChunk } from '#lib/contracts/api/chat.ts'
import { commits } from './read-stream.ts'

type Choice = ChatChunk['choices'][number]

test.each<[string, Partial<Choice>, boolean]>([
  ['a bare role', { delta: { role: 'assistant', content: '' } }, false],
  ['nothing', {}, false],
  ['text', { delta: { content: 'a' } }, true],
  ['reasoning', { delta: { reasoning_content: 'a' } }, true],
  ['a refusal', { delta: { refusal: 'no' } }, true],
  ['a tool call', { delta: { tool_calls: [{ index: 0 }] } }, true],
  ['a finish', { finish_reason: 'stop' }, true],
])('%s commits: %j', (_, choice, expected) => {
  const chunk: ChatChunk = {
    id: '',
    object: 'chat.completion.chunk',
    created: 0,
    model: '',
    system_fingerprint: '',
    choices: [{ index: 0, delta: {}, finish_reason: null, ...choice }],
  }

  expect(commits(chunk)).toBe(expected)
})
