import { expect, test } from 'vitest'
import { finishWithCalls, isFailedFinish, toFinishReason } from './finish-reason.ts'

test.each([
  ['stop', 'stop'],
  ['COMPLETE', 'stop'],
  ['end_turn', 'stop'],
  ['eos', 'stop'],
  ['something new', 'stop'],
  ['length', 'length'],
  ['MAX_TOKENS', 'length'],
  ['model_length', 'length'],
  ['tool_use', 'tool_calls'],
  ['function_call', 'function_call'],
  ['SAFETY', 'content_filter'],
  ['refusal', 'content_filter'],
])('%s is %s', (foreign, ours) => {
  expect(toFinishReason(foreign)).toBe(ours)
})

test('an interrupted response has no finish reason', () => {
  expect(['error', 'insufficient_system_resource', 'stop', 'length'].map(isFailedFinish)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test.each([
  ['stop', undefined, false, 'stop'],
  ['tool_calls', undefined, true, 'tool_calls'],
  ['stop', '{}', false, 'tool_calls'],
  ['tool_calls', '{"a":', false, 'tool_calls'],
  ['tool_calls', '{"a":', true, 'length'],
  ['tool_calls', '{}', true, 'tool_calls'],
  ['content_filter', '{"a":', true, 'content_filter'],
] as const)(
  '%s with the last arguments %j, masked: %s, is %s',
  (finish, lastArguments, masksLength, ours) => {
    expect(finishWithCalls(finish, lastArguments, masksLength)).toBe(ours)
  },
)
