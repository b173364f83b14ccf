import { expect, test } from 'vitest'
import { emptyAnswer, type Answer } from '#components/chat/model/answer.ts'
import { readResponse, readResponseEvent } from './read-response.ts'

const usage = {
  input_tokens: 12,
  input_tokens_details: { cached_tokens: 8, cache_write_tokens: 0 },
  output_tokens: 5,
  output_tokens_details: { reasoning_tokens: 2 },
  total_tokens: 17,
}
const counted = {
  prompt_tokens: 12,
  completion_tokens: 5,
  total_tokens: 17,
  prompt_tokens_details: { cached_tokens: 8, cache_write_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 2 },
}
const thought = {
  id: 'rs_1',
  type: 'reasoning',
  summary: [
    { type: 'summary_text', text: 'First.' },
    { type: 'summary_text', text: 'Then.' },
  ],
  encrypted_content: 'sx1.1',
}
const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'Hello', annotations: [], logprobs: [] }],
}
const call = { id: 'fc_1', type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{"x":1}' }
const output = [thought, message, call, { ...call, id: 'fc_2', call_id: 'call_2', arguments: '' }]
const response = { id: 'resp_1', object: 'response', status: 'completed', model: 'a/b', output, usage }

const expected = {
  model: 'a/b',
  choices: [
    {
      index: 0,
      content: 'Hello',
      reasoning: 'First.\n\nThen.',
      thinkingBlocks: [thought],
      refusal: null,
      toolCalls: [
        { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"x":1}' } },
        { id: 'call_2', type: 'function', function: { name: 'f', arguments: '{}' } },
      ],
      finishReason: 'tool_calls',
    },
  ],
  usage: counted,
}

/** The events of an answer, one each 10 ms. */
function stream(...events: readonly object[]): Answer {
  return events.reduce<Answer>(
    (answer, event, index) => readResponseEvent(answer, JSON.stringify(event), (index + 1) * 10),
    emptyAnswer,
  )
}

const created = {
  type: 'response.created',
  response: { ...response, status: 'in_progress', output: [], usage: null },
}
const added = (item: object) => ({ type: 'response.output_item.added', item })
const done = (item: object) => ({ type: 'response.output_item.done', item })
const completed = { type: 'response.completed', response }

test('a stream and the plain response of the same answer are the same answer', () => {
  const streamed = stream(
    created,
    { type: 'response.in_progress', response: created.response },
    added({ ...thought, summary: [], encrypted_content: undefined }),
    { type: 'response.reasoning_summary_part.added', summary_index: 0, part: {} },
    { type: 'response.reasoning_summary_text.delta', delta: 'Fir' },
    { type: 'response.reasoning_summary_text.delta', delta: 'st.' },
    { type: 'response.reasoning_summary_part.added', summary_index: 1, part: {} },
    { type: 'response.reasoning_summary_text.delta', delta: 'Then.' },
    done(thought),
    added({ ...message, content: [] }),
    { type: 'response.output_text.delta', delta: 'Hel' },
    { type: 'response.output_text.delta', delta: 'lo' },
    { type: 'response.output_text.done', text: 'Hello' },
    done(message),
    added({ ...call, arguments: '' }),
    { type: 'response.function_call_arguments.delta', delta: '{"x"' },
    { type: 'response.function_call_arguments.delta', delta: ':1}' },
    done(call),
    added({ ...call, id: 'fc_2', call_id: 'call_2', arguments: '' }),
    done({ ...call, id: 'fc_2', call_id: 'call_2', arguments: '' }),
    completed,
  )

  expect(streamed).toEqual({ ...expected, firstReasoningMs: 50, firstContentMs: 110, lastMs: 200 })
  expect(readResponse(JSON.stringify(response), 20)).toEqual({
    ...expected,
    firstReasoningMs: null,
    firstContentMs: 20,
    lastMs: 20,
  })
})

test('arguments of a call grow while they stream', () => {
  const answer = stream(created, added({ ...call, arguments: '' }), {
    type: 'response.function_call_arguments.delta',
    delta: '{"x"',
  })

  expect(answer.choices[0]?.toolCalls[0]?.function).toEqual({ name: 'f', arguments: '{"x"' })
  expect(answer.choices[0]?.finishReason).toBeNull()
})

test('a text that comes only with its end is not lost, and two messages are two paragraphs', () => {
  const second = { ...message, id: 'msg_2', content: [{ type: 'output_text', text: 'World' }] }
  const answer = stream(created, added(message), done(message), added(second), done(second))

  expect(answer.choices[0]?.content).toBe('Hello\n\nWorld')
})

test('a refusal is read from its events and from the whole item', () => {
  const refused = { ...message, content: [{ type: 'refusal', refusal: 'No.' }] }
  const streamed = stream(
    created,
    added(message),
    { type: 'response.refusal.delta', delta: 'No.' },
    done(refused),
  )

  expect(streamed.choices[0]).toMatchObject({ content: '', refusal: 'No.' })
  expect(readResponse(JSON.stringify({ ...response, output: [refused] }), 1).choices[0]?.refusal).toBe('No.')
})

test.each([
  [{ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }, 'length'],
  [{ status: 'incomplete', incomplete_details: { reason: 'content_filter' } }, 'content_filter'],
  [{ status: 'completed', output: [message] }, 'stop'],
  [{ status: 'failed' }, null],
])('a response with %j ends for the reason %s', (end, reason) => {
  const ended = { ...response, output: [message], ...end }

  expect(readResponse(JSON.stringify(ended), 1).choices[0]?.finishReason).toBe(reason)
  if (end.status === 'failed') return
  expect(stream(created, { type: `response.${end.status}`, response: ended }).choices[0]?.finishReason).toBe(
    reason,
  )
})

test('input of a custom tool is an argument', () => {
  const custom = { type: 'custom_tool_call', call_id: 'c', name: 'apply_patch', input: '*** Begin' }

  expect(stream(created, added({ ...custom, input: '' }), done(custom)).choices[0]?.toolCalls).toEqual([
    { id: 'c', type: 'function', function: { name: 'apply_patch', arguments: '{"input":"*** Begin"}' } },
  ])
})

test('invalid bodies give an empty answer, and unknown or invalid events change nothing', () => {
  for (const body of ['<html>', '{}', '{"output":{}}', '']) expect(readResponse(body, 1)).toBe(emptyAnswer)
  const before = stream(created, added(message))

  for (const data of ['[DONE]', 'not json', '{"type":"response.queued"}', '{"type":"error","message":"m"}'])
    expect(readResponseEvent(before, data, 1)).toBe(before)
})
