import { expect, test } from 'vitest'
import { emptyAnswer } from '#components/chat/model/answer.ts'
import { readMessage, readMessageEvent } from './read-message.ts'

const usage = { input_tokens: 3, cache_read_input_tokens: 2, cache_creation_input_tokens: 4 }
const start = (type: string, more: object = {}) => ({
  type: 'content_block_start',
  content_block: { type, ...more },
})
const delta = (given: object) => ({ type: 'content_block_delta', delta: given })
const stop = { type: 'content_block_stop' }
const events = [
  { type: 'message_start', message: { model: 'public/m', usage: { ...usage, output_tokens: 1 } } },
  { type: 'ping' },
  start('thinking', { thinking: '', signature: '' }),
  delta({ type: 'thinking_delta', thinking: 'Hm' }),
  delta({ type: 'thinking_delta', thinking: 'm.' }),
  delta({ type: 'signature_delta', signature: 'sx1.' }),
  stop,
  start('text', { text: '' }),
  delta({ type: 'text_delta', text: 'Wa' }),
  delta({ type: 'text_delta', text: 'it.' }),
  stop,
  start('tool_use', { id: 'a', name: 'f', input: {} }),
  delta({ type: 'input_json_delta', partial_json: '{"x"' }),
  delta({ type: 'input_json_delta', partial_json: ':1}' }),
  stop,
  start('tool_use', { id: 'b', name: 'g', input: {} }),
  stop,
  {
    type: 'message_delta',
    delta: { stop_reason: 'tool_use' },
    usage: { output_tokens: 9, input_tokens: null },
  },
  { type: 'message_stop' },
]
const read = (given: readonly object[]) =>
  given.reduce<typeof emptyAnswer>(
    (answer, event, position) => readMessageEvent(answer, JSON.stringify(event), position * 10),
    emptyAnswer,
  )
const choice = {
  index: 0,
  content: 'Wait.',
  reasoning: 'Hmm.',
  thinkingBlocks: [{ type: 'thinking', thinking: 'Hmm.', signature: 'sx1.' }],
  refusal: null,
  toolCalls: [
    { id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } },
    { id: 'b', type: 'function', function: { name: 'g', arguments: '{}' } },
  ],
  finishReason: 'tool_calls',
}
const counts = {
  prompt_tokens: 9,
  completion_tokens: 9,
  total_tokens: 18,
  prompt_tokens_details: { cached_tokens: 2, cache_write_tokens: 4 },
}

test('a stream gives text, reasoning, calls, stop reason and counts', () => {
  expect(read(events)).toEqual({
    model: 'public/m',
    choices: [choice],
    usage: counts,
    firstReasoningMs: 30,
    firstContentMs: 80,
    lastMs: 150,
  })
})

test('a plain response gives the same answer', () => {
  const content = [
    ...choice.thinkingBlocks,
    { type: 'text', text: 'Wait.' },
    { type: 'tool_use', id: 'a', name: 'f', input: { x: 1 } },
    { type: 'tool_use', id: 'b', name: 'g', input: {} },
  ]
  const message = {
    model: 'public/m',
    content,
    stop_reason: 'tool_use',
    usage: { ...usage, output_tokens: 9 },
  }

  expect(readMessage(JSON.stringify(message), 50)).toMatchObject({
    model: 'public/m',
    choices: [choice],
    usage: counts,
    firstContentMs: 50,
  })
})

test.each([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['refusal', 'content_filter'],
  ['pause_turn', 'pause_turn'],
])('the stop reason %s is %s', (reason, expected) => {
  const last = { type: 'message_delta', delta: { stop_reason: reason }, usage: {} }

  expect(read([last]).choices[0]?.finishReason).toBe(expected)
})

test.each(['not json', '[]', '{"type":"new_event"}', '{"type":"content_block_delta","delta":{"x":1}}'])(
  'the unknown event %s leaves text unchanged',
  data => {
    const before = read(events.slice(0, 10))

    expect(readMessageEvent(before, data, 999).choices).toEqual(before.choices)
  },
)

test('an invalid body gives an empty answer instead of an exception', () => {
  expect(readMessage('{"type":"message"', 1)).toBe(emptyAnswer)
})
