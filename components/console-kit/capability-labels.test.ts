import { expect, test } from 'vitest'
import { nameCapability } from './capability-labels.ts'

test.each([
  ['chat', 'Chat'],
  ['messages', 'Chat'],
  ['responses', 'Chat'],
  ['count-tokens', 'Token count'],
  ['input-tokens', 'Token count'],
  ['response', 'Stored response'],
  ['response-delete', 'Stored response'],
  ['response-input-items', 'Stored response'],
  ['response-cancel', 'Stored response'],
  ['rerank-v2', 'Rerank'],
  ['of-a-newer-version', 'of-a-newer-version'],
])('a row of %s is named %s', (route, name) => {
  expect(nameCapability({ route, model: 'a' })).toBe(name)
})
