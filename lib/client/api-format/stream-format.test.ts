import { expect, test } from 'vitest'
import { streamFormatOf } from './stream-format.ts'

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
])('%s has visible content: %s', (data, expected) => {
  expect(streamFormatOf('/v1/chat/completions').isContent(data)).toBe(expected)
})

test.each([
  ['{"type":"message_start","message":{"content":[]}}', false],
  ['{"type":"ping"}', false],
  ['{"type":"content_block_start","content_block":{"type":"text","text":""}}', false],
  ['{"type":"content_block_start","content_block":{"type":"tool_use","name":"f"}}', true],
  ['{"type":"content_block_delta","delta":{"type":"text_delta","text":""}}', false],
  ['{"type":"content_block_delta","delta":{"type":"text_delta","text":"Hi"}}', true],
  ['{"type":"content_block_delta","delta":{"type":"thinking_delta","thinking":"Hm"}}', true],
  ['{"type":"message_delta","delta":{"stop_reason":"end_turn"}}', true],
  ['not json', false],
])('of a Messages stream, %s has visible content: %s', (data, expected) => {
  expect(streamFormatOf('/v1/messages').isContent(data)).toBe(expected)
})

test('only an event of the type message_stop completes a Messages stream', () => {
  const { isEnd } = streamFormatOf('/v1/messages')

  expect(isEnd('{"type":"message_stop"}')).toBe(true)
  expect(isEnd('{"type":"content_block_delta","delta":{"text":"message_stop"}}')).toBe(false)
  expect(isEnd('[DONE]')).toBe(false)
})

test.each([
  ['{"type":"response.created","response":{"output":[]}}', false],
  ['{"type":"response.output_item.added","item":{"type":"message","content":[]}}', false],
  ['{"type":"response.output_item.added","item":{"type":"function_call","call_id":"a","name":"f"}}', true],
  ['{"type":"response.output_text.delta","delta":""}', false],
  ['{"type":"response.output_text.delta","delta":"Hi"}', true],
  ['{"type":"response.reasoning_summary_text.delta","delta":"Hm"}', true],
  ['{"type":"response.completed","response":{}}', true],
  ['[DONE]', false],
])('of a Responses stream, %s has visible content: %s', (data, expected) => {
  expect(streamFormatOf('/v1/responses').isContent(data)).toBe(expected)
})

test('a Responses stream ends when its response is completed or incomplete', () => {
  const { isEnd } = streamFormatOf('/v1/responses')

  expect(isEnd('{"type":"response.completed","response":{}}')).toBe(true)
  expect(isEnd('{"type":"response.incomplete","response":{}}')).toBe(true)
  expect(isEnd('{"type":"response.output_text.delta","delta":"response.completed"}')).toBe(false)
  expect(isEnd('{"type":"response.failed","response":{}}')).toBe(false)
  expect(isEnd('[DONE]')).toBe(false)
})
