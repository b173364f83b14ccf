import { expect, test } from 'vitest'
import { chatChunkSchema, chatCompletionSchema, type ChatRequest } from '#lib/contracts/api/chat.ts'
import {
  createTestUpstream,
  eventStream,
  plainJson,
  readFixture,
  type Reply,
} from '#lib/providers/__fixtures__/test-upstream.ts'
import { createAnthropic } from './messages.ts'
import {
  assemble,
  collect,
  testAttempt,
  testRequest,
  testTarget,
} from '#lib/providers/openai-compatible/__fixtures__/test-model.ts'

function modelOf(...replies: readonly Reply[]) {
  const upstream = createTestUpstream(...replies)
  const model = createAnthropic({
    providerId: 'anthropic',
    modelId: 'claude',
    target: testTarget,
    request: upstream.request,
    secrets: [],
    local: false,
    inputField: 'messages',
  })
  return { upstream, model }
}

const streamOf = (name: string): Reply => ({
  headers: eventStream,
  parts: readFixture('anthropic', `chat-${name}.sse.txt`).split(/(?<=\n\n)/),
})

test('text is streamed, and cached tokens are in the usage', async () => {
  const { model, upstream } = modelOf(streamOf('text'))

  const { chunks, error } = await collect(model.stream(testRequest, testAttempt))

  expect(error).toBeNull()
  for (const chunk of chunks) expect(chatChunkSchema.safeParse(chunk).error).toBeUndefined()
  expect(assemble(chunks)).toMatchObject({ content: 'Hello!', finish: ['stop'] })
  expect(chunks.at(-1)).toMatchObject({
    choices: [],
    model: 'claude-sonnet-4-5-20250929',
    usage: {
      prompt_tokens: 125,
      completion_tokens: 15,
      total_tokens: 140,
      prompt_tokens_details: { cached_tokens: 100 },
    },
  })
  expect(upstream.sent[0]).toMatchObject({ path: '/messages' })
  expect(upstream.left).toEqual(['finish'])
})

test('thinking, text and tool calls are each streamed in their own field', async () => {
  const { model } = modelOf(streamOf('tools'))

  const { chunks, error } = await collect(model.stream(testRequest, testAttempt))

  expect(error).toBeNull()
  expect(assemble(chunks)).toEqual({
    content: 'Let me see.',
    reasoning: 'Look it up.',
    calls: [
      { id: 'toolu_01T1x1fJ34qAmk2tNTrN7Up6', name: 'get_weather', arguments: '{"city": "Lisbon"}' },
      { id: 'toolu_02', name: 'get_time', arguments: '{}' },
    ],
    finish: ['tool_calls'],
  })
})

test('an overloaded server is retried before content; afterwards the stream is interrupted', async () => {
  const before = await collect(modelOf(streamOf('overloaded')).model.stream(testRequest, testAttempt))
  const after = await collect(modelOf(streamOf('mid-error')).model.stream(testRequest, testAttempt))
  const status = {
    status: 529,
    headers: plainJson,
    parts: ['{"type":"error","error":{"type":"overloaded_error"}}'],
  }

  expect(before.error).toMatchObject({ code: 'upstream_error', retryable: true })
  expect(after.error).toMatchObject({ code: 'upstream_stream_interrupted', retryable: false })
  await expect(modelOf(status).model.generate(testRequest, testAttempt)).rejects.toMatchObject({
    retryable: true,
  })
})

test('a non-streamed response is a completion', async () => {
  const { model } = modelOf({
    headers: plainJson,
    parts: [readFixture('anthropic', 'chat-message.json')],
  })

  const answer = await model.generate(testRequest, testAttempt)

  expect(chatCompletionSchema.safeParse(answer).error).toBeUndefined()
  expect(answer.choices).toEqual([
    {
      index: 0,
      message: {
        role: 'assistant',
        content: 'Let me see.',
        refusal: null,
        reasoning_content: 'Look it up.',
        tool_calls: [
          {
            id: 'toolu_01',
            type: 'function',
            function: { name: 'get_weather', arguments: '{"city":"Lisbon"}' },
          },
        ],
      },
      logprobs: null,
      finish_reason: 'tool_calls',
    },
  ])
  expect(answer.usage).toMatchObject({ prompt_tokens: 135, completion_tokens: 40, total_tokens: 175 })
})

test.each([
  [
    'an error',
    '{"type":"error","error":{"type":"invalid_request_error","message":"max_tokens: required"}}',
    'invalid_value',
  ],
  ['no content', '{"type":"message"}', 'upstream_error'],
  ['HTML', '<html>', 'upstream_error'],
])('a 200 with %s is %s', async (_, text, code) => {
  const { model } = modelOf({ headers: plainJson, parts: [text] })

  await expect(model.generate(testRequest, testAttempt)).rejects.toMatchObject({ code })
})

async function bodyOf(request: Partial<ChatRequest>): Promise<Record<string, unknown>> {
  const { model, upstream } = modelOf({
    headers: plainJson,
    parts: [readFixture('anthropic', 'chat-message.json')],
  })
  await model.generate({ ...testRequest, ...request }, testAttempt)
  return JSON.parse(upstream.sent[0]?.body ?? '') as Record<string, unknown>
}

test('a conversation with tools becomes alternating turns, with tool results in user turns', async () => {
  const call = (id: string, text: string) => ({
    id,
    type: 'function' as const,
    function: { name: 'f', arguments: text },
  })

  const body = await bodyOf({
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'developer', content: [{ type: 'text', text: 'Be kind.' }] },
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'Hm',
        tool_calls: [call('a', '{"x":1}'), call('b', '{')],
      },
      { role: 'tool', tool_call_id: 'a', content: 'sunny' },
      { role: 'tool', tool_call_id: 'b', content: [{ type: 'text', text: 'late' }] },
      { role: 'user', content: 'Thanks' },
      { role: 'assistant', content: '' },
    ],
  })

  expect(body['system']).toBe('Be brief.\n\nBe kind.')
  expect(body['messages']).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'Weather?' }] },
    {
      role: 'assistant',
      content: [
        { type: 'tool_use', id: 'a', name: 'f', input: { x: 1 } },
        { type: 'tool_use', id: 'b', name: 'f', input: { invalid_json: '{' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'a', content: 'sunny' },
        { type: 'tool_result', tool_use_id: 'b', content: 'late' },
        { type: 'text', text: 'Thanks' },
      ],
    },
  ])
})

test('arguments with thousands of levels are sent back as text, like other invalid ones', async () => {
  const text = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const call = { id: 'a', type: 'function' as const, function: { name: 'f', arguments: text } }

  const body = await bodyOf({
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'a', content: 'x' },
    ],
  })

  expect(JSON.stringify(body['messages'])).toContain('"invalid_json":"[[[')
})

test('images are sent as URLs or base64', async () => {
  const image = (url: string) => ({ type: 'image_url' as const, image_url: { url } })

  const body = await bodyOf({
    messages: [
      { role: 'user', content: [image('https://example.com/a.png'), image('Data:Image/PNG;base64,AAAA')] },
    ],
  })

  expect(body['messages']).toEqual([
    {
      role: 'user',
      content: [
        { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
      ],
    },
  ])
})

test('parameters are renamed for the Messages API, and unknown ones are dropped', async () => {
  const schema = { type: 'object' }

  const body = await bodyOf({
    max_tokens: 7,
    temperature: 1.5,
    top_p: 0.9,
    top_k: 5,
    stop: 'END',
    seed: 1,
    logit_bias: {},
    user: 'u1',
    response_format: { type: 'json_schema', json_schema: { name: 'x', schema } },
  })

  expect(body).toEqual({
    model: 'claude',
    max_tokens: 7,
    stream: false,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    temperature: 1,
    top_p: 0.9,
    top_k: 5,
    stop_sequences: ['END'],
    metadata: { user_id: 'u1' },
    output_config: { format: { type: 'json_schema', schema } },
  })
})

const tools = ['f', 'g'].map(name => ({ type: 'function' as const, function: { name } }))
const allowed = { mode: 'required' as const, tools: [{ type: 'function', function: { name: 'g' } }] }

test.each<[ChatRequest['tool_choice'], unknown]>([
  [undefined, { type: 'auto' }],
  ['none', { type: 'none' }],
  ['required', { type: 'any' }],
  [
    { type: 'function', function: { name: 'g' } },
    { type: 'tool', name: 'g' },
  ],
  [{ type: 'allowed_tools', allowed_tools: allowed }, { type: 'any' }],
])('the tool choice %j is %j', async (tool_choice, expected) => {
  expect((await bodyOf({ tools, tool_choice }))['tool_choice']).toEqual(expected)
})

test('tools have a schema, only allowed ones are sent, and parallel calls can be disabled', async () => {
  const body = await bodyOf({
    tools,
    tool_choice: { type: 'allowed_tools', allowed_tools: allowed },
    parallel_tool_calls: false,
  })

  expect(body['tools']).toEqual([{ name: 'g', input_schema: { type: 'object', properties: {} } }])
  expect(body['tool_choice']).toEqual({ type: 'any', disable_parallel_tool_use: true })
})

test.each([
  [{ n: 2 }, 'n'],
  [{ response_format: { type: 'json_object' as const } }, 'response_format'],
])('unsupported requests are refused before they are sent: %j', async (request, param) => {
  const { model, upstream } = modelOf()

  await expect(model.generate({ ...testRequest, ...request }, testAttempt)).rejects.toMatchObject({
    code: 'unsupported_parameter',
    param,
  })
  expect(upstream.sent).toEqual([])
})

const cacheControlOf = async (more: object) => {
  const { model, upstream } = modelOf({
    headers: plainJson,
    parts: [readFixture('anthropic', 'chat-message.json')],
  })
  await model.generate({ ...testRequest, ...more }, testAttempt)
  const sent = JSON.parse(upstream.sent[0]?.body ?? '') as { readonly cache_control?: unknown }
  return sent.cache_control
}

test('the history of a conversation is cached, a single question is not', async () => {
  const turns = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello!' },
    { role: 'user', content: 'Why?' },
  ]

  expect(await cacheControlOf({})).toBeUndefined()
  expect(await cacheControlOf({ messages: turns })).toEqual({ type: 'ephemeral' })
  expect(await cacheControlOf({ prompt_cache_key: 'a' })).toEqual({ type: 'ephemeral' })
  expect(await cacheControlOf({ session_id: 'a' })).toEqual({ type: 'ephemeral' })
  expect(await cacheControlOf({ messages: turns, cache_control: { type: 'ephemeral', ttl: '1h' } })).toEqual({
    type: 'ephemeral',
    ttl: '1h',
  })
})
