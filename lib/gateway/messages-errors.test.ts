import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// Deadlines pass, and tokens are counted, more slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway({
    providers: [{ id: 'claude', kind: 'anthropic', apiKey: 'sk-ant-scripted' }],
    models: [
      { id: 'small', context: 1000 },
      { id: 'text-only', input: ['text'] },
      { id: 'priced', price: { input: 1000, output: 1000 } },
    ],
    policy: { retriesMax: 0 },
    timers: { plainMs: 3000 },
  })
})
afterAll(() => sextant[Symbol.asyncDispose]())

const question = { model: 'scripted/echo', max_tokens: 50, messages: [{ role: 'user', content: 'Hello' }] }
const post = (body: unknown, init?: Parameters<TestGateway['post']>[2]) =>
  sextant.post('/v1/messages', body, init)

/** How clients see it: they read the type, the code and three headers. */
async function shapeOf(response: Response) {
  const {
    type,
    error,
    request_id: id,
  } = (await response.json()) as {
    type: string
    request_id: string
    error: { type: string; message: string; details: { error_code: string } }
  }
  expect([type, id]).toEqual(['error', response.headers.get('request-id')])
  expect(response.headers.get('x-request-id')).toBe(id)
  return {
    status: response.status,
    type: error.type,
    code: error.details.error_code,
    message: error.message,
    retryAfter: response.headers.get('retry-after'),
    shouldRetry: response.headers.get('x-should-retry'),
  }
}

const long = [{ role: 'user', content: 'word '.repeat(5000) }]
const final = { shouldRetry: 'false', retryAfter: null }

test.each([
  [
    'a wrong key',
    () => post(question, { token: 'wrong' }),
    401,
    'authentication_error',
    'invalid_api_key',
    final,
  ],
  [
    'a key without the scope',
    async () => post(question, { token: (await sextant.makeKey({ scopes: ['rerank'] })).token }),
    403,
    'permission_error',
    'endpoint_not_allowed',
    {},
  ],
  [
    'an unknown model',
    () => post({ ...question, model: 'none' }),
    404,
    'not_found_error',
    'model_not_found',
    {},
  ],
  [
    'another content type',
    () => post('x', { headers: { 'content-type': 'text/plain' } }),
    415,
    'invalid_request_error',
    'unsupported_media_type',
    {},
  ],
  [
    'a prompt that is too long',
    () => post({ ...question, model: 'small', messages: long }),
    400,
    'invalid_request_error',
    'context_length_exceeded',
    { message: expect.stringMatching(/^prompt is too long: \d+ tokens > 1000 maximum/) as string },
  ],
  [
    'an exhausted budget',
    async () => {
      const { token } = await sextant.makeKey({ budget: { limitNanos: 1, period: null } })
      return post({ ...question, model: 'priced' }, { token })
    },
    429,
    'billing_error',
    'insufficient_quota',
    final,
  ],
  [
    'a silent provider',
    () => post({ ...question, model: 'scripted/hang-head' }),
    504,
    'timeout_error',
    'upstream_timeout',
    final,
  ],
  [
    'a request that is too large for its provider',
    () => {
      const body = '{"type":"error","error":{"type":"request_too_large","message":"Request exceeds 32 MB"}}'
      sextant.upstream.next({ kind: 'raw', status: 413, parts: [body] })
      return post({ ...question, model: 'claude/claude-x' })
    },
    413,
    'request_too_large',
    'request_too_large',
    { message: 'Request exceeds 32 MB' },
  ],
  [
    'a request that is too large for a provider with another format',
    () => {
      sextant.upstream.next({ kind: 'raw', status: 413, parts: ['{"error":{"message":"Too large"}}'] })
      return post({ ...question, model: 'scripted/echo' })
    },
    413,
    'request_too_large',
    'request_too_large',
    { message: 'Too large' },
  ],
  [
    'a provider that fails',
    () => post({ ...question, model: 'scripted/error-500' }),
    502,
    'api_error',
    'upstream_error',
    final,
  ],
] as const)('%s has an error in the format of the Messages API', async (_, ask, status, type, code, more) => {
  expect(await shapeOf(await ask())).toMatchObject({ status, type, code, ...more })
})

test('a key at its limit gets the time to wait', async () => {
  const { token } = await sextant.makeKey({ requestsPerMinute: 1 })
  await post(question, { token })

  expect(await shapeOf(await post(question, { token }))).toMatchObject({
    status: 429,
    type: 'rate_limit_error',
    code: 'rate_limit_exceeded',
    retryAfter: expect.stringMatching(/^\d+$/) as string,
    shouldRetry: null,
  })
})

test('a provider that is disabled after failures is overloaded', async () => {
  for (let at = 0; at < 5; at++) await post({ ...question, model: 'refused/x' })

  expect(await shapeOf(await post({ ...question, model: 'refused/x' }))).toMatchObject({
    status: 503,
    type: 'overloaded_error',
    code: 'no_provider_available',
    retryAfter: expect.stringMatching(/^\d+$/) as string,
  })
})

describe('an error about the translated request names the field of the client', () => {
  const image = { type: 'image', source: { type: 'url', url: 'http://127.0.0.1:1/a.png' } }
  const input_image = { type: 'input_image', image_url: 'http://127.0.0.1:1/a.png' }
  const turns = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hi' },
  ]
  const ofMessages = (model: string) => {
    const content = [{ type: 'text', text: 'What is it?' }, image]
    return post({ ...question, model, system: 'Be brief.', messages: [...turns, { role: 'user', content }] })
  }
  const ofResponses = (model: string) => {
    const content = [{ type: 'input_text', text: 'What is it?' }, input_image]
    const input = [...turns, { role: 'user', content }]
    return sextant.post('/v1/responses', { model, instructions: 'Be brief.', input })
  }
  const upstreamError = (param: string) =>
    sextant.upstream.next({
      kind: 'raw',
      status: 400,
      parts: [JSON.stringify({ error: { message: `Invalid '${param}'.`, param } })],
    })

  test.each([
    [
      'an image that the model cannot read',
      'text-only',
      'messages.2.content.1.source',
      'input.2.content.1.image_url',
    ],
    [
      'an image that cannot be fetched',
      'scripted/echo',
      'messages.2.content.1.source.url',
      'input.2.content.1.image_url',
    ],
  ])('%s', async (_, model, inMessages, inResponses) => {
    const messages = (await (await ofMessages(model)).json()) as { error: { details: { param: string } } }
    const responses = (await (await ofResponses(model)).json()) as { error: { param: string } }

    expect(messages.error.details.param).toBe(inMessages)
    expect(responses.error.param).toBe(inResponses)
  })

  test('an image in the result of a tool', async () => {
    const content = [{ type: 'tool_use', id: 'a', name: 'look', input: {} }]
    const result = { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'It:' }, image] }
    const messages = [
      { role: 'user', content: 'Look' },
      { role: 'assistant', content },
      { role: 'user', content: [result] },
    ]
    const failed = await post({ ...question, model: 'text-only', messages })

    expect(await failed.json()).toMatchObject({
      error: { details: { param: 'messages.2.content.0.content.1.source' } },
    })
  })

  test.each([
    ['messages[3].content', 'messages.2.content', 'input.2.content'],
    ['messages.0.content', 'system', 'instructions'],
    ['tools[0].function.parameters', 'tools.1.input_schema', 'tools.1.parameters'],
    ['response_format', 'output_config.format', 'text.format'],
    ['max_tokens', 'max_tokens', 'max_output_tokens'],
    ['logit_bias', null, null],
  ])('of a provider about %s', async (param, inMessages, inResponses) => {
    const text = {
      role: 'user',
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    }
    const parts = {
      role: 'user',
      content: [
        { type: 'input_text', text: 'a' },
        { type: 'input_text', text: 'b' },
      ],
    }
    const typed = { type: 'web_search_20250305', name: 'web_search' }
    upstreamError(param)
    const messages = await post({
      ...question,
      system: 'Be brief.',
      messages: [...turns, text],
      tools: [typed, { name: 'f', input_schema: { type: 'object' } }],
    })
    upstreamError(param)
    const responses = await sextant.post('/v1/responses', {
      model: question.model,
      instructions: 'Be brief.',
      input: [...turns, parts],
      tools: [{ type: 'web_search' }, { type: 'function', name: 'f', parameters: { type: 'object' } }],
    })

    expect(await messages.json()).toMatchObject({
      error: { message: `Invalid '${inMessages ?? param}'.`, details: { param: inMessages } },
    })
    expect(await responses.json()).toMatchObject({
      error: { message: `Invalid '${inResponses ?? param}'.`, param: inResponses },
    })
  })
})
