import { expect, test } from 'vitest'
import { estimateMessage } from './estimate-message.ts'

test('a message counts a quarter of its bytes plus the template overhead', () => {
  expect(estimateMessage({ role: 'user', content: 'x'.repeat(40) })).toBe(14)
  expect(estimateMessage({ role: 'user', content: 'é'.repeat(40) })).toBe(24)
})

test('tool calls count, images do not', () => {
  const call = { id: 'c', type: 'function' as const, function: { name: 'abcd', arguments: '{"a":1}x' } }

  expect(estimateMessage({ role: 'assistant', content: null, tool_calls: [call] })).toBe(7)
  expect(
    estimateMessage({
      role: 'user',
      content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${'A'.repeat(4000)}` } }],
    }),
  ).toBe(4)
})
