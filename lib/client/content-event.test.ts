import { expect, test } from 'vitest'
import { isContentEvent } from './content-event.ts'

test.each([
  ['{"choices":[{"delta":{"content":"a"}}]}', true],
  ['{"choices":[{"delta":{"role":"assistant","reasoning_content":"hm"}}]}', true],
  ['{"choices":[{"delta":{"tool_calls":[{"index":0}]}}]}', true],
  ['{"choices":[{"delta":{},"finish_reason":"stop"}]}', true],
  ['{"choices":[{"delta":{"role":"assistant","content":"","refusal":null},"finish_reason":null}]}', false],
  ['{"choices":[],"usage":{"total_tokens":1}}', false],
  ['[DONE]', false],
  ['{"object":"map.chunk","links":[]}', true],
  ['not json', true],
])('%s carries something to show: %s', (data, expected) => {
  expect(isContentEvent(data)).toBe(expected)
})
