import { expect, test } from 'vitest'
import { chatChunkSchema, chatCompletionSchema, type ChatRequest } from '#lib/contracts/api/chat.ts'
import {
  createTestUpstream,
  eventStream,
  plainJson,
  readFixture,
} from '#lib/providers/__fixtures__/test-upstream.ts'
import { assemble, collect, createTestModel, testAttempt, testRequest } from './__fixtures__/test-model.ts'
import type { ProviderId } from '#lib/known-providers.ts'
import { providerById } from '#lib/providers/all-providers.ts'
import { toUpstreamBody } from './chat.ts'

const lisbon = '{"city":"Lisbon"}'
test('two choices end separately, each with its own finish reason', async () => {
  const parts = [readFixture('openai', 'chat-two-choices.sse.txt')]
  const upstream = createTestUpstream({ headers: eventStream, parts })

  const { chunks, error } = await collect(
    createTestModel(upstream).stream({ ...testRequest, n: 2 }, testAttempt),
  )

  expect(error).toBeNull()
  expect(assemble(chunks, 0)).toMatchObject({ content: 'A', finish: ['length'] })
  expect(assemble(chunks, 1)).toMatchObject({ content: 'B', finish: ['stop'] })
})

test('unknown fields pass through a stream', async () => {
  const parts = [readFixture('llama-cpp', 'chat-text.sse.txt')]
  const upstream = createTestUpstream({ headers: eventStream, parts })

  const { chunks } = await collect(createTestModel(upstream, 'llama.cpp').stream(testRequest, testAttempt))

  expect(chunks.at(-1)?.['timings']).toMatchObject({ predicted_per_second: 35.2 })
})

test('a non-streamed response keeps its logprobs, details and fingerprint', async () => {
  const upstream = createTestUpstream({
    headers: plainJson,
    parts: [readFixture('openai', 'chat-logprobs.json')],
  })

  const answer = await createTestModel(upstream).generate(testRequest, testAttempt)

  expect(chatCompletionSchema.safeParse(answer).error).toBeUndefined()
  expect(answer.choices[0]?.logprobs).toMatchObject({ content: [{ token: 'Yes' }] })
  expect(answer.usage.prompt_tokens_details?.cached_tokens).toBe(0)
  expect(answer.system_fingerprint).toBe('fp_4c2851f862')
  expect(answer['service_tier']).toBe('default')
})

test('missing finish reason, id and text arguments of a non-streamed response are filled in', async () => {
  const upstream = createTestUpstream({
    headers: plainJson,
    parts: [readFixture('vllm', 'chat-null-finish.json')],
  })

  const answer = await createTestModel(upstream, 'vllm').generate(testRequest, testAttempt)

  expect(chatCompletionSchema.safeParse(answer).error).toBeUndefined()
  const [choice] = answer.choices
  expect(choice?.finish_reason).toBe('tool_calls')
  expect(choice?.message.reasoning_content).toBe('Hm.')
  expect(choice?.message.tool_calls?.[0]?.function.arguments).toBe(lisbon)
  expect(choice?.message.tool_calls?.[0]?.id).toMatch(/^call_\w{24}$/)
})

test('a truncated call is reported as length where tool_calls hides it', async () => {
  const call = {
    index: 0,
    id: 'call_a',
    type: 'function',
    function: { name: 'f', arguments: '{"city": "Lis' },
  }
  const event = (delta: object, finish_reason: string | null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason }] })}\n\n`
  const parts = [event({ tool_calls: [call] }, null), event({}, 'tool_calls')]
  const message = { role: 'assistant', content: null, tool_calls: [call] }
  const plain = [JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'tool_calls' }] })]
  const finishes = async (server: ProviderId) => {
    const upstream = createTestUpstream({ headers: eventStream, parts }, { headers: plainJson, parts: plain })
    const model = createTestModel(upstream, server)
    const { chunks } = await collect(model.stream(testRequest, testAttempt))
    return [
      ...assemble(chunks).finish,
      (await model.generate(testRequest, testAttempt)).choices[0]?.finish_reason,
    ]
  }

  expect(await finishes('vllm')).toEqual(['length', 'length'])
  expect(await finishes('openai')).toEqual(['tool_calls', 'tool_calls'])
})

test('empty lines before the JSON of a response are skipped', async () => {
  const upstream = createTestUpstream({
    headers: plainJson,
    parts: [readFixture('deepseek', 'chat-padded.json')],
  })

  const answer = await createTestModel(upstream, 'deepseek').generate(testRequest, testAttempt)

  expect(answer.choices[0]?.message.content).toBe('Hi')
})

test('where streams lose tool calls, the response is requested whole and split into chunks', async () => {
  const upstream = createTestUpstream({
    headers: plainJson,
    parts: [readFixture('ollama', 'chat-tools.json')],
  })
  const request = {
    ...testRequest,
    stream: true,
    tools: [{ type: 'function' as const, function: { name: 'get_weather' } }],
  }

  const { chunks, error } = await collect(createTestModel(upstream, 'ollama').stream(request, testAttempt))

  expect(error).toBeNull()
  expect(upstream.sent[0]?.body).not.toContain('"stream"')
  for (const chunk of chunks) expect(chatChunkSchema.safeParse(chunk).error).toBeUndefined()
  expect(assemble(chunks)).toMatchObject({
    calls: [{ name: 'get_weather', arguments: lisbon }],
    finish: ['tool_calls'],
  })
  expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 187 } })
})

test('plain JSON is accepted as the response to a streamed request', async () => {
  const upstream = createTestUpstream({
    headers: plainJson,
    parts: [readFixture('deepseek', 'chat-padded.json')],
  })

  const { chunks, error } = await collect(createTestModel(upstream).stream(testRequest, testAttempt))

  expect(error).toBeNull()
  expect(assemble(chunks)).toMatchObject({ content: 'Hi', finish: ['stop'] })
})

test('the request is sent with its deadlines, key and upstream name', async () => {
  const upstream = createTestUpstream({
    headers: eventStream,
    parts: [readFixture('openai', 'chat-text.sse.txt')],
  })

  await collect(createTestModel(upstream).stream(testRequest, testAttempt))

  const [sent] = upstream.sent
  expect(sent).toMatchObject({ method: 'POST', path: '/chat/completions', target: { basePath: '/v1' } })
  expect(sent?.timers).toEqual({ connectMs: 100, silenceMs: 1000, totalMs: 10_000 })
  expect(JSON.parse(sent?.body ?? '')).toEqual({
    model: 'm-1',
    messages: testRequest.messages,
    stream: true,
    stream_options: { include_usage: true },
  })
  expect(upstream.silences[0]).toBe(500)
})

test('a non-streamed response may take all its time before the first byte', async () => {
  const upstream = createTestUpstream({
    headers: plainJson,
    parts: [readFixture('openai', 'chat-logprobs.json')],
  })

  await createTestModel(upstream).generate(testRequest, testAttempt)

  expect(upstream.sent[0]?.timers.silenceMs).toBe(10_000)
})

const messages: ChatRequest['messages'] = [{ role: 'user', content: 'Hello' }]

function body(server: ProviderId, request: Partial<ChatRequest> = {}, stream = false) {
  return toUpstreamBody({ model: 'public', messages, ...request }, 'm-1', providerById(server).quirks, stream)
}

test('unknown fields are forwarded; our own and null ones are not', () => {
  const sent = body('openai', { top_k: 40, chat_template_kwargs: { a: 1 }, temperature: null, models: ['x'] })

  expect(sent).toEqual({ model: 'm-1', messages, top_k: 40, chat_template_kwargs: { a: 1 } })
})

test.each([
  ['openai', 'max_completion_tokens'],
  ['groq', 'max_completion_tokens'],
  ['vllm', 'max_tokens'],
  ['other', 'max_tokens'],
] as const)('%s gets the token limit as %s, whichever name was used', (server, name) => {
  expect(body(server, { max_tokens: 5 })).toEqual({ model: 'm-1', messages, [name]: 5 })
  expect(body(server, { max_completion_tokens: 6 })).toEqual({ model: 'm-1', messages, [name]: 6 })
  expect(body(server, { max_tokens: 5, max_completion_tokens: 6 })[name]).toBe(6)
})

test('fields that a server rejects are dropped', () => {
  const all = {
    logprobs: true,
    top_logprobs: 2,
    logit_bias: { 1: 2 },
    n: 1,
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
  expect(body('mistral', all)).toMatchObject({ random_seed: 7, n: 1 })
  expect(body('mistral', all)).not.toHaveProperty('seed')
})

test('several choices are refused where the server returns only one', () => {
  for (const server of ['groq', 'cohere'] as const) {
    expect(() => body(server, { n: 2 })).toThrow(
      expect.objectContaining({ code: 'unsupported_parameter', param: 'n' }),
    )
  }
})

test('usage is always requested in a stream, in the form the server supports', () => {
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

test('developer becomes system unless the server supports it', () => {
  const developer: ChatRequest['messages'] = [{ role: 'developer', content: 'Be brief.' }]

  expect(body('openai', { messages: developer })['messages']).toEqual(developer)
  expect(body('vllm', { messages: developer })['messages']).toEqual([
    { role: 'system', content: 'Be brief.' },
  ])
})

test('messages lose null and rejected fields, and are otherwise the same objects', () => {
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
