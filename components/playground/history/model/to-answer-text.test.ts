import { expect, test } from 'vitest'
import type { Run } from '#lib/client/run.ts'
import { readLoggedEvents } from '#components/requests/model/to-run.ts'
import { toAnswerText } from './to-answer-text.ts'

const answered = (body: unknown): Pick<Run, 'response' | 'events'> => ({
  response: { status: 200, headers: {}, body: JSON.stringify(body) },
  events: [],
})

test.each<[string, unknown, string]>([
  ['a chat', { choices: [{ message: { content: 'Hello.' } }] }, 'Hello.'],
  [
    'a map',
    { links: ['https://a.example/', 'https://a.example/b'] },
    'https://a.example/\nhttps://a.example/b',
  ],
  ['a map in the envelope', { data: { links: ['https://a.example/'] } }, 'https://a.example/'],
  [
    'a ranking',
    {
      results: [
        { index: 2, relevance_score: 0.98765, document: { text: 'Two' } },
        { index: 0, relevance_score: 0.1 },
      ],
    },
    '2  0.9877  Two\n0  0.1000',
  ],
  [
    'hits of a search',
    { data: { results: [{ title: 'Tides', url: 'https://a.example/', content: 'They rise.' }] } },
    'Tides\nhttps://a.example/\nThey rise.',
  ],
  ['a vector', { data: [{ index: 0, embedding: [0.5, -0.25] }] }, '0  2 dimensions  0.5000 -0.2500 …'],
  ['a page', { data: { markdown: '# Title', metadata: {} } }, '# Title'],
  ['a document', { status: true, content: 'Its text.', type: 'pdf', error: '' }, 'Its text.'],
  ['chunks', { data: { success: true, data: { chunks: [{ content: 'a' }, { content: 'b' }] } } }, 'a\n\nb'],
  [
    'an error of the Messages API',
    {
      type: 'error',
      error: { type: 'api_error', message: 'No.', details: { error_code: 'upstream_error' } },
    },
    'upstream_error: No.',
  ],
  ['a refusal', { error: { code: 'invalid_value', message: 'No.' } }, 'invalid_value: No.'],
])('%s is compared as text', (_, body, text) => {
  expect(toAnswerText(answered(body))).toBe(text)
})

test('a stream is compared by its joined chunks', () => {
  const event = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`
  const events = readLoggedEvents(
    JSON.stringify([
      [3, `: queued 1\n\n${event('Hel')}`],
      [9, `${event('lo.')}data: [DONE]\n\n`],
    ]),
  )

  expect(events.map(({ atMs, kind }) => [atMs, kind])).toEqual([
    [3, 'comment'],
    [3, 'data'],
    [9, 'data'],
    [9, 'data'],
  ])
  expect(toAnswerText({ response: { status: 200, headers: {}, body: null }, events })).toBe('Hello.')
})

test('a stream and a whole answer of the Messages API are compared by the same text', () => {
  const parts = [
    { type: 'content_block_start', content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', delta: { type: 'text_delta', text: 'Wait.' } },
    { type: 'content_block_start', content_block: { type: 'tool_use', name: 'f', input: {} } },
    { type: 'content_block_delta', delta: { type: 'input_json_delta', partial_json: '{"x":1}' } },
    { type: 'message_stop' },
  ]
  const events = readLoggedEvents(
    JSON.stringify([[1, parts.map(part => `data: ${JSON.stringify(part)}\n\n`).join('')]]),
  )
  const content = [
    { type: 'text', text: 'Wait.' },
    { type: 'tool_use', name: 'f', input: { x: 1 } },
  ]

  expect(toAnswerText({ response: { status: 200, headers: {}, body: null }, events })).toBe(
    'Wait.\nf {"x":1}',
  )
  expect(toAnswerText(answered({ type: 'message', content }))).toBe('Wait.\nf {"x":1}')
})

test('a stream and a whole answer of the Responses API are compared by the same text', () => {
  const parts = [
    { type: 'response.created', response: { output: [] } },
    { type: 'response.output_item.added', item: { type: 'message', content: [] } },
    { type: 'response.output_text.delta', delta: 'Wait.' },
    { type: 'response.output_text.done', text: 'Wait.' },
    { type: 'response.output_item.added', item: { type: 'function_call', name: 'f', arguments: '' } },
    { type: 'response.function_call_arguments.delta', delta: '{"x":1}' },
    { type: 'response.completed', response: {} },
  ]
  const events = readLoggedEvents(
    JSON.stringify([[1, parts.map(part => `data: ${JSON.stringify(part)}\n\n`).join('')]]),
  )
  const output = [
    { type: 'reasoning', summary: [] },
    { type: 'message', content: [{ type: 'output_text', text: 'Wait.' }] },
    { type: 'function_call', name: 'f', arguments: '{"x":1}' },
  ]

  expect(toAnswerText({ response: { status: 200, headers: {}, body: null }, events })).toBe(
    'Wait.\nf {"x":1}',
  )
  expect(toAnswerText(answered({ object: 'response', error: null, output }))).toBe('Wait.\nf {"x":1}')
})

test('a response without text is compared as JSON', () => {
  expect(toAnswerText(answered({ ok: true }))).toBe('{\n  "ok": true\n}')
})
