import { expect, test } from 'vitest'
import type { ChatRequest } from '#lib/contracts/chat.ts'
import type { ServerKind } from '#lib/engines/server-kind.ts'
import { quirksOf } from './quirks.ts'
import { toUpstreamBody } from './to-upstream-body.ts'

const messages: ChatRequest['messages'] = [{ role: 'user', content: 'Hello' }]

function body(server: ServerKind, request: Partial<ChatRequest> = {}, stream = false) {
  return toUpstreamBody({ model: 'public', messages, ...request }, 'm-1', quirksOf(server), stream)
}

test('unknown fields are forwarded; ours and nulls are not', () => {
  const sent = body('openai', { top_k: 40, chat_template_kwargs: { a: 1 }, temperature: null, models: ['x'] })

  expect(sent).toEqual({ model: 'm-1', messages, top_k: 40, chat_template_kwargs: { a: 1 } })
})

test.each([
  ['openai', 'max_completion_tokens'],
  ['groq', 'max_completion_tokens'],
  ['vllm', 'max_tokens'],
  ['other', 'max_tokens'],
] as const)('%s gets the token limit as %s, whichever was given', (server, name) => {
  expect(body(server, { max_tokens: 5 })).toEqual({ model: 'm-1', messages, [name]: 5 })
  expect(body(server, { max_completion_tokens: 6 })).toEqual({ model: 'm-1', messages, [name]: 6 })
  expect(body(server, { max_tokens: 5, max_completion_tokens: 6 })[name]).toBe(6)
})

test('what a server refuses is left out', () => {
  const all = {
    logprobs: true,
    top_logprobs: 2,
    logit_bias: { 1: 2 },
    n: 2,
    seed: 7,
    presence_penalty: 1,
    stop: 'x',
  }

  expect(body('groq', all)).toEqual({ model: 'm-1', messages, seed: 7, presence_penalty: 1, stop: 'x' })
  expect(Object.keys(body('xai', all))).toEqual([
    'logprobs',
    'top_logprobs',
    'n',
    'seed',
    'model',
    'messages',
  ])
  expect(body('mistral', all)).toMatchObject({ random_seed: 7, n: 2 })
  expect(body('mistral', all)).not.toHaveProperty('seed')
})

test('usage is always asked for in a stream, in the server’s way', () => {
  expect(
    body('openai', { stream_options: { include_usage: false, include_obfuscation: false } }, true),
  ).toMatchObject({
    stream: true,
    stream_options: { include_usage: true, include_obfuscation: false },
  })
  expect(body('vllm', {}, true)['stream_options']).toEqual({
    include_usage: true,
    continuous_usage_stats: true,
  })
  expect(body('mistral', {}, true)).not.toHaveProperty('stream_options')
  expect(body('openai', { stream: true, stream_options: { include_usage: true } })).toEqual({
    model: 'm-1',
    messages,
  })
})

test('developer becomes system but where the server knows it', () => {
  const developer: ChatRequest['messages'] = [{ role: 'developer', content: 'Be brief.' }]

  expect(body('openai', { messages: developer })['messages']).toEqual(developer)
  expect(body('vllm', { messages: developer })['messages']).toEqual([
    { role: 'system', content: 'Be brief.' },
  ])
})

test('messages lose nulls and refused fields, and are otherwise the same objects', () => {
  const answer = {
    role: 'assistant' as const,
    content: null,
    refusal: null,
    reasoning_content: 'Hm',
    name: 'bot',
  }

  const [first, second] = body('groq', { messages: [...messages, answer] })['messages'] as unknown[]

  expect(first).toBe(messages[0])
  expect(second).toEqual({ role: 'assistant', content: null })
  expect(body('vllm', { messages: [answer] })['messages']).toEqual([
    { role: 'assistant', content: null, reasoning_content: 'Hm', name: 'bot' },
  ])
})

test('Mistral gets tool ids of nine letters and digits, the same for call and result', () => {
  const call = {
    id: 'call_0123456789abcdefghijklmn',
    type: 'function' as const,
    function: { name: 'f', arguments: '{}' },
  }
  const own = { ...call, id: 'gT9bY2QxA' }
  const conversation: ChatRequest['messages'] = [
    { role: 'assistant', content: null, tool_calls: [call, own] },
    { role: 'tool', tool_call_id: call.id, content: '1' },
    { role: 'tool', tool_call_id: own.id, content: '2' },
  ]

  const [assistant, first, second] = body('mistral', { messages: conversation })['messages'] as Record<
    string,
    unknown
  >[]

  const [mapped, kept] = (assistant?.['tool_calls'] ?? []) as { id: string }[]
  expect(mapped?.id).toMatch(/^[0-9A-Za-z]{9}$/)
  expect(first?.['tool_call_id']).toBe(mapped?.id)
  expect(kept?.id).toBe('gT9bY2QxA')
  expect(second?.['tool_call_id']).toBe('gT9bY2QxA')
})

test('Cohere gets a schema in its json_object form', () => {
  const schema = { type: 'object' }
  const response_format = { type: 'json_schema' as const, json_schema: { name: 'x', schema } }

  expect(body('cohere', { response_format })['response_format']).toEqual({ type: 'json_object', schema })
  expect(body('openai', { response_format })['response_format']).toEqual(response_format)
})
