import { expect, test } from 'vitest'
import { toChatAnswer, toChatBody } from './replay-messages.ts'

const call = { type: 'tool_use', id: 'a', name: 'f', input: { x: 1 } }

test('a request of the Messages API becomes a chat request', () => {
  const sent = {
    model: 'm',
    max_tokens: 9,
    stream: true,
    stop_sequences: ['x'],
    metadata: { user_id: 'u' },
    system: [{ type: 'text', text: 'Be brief.' }],
    tools: [
      { name: 'f', input_schema: { type: 'object' } },
      { type: 'web_search_20250305', name: 'w' },
    ],
    tool_choice: { type: 'tool', name: 'f' },
    messages: [
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: [{ type: 'thinking', thinking: 'Hm' }, { type: 'text', text: 'Wait.' }, call],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'one' }] },
          { type: 'text', text: 'And?' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA' } },
        ],
      },
    ],
  }

  expect(toChatBody(sent)).toEqual({
    model: 'm',
    max_tokens: 9,
    stream: true,
    stop: ['x'],
    tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
    tool_choice: { type: 'function', function: { name: 'f' } },
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: 'Wait.',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'one' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'And?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
        ],
      },
    ],
  })
})

const events = [
  {
    type: 'message_start',
    message: { id: 'msg_1', model: 'm', usage: { input_tokens: 3, output_tokens: 0 } },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Wait.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { ...call, input: {} } },
  { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"x"' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: ':1}' } },
  { type: 'content_block_stop', index: 1 },
  {
    type: 'message_delta',
    delta: { stop_reason: 'tool_use' },
    usage: { output_tokens: 5, cache_read_input_tokens: 2 },
  },
  { type: 'message_stop' },
]
const message = {
  id: 'msg_1',
  model: 'm',
  content: [{ type: 'text', text: 'Wait.' }, call],
  stop_reason: 'tool_use',
  usage: { input_tokens: 3, output_tokens: 5, cache_read_input_tokens: 2 },
}

const logged = (kind: 'body' | 'events', value: unknown) => ({
  kind,
  text: JSON.stringify(value),
  whole: true,
  bytes: 1,
})
const print = (event: object) => `event: x\ndata: ${JSON.stringify(event)}\n\n`

test.each([
  [
    'a stream',
    logged(
      'events',
      events.map((event, at) => [at, print(event)]),
    ),
  ],
  ['an answer', logged('body', message)],
])('%s becomes a completion', (_, answer) => {
  const shown = toChatAnswer(answer)

  expect(shown.kind).toBe('body')
  expect(JSON.parse(shown.text)).toMatchObject({
    choices: [
      {
        message: {
          content: 'Wait.',
          tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{"x":1}' } }],
        },
        finish_reason: 'tool_calls',
      },
    ],
    usage: { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 },
  })
})

test('an error has the code of the API', () => {
  const error = {
    type: 'error',
    error: { type: 'api_error', message: 'No.', details: { error_code: 'upstream_error', param: null } },
  }
  const expected = { error: { type: 'api_error', message: 'No.', code: 'upstream_error', param: null } }

  expect(JSON.parse(toChatAnswer(logged('body', error)).text)).toEqual(expected)
  expect(JSON.parse(toChatAnswer(logged('events', [[0, print(error)]])).text)).toEqual(expected)
})
