import { expect, test } from 'vitest'
import type { ChatChunk } from '#lib/contracts/api/chat.ts'
import { ApiError } from '#lib/errors.ts'
import { createTestUpstream, eventStream, plainJson } from '#lib/providers/__fixtures__/test-upstream.ts'
import type { LanguageStreamItem } from '#lib/providers/openai-compatible/language-model.ts'
import {
  createTestModel,
  testAttempt,
  testRequest,
} from '#lib/providers/openai-compatible/__fixtures__/test-model.ts'
import { assembleAnswer } from './assemble-answer.ts'

const head = { id: 'chatcmpl-1', created: 1_763_700_000, model: 'm-1', system_fingerprint: 'fp_1' }
const usage = {
  prompt_tokens: 9,
  completion_tokens: 5,
  total_tokens: 14,
  prompt_tokens_details: { cached_tokens: 4 },
  completion_tokens_details: { reasoning_tokens: 2 },
}
const toData = (event: object) => `data: ${JSON.stringify(event)}\n\n`
const chunk = (delta: object, fields: object = {}, more: object = {}) =>
  toData({
    ...head,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: null, ...fields }],
    ...more,
  })
const entry = (token: string) => ({ token, logprob: -0.1, bytes: null, top_logprobs: [] })

test.each([
  [
    'text with reasoning, logprobs, annotations and fields of its own',
    [
      chunk(
        { role: 'assistant', content: '', refusal: null },
        {},
        { service_tier: 'default', obfuscation: '' },
      ),
      chunk({ reasoning_content: 'Let me ' }),
      chunk({ reasoning_content: 'see.', reasoning_details: [{ index: 0, type: 'text', text: 'Let ' }] }),
      chunk({ reasoning_details: [{ index: 0, type: 'text', text: 'me' }] }),
      chunk({ content: 'Hel' }, { logprobs: { content: [entry('Hel')], refusal: null } }),
      chunk({ content: 'lo' }, { logprobs: { content: [entry('lo')], refusal: null } }),
      chunk({ annotations: [{ type: 'url_citation', url_citation: { url: 'https://a.test/' } }] }),
      chunk({ annotations: [{ type: 'url_citation', url_citation: { url: 'https://b.test/' } }] }),
      chunk(
        {},
        { finish_reason: 'stop', native_finish_reason: 'end_turn' },
        { citations: ['https://a.test/'] },
      ),
      toData({ ...head, object: 'chat.completion.chunk', choices: [], usage, timings: { prompt_n: 9 } }),
    ],
    {
      service_tier: 'default',
      citations: ['https://a.test/'],
      timings: { prompt_n: 9 },
      usage,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: 'Hello',
            refusal: null,
            reasoning_content: 'Let me see.',
            reasoning_details: [{ index: 0, type: 'text', text: 'Let me' }],
            annotations: [
              { type: 'url_citation', url_citation: { url: 'https://a.test/' } },
              { type: 'url_citation', url_citation: { url: 'https://b.test/' } },
            ],
          },
          logprobs: { content: [entry('Hel'), entry('lo')], refusal: null },
          finish_reason: 'stop',
          native_finish_reason: 'end_turn',
        },
      ],
    },
  ],
  [
    'tool calls',
    [
      chunk({ role: 'assistant', content: null }),
      chunk({
        tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'f', arguments: '' } }],
      }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '{"a"' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }),
      chunk({
        tool_calls: [{ index: 1, id: 'call_2', type: 'function', function: { name: 'g', arguments: '{}' } }],
      }),
      chunk({}, { finish_reason: 'tool_calls' }),
      toData({ ...head, object: 'chat.completion.chunk', choices: [], usage }),
    ],
    {
      usage,
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: null,
            refusal: null,
            tool_calls: [
              { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
              { id: 'call_2', type: 'function', function: { name: 'g', arguments: '{}' } },
            ],
          },
          logprobs: null,
          finish_reason: 'tool_calls',
        },
      ],
    },
  ],
  [
    'a refusal',
    [
      chunk({ role: 'assistant', content: '', refusal: null }),
      chunk({ refusal: 'I cannot ' }),
      chunk({ refusal: 'help.' }),
      chunk({}, { finish_reason: 'stop' }),
    ],
    {
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: null, refusal: 'I cannot help.' },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
    },
  ],
  [
    'a function call of the former API',
    [
      chunk({ role: 'assistant', content: null, function_call: { name: 'f', arguments: '' } }),
      chunk({ function_call: { arguments: '{"a"' } }),
      chunk({ function_call: { arguments: ':1}' } }),
      chunk({}, { finish_reason: 'function_call' }),
    ],
    {
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{"a":1}' } },
          finish_reason: 'function_call',
        },
      ],
    },
  ],
  [
    'reasoning that reached the token limit',
    [
      chunk({ role: 'assistant', content: null, reasoning_content: 'Let me ' }),
      chunk({ reasoning_content: 'see' }),
      chunk({}, { finish_reason: 'length' }),
    ],
    {
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: null, reasoning_content: 'Let me see' },
          finish_reason: 'length',
        },
      ],
    },
  ],
  [
    'an empty text',
    [chunk({ role: 'assistant', content: '' }), chunk({}, { finish_reason: 'stop' })],
    { choices: [{ index: 0, message: { role: 'assistant', content: '' }, finish_reason: 'stop' }] },
  ],
])('an assembled answer equals the one in one piece: %s', async (_, parts, plain) => {
  const streaming = createTestModel(
    createTestUpstream({ headers: eventStream, parts: [...parts, 'data: [DONE]\n\n'] }),
  )
  const body = JSON.stringify({ ...head, object: 'chat.completion', ...plain })
  const whole = createTestModel(createTestUpstream({ headers: plainJson, parts: [body] }))

  const assembled = await assembleAnswer(streaming.stream(testRequest, testAttempt))

  expect(assembled).toEqual(await whole.generate(testRequest, testAttempt))
})

async function* failing(code: 'upstream_stream_interrupted' | 'upstream_stream_timeout') {
  const delta = { content: 'Hel' }
  const events = [
    { ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: null }] },
  ]
  yield { kind: 'events', events: events as ChatChunk[] } satisfies LanguageStreamItem
  throw new ApiError(code, 'The provider stopped.')
}

test.each([
  ['upstream_stream_interrupted', 'upstream_error', true],
  ['upstream_stream_timeout', 'upstream_timeout', false],
] as const)('%s is %s for an answer of which the client has nothing', async (code, plain, retryable) => {
  await expect(assembleAnswer(failing(code))).rejects.toMatchObject({ code: plain, retryable })
})
