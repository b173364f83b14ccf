import { expect, test } from 'vitest'
import { chunkOf, runOf } from './__fixtures__/search-runs.ts'
import { readChatText } from './read-chat-text.ts'

test('streamed chat chunks are joined', () => {
  expect(
    readChatText(
      runOf({}, [
        chunkOf({ role: 'assistant' }),
        chunkOf({ content: 'a' }),
        chunkOf({ content: 'b' }),
        '[DONE]',
      ]).events,
    ),
  ).toBe('ab')
})
