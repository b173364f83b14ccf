import { gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'
import { messageEventsOf } from './__fixtures__/message-events.ts'

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway({
    providers: [
      { id: 'claude', kind: 'anthropic', apiKey: 'sk-ant-scripted' },
      { id: 'old', kind: 'anthropic', apiKey: 'sk-ant-old' },
      { id: 'vllm', server: 'vllm', apiFormats: { messages: true } },
    ],
    models: [
      { id: 'two', provider: 'claude', upstream: 'claude-x', fallbacks: ['scripted/echo'] },
      { id: 'small', context: 1000 },
      { id: 'small-first', upstream: 'small', context: 1000, fallbacks: ['scripted/echo'] },
      { id: 'priced', provider: 'claude', upstream: 'claude-p', price: { input: 1000, output: 1000 } },
      { id: 'limited-false', provider: 'claude', upstream: 'claude-l', price: { input: 1, output: 1 } },
      { id: 'anthropic:claude/own', provider: 'claude', upstream: 'claude-own' },
      { id: 'claude/own', provider: 'claude', upstream: 'claude-other' },
      { id: 'anthropic:scripted/own', provider: 'claude', upstream: 'claude-own' },
      { id: 'scripted/own', upstream: 'scripted-own' },
      { id: 'limited-true', provider: 'claude', upstream: 'claude-m', price: { input: 1, output: 1 } },
    ],
    policy: { retriesMax: 0 },
    // No ping may come between the events of a slow machine.
    timers: { keepAliveMs: 60_000 },
  })
})
beforeEach(() => sextant.upstream.reset())
afterAll(() => sextant[Symbol.asyncDispose]())

const eventStream = { 'content-type': 'text/event-stream', 'request-id': 'req_upstream_1' }
const plainMessage = readFixture('anthropic', 'chat-message.json')
const textStream = readFixture('anthropic', 'chat-text.sse.txt')
const question = { max_tokens: 50, messages: [{ role: 'user', content: 'Hello' }] }
const post = (body: unknown, init?: Parameters<TestGateway['post']>[2]) =>
  sextant.post('/v1/messages', body, init)

describe('a provider with the same API format', () => {
  test('gets the bytes of the request, with its own model and without `models`', async () => {
    sextant.upstream.next({ kind: 'raw', parts: [plainMessage] })
    const body =
      '{ "models":["scripted/echo"], "model" : "claude\\u002fa\\/b",\n "max_tokens":1.0e2, "x":"\\ud800", "big":12345678901234567890, "messages":[]}'

    const response = await sextant.post('/v1/messages?beta=true', body, {
      headers: { 'anthropic-beta': 'one-1,two-2', 'x-stainless-os': 'Linux', cookie: 'a=b' },
    })

    expect(response.status).toBe(200)
    const [sent] = sextant.upstream.requests
    expect(sent?.path).toBe('/v1/messages?beta=true')
    expect(sent?.body.toString()).toBe(
      '{ "model" : "a/b",\n "max_tokens":1.0e2, "x":"\\ud800", "big":12345678901234567890, "messages":[]}',
    )
    expect(sent?.headers).toMatchObject({
      'x-api-key': 'sk-ant-scripted',
      'anthropic-version': '2023-06-01',
      'anthropic-beta': 'one-1,two-2',
    })
    expect(sent?.headers).not.toHaveProperty('authorization')
    expect(sent?.headers).not.toHaveProperty('x-stainless-os')
    expect(sent?.headers).not.toHaveProperty('cookie')
  })

  test('does not get thinking that another model has written, which is named', async () => {
    sextant.upstream.next({ kind: 'raw', parts: [plainMessage] })
    const make = (thinking: string, model: string) =>
      `{"model":"${model}","max_tokens":9,"messages":[{"role":"assistant","content":[${thinking}{"type":"text","text":"a"}]}]}`

    const response = await sextant.post(
      '/v1/messages',
      make('{"type":"thinking","thinking":"b","signature":"sx1.0011aabb"}, ', 'claude/c'),
    )

    expect(response.status).toBe(200)
    expect(sextant.upstream.requests[0]?.body.toString()).toBe(make(' ', 'c'))
    expect(response.headers.get('sextant-ignored')).toBe('thinking of other models')
  })

  test('answers with its own bytes but the public model, and the usage is logged', async () => {
    sextant.upstream.next({ kind: 'raw', parts: [plainMessage], headers: { 'request-id': 'req_upstream_1' } })

    const response = await post({ ...question, model: 'claude/claude-x' })

    const model = (JSON.parse(plainMessage) as { model: string }).model
    expect(await response.text()).toBe(plainMessage.replace(`"${model}"`, '"claude/claude-x"'))
    const id = response.headers.get('x-request-id')
    expect(response.headers.get('request-id')).toBe(id)
    expect(response.headers.get('sextant-upstream-request-id')).toBe('req_upstream_1')
    expect(response.headers.get('sextant-provider')).toBe('claude')
    expect(await sextant.row(id)).toMatchObject({
      route: 'messages',
      model: 'claude/claude-x',
      promptTokens: 135,
      completionTokens: 40,
      apiFormat: 'messages',
      upstreamApiFormat: 'messages',
      usageEstimated: false,
    })
  })

  test('streams its own bytes but the public model, and the usage is logged', async () => {
    const parts = [textStream.slice(0, 300), textStream.slice(300)]
    sextant.upstream.next({ kind: 'raw', headers: eventStream, parts })

    const response = await post({ ...question, model: 'claude/claude-x', stream: true })

    expect(await response.text()).toBe(textStream.replace(/("model":")[^"]+/, '$1claude/claude-x'))
    expect(await sextant.row(response.headers.get('x-request-id'))).toMatchObject({
      promptTokens: 125,
      completionTokens: 15,
      cacheReadTokens: 100,
      status: 200,
      stream: true,
    })
  })

  test('gets the bytes of a compressed request', async () => {
    const body = '{ "model": "claude/claude-x", "max_tokens": 5, "messages": [] }'
    const send = (encoding: string, bytes: Buffer<ArrayBuffer>) => {
      sextant.upstream.next({ kind: 'raw', parts: [plainMessage] })
      const headers = { 'x-api-key': sextant.token, 'content-encoding': encoding }
      return fetch(`${sextant.url}/v1/messages`, { method: 'POST', headers, body: bytes })
    }

    await send('gzip', gzipSync(body))
    await send('zstd', zstdCompressSync(body))

    const forwarded = '{ "model": "claude-x", "max_tokens": 5, "messages": [] }'
    expect(sextant.upstream.requests.map(({ body: sent }) => sent.toString())).toEqual([forwarded, forwarded])
  })

  test('is an OpenAI-compatible server whose Messages API is configured', async () => {
    sextant.upstream.next({ kind: 'raw', parts: [plainMessage] })

    const response = await post('{ "model": "vllm/m", "max_tokens": 5, "messages": [] }')
    await sextant.chat({ model: 'vllm/echo', messages: question.messages })

    expect((await response.json()) as object).toMatchObject({ type: 'message', model: 'vllm/m' })
    expect(sextant.upstream.requests.map(({ path }) => path)).toEqual([
      '/v1/messages',
      '/v1/chat/completions',
    ])
    expect(sextant.upstream.requests[0]?.body.toString()).toBe(
      '{ "model": "m", "max_tokens": 5, "messages": [] }',
    )
    expect(await sextant.row(response.headers.get('x-request-id'))).toMatchObject({
      upstreamApiFormat: 'messages',
    })
  })

  test('gets a limit of the answer where only a budget has one, and a header says it', async () => {
    const key = await sextant.makeKey({ budget: { limitNanos: 1_000_000_000, period: null } })
    const ask = (body: string) => {
      sextant.upstream.next({ kind: 'raw', parts: [plainMessage] })
      return sextant.post('/v1/messages', body, { token: key.token })
    }

    const limited = await ask('{"model":"priced","messages":[]}')
    const unlimited = await ask('{"model":"priced","messages":[],"max_tokens":7}')
    const refused = await ask('{"model":"priced","messages":[],"max_tokens":"7"}')

    // A dollar pays for a thousand tokens, of which one costs as much as each byte of the request.
    const limit = Number(limited.headers.get('sextant-max-tokens'))
    expect(limit).toBeGreaterThanOrEqual(256)
    expect(limit).toBeLessThan(1000)
    expect(sextant.upstream.requests.map(({ body }) => body.toString())).toEqual([
      `{"model":"claude-p","messages":[],"max_tokens":${limit}}`,
      '{"model":"claude-p","messages":[],"max_tokens":7}',
    ])
    expect(unlimited.headers.get('sextant-max-tokens')).toBeNull()
    expect(refused.status).toBe(400)
  })

  test.each([false, true])(
    'gets a smaller limit of a budget after it refused one, with stream: %s',
    async stream => {
      const key = await sextant.makeKey({ budget: { limitNanos: 1_000_000_000_000, period: null } })
      const limits = () =>
        sextant.upstream.requests.map(({ json }) => (json as { max_tokens?: number } | null)?.max_tokens ?? 0)
      const refused = 'max_tokens: 16384 > 8192, which is the maximum allowed number of output tokens'
      const error = JSON.stringify({
        type: 'error',
        error: { type: 'invalid_request_error', message: refused },
      })
      sextant.upstream.next({ kind: 'raw', status: 400, parts: [error] })
      sextant.upstream.next({
        kind: 'raw',
        ...(stream && { headers: eventStream }),
        parts: [stream ? textStream : plainMessage],
      })

      const body = { model: `limited-${stream}`, messages: [], stream }
      const response = await sextant.post('/v1/messages', body, { token: key.token })
      await response.text()

      const [first = 0, second] = limits()
      expect([response.status, first]).toEqual([200, 16_384])
      expect(second).toBe(first / 4)
      expect(response.headers.get('sextant-max-tokens')).toBe(String(second))
    },
  )

  test('an error before the first block is retried with the next target, in its own format', async () => {
    const overloaded = readFixture('anthropic', 'chat-overloaded.sse.txt')
    sextant.upstream.next({ kind: 'raw', headers: eventStream, parts: [overloaded] })

    const response = await post({ ...question, model: 'two', stream: true })
    const events = messageEventsOf(await response.text())

    expect(response.headers.get('sextant-attempts')).toBe('2')
    expect(events.at(0)).toMatchObject({ type: 'message_start', message: { model: 'scripted/echo' } })
    expect(events.at(-1)).toEqual({ type: 'message_stop' })
  })

  test('a stream that breaks ends with an error event and never with message_stop', async () => {
    const half = textStream.slice(0, textStream.indexOf('event: message_delta') + 30)
    sextant.upstream.next({ kind: 'raw', headers: eventStream, parts: [half], cut: true, delayMs: 20 })

    const response = await post({ ...question, model: 'claude/claude-x', stream: true })
    const events = messageEventsOf(await response.text())

    expect(events.at(-1)).toMatchObject({
      type: 'error',
      error: { type: 'api_error', details: { error_code: 'upstream_stream_interrupted' } },
      request_id: response.headers.get('request-id'),
    })
    expect(events.map(({ type }) => type)).not.toContain('message_stop')
    expect(await sextant.row(response.headers.get('x-request-id'))).toMatchObject({
      status: 502,
      promptTokens: 125,
      usageEstimated: true,
    })
  })

  test.each([
    [400, 'invalid_request_error', 400, 'invalid_request_error', null],
    [401, 'authentication_error', 502, 'api_error', 'false'],
    [404, 'not_found_error', 404, 'not_found_error', null],
    [429, 'rate_limit_error', 429, 'rate_limit_error', null],
    [529, 'overloaded_error', 502, 'api_error', 'false'],
  ])('its status %i %s is %i %s', async (status, type, expected, printed, retry) => {
    const body = { type: 'error', error: { type, message: 'No: sk-ant-scripted' } }
    sextant.upstream.next({ kind: 'error', status, body })

    const response = await post({ ...question, model: 'claude/claude-x' })
    const text = await response.text()

    expect(response.status).toBe(expected)
    expect(response.headers.get('x-should-retry')).toBe(retry)
    expect(JSON.parse(text)).toMatchObject({ type: 'error', error: { type: printed } })
    expect(text).not.toContain('sk-ant-scripted')
  })

  test.each([
    ['{"model":"claude/x","container":"container_1","messages":[]}', 'container'],
    ['{"model":"claude/x","thread":{"id":"t"},"messages":[]}', 'thread.id'],
    [
      '{"model":"claude/x","thread":{"type":"continue","previous_message_id":"msg_1"},"messages":[]}',
      'thread.previous_message_id',
    ],
    [
      '{"model":"claude/x","diagnostics":{"previous_message_id":"msg_1"},"messages":[]}',
      'diagnostics.previous_message_id',
    ],
    [
      '{"model":"claude/x","container":{"skills":[{"type":"anthropic","skill_id":"pdf"},{"type":"custom","skill_id":"s"}]}}',
      'container.skills.1.skill_id',
    ],
    [
      '{"model":"claude/x","messages":[{"content":[{"type":"document","source":{"f\\u0069le_id":"file_1"}}]}]}',
      'messages.0.content.0.source.file_id',
    ],
  ])('%s names state that other teams share, and is refused', async (body, param) => {
    for (const path of ['/v1/messages', '/v1/messages/count_tokens']) {
      const response = await sextant.post(path, body)

      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({
        error: { details: { error_code: 'unsupported_parameter', param } },
      })
    }
    expect(sextant.upstream.requests).toEqual([])
  })

  test.each(['NaN', '"\n"', '[1,]'])(
    'a body in which a file may be named is refused if it has the invalid value %j',
    async value => {
      const content = '[{"type":"document","source":{"type":"file","file_id":"file_1"}}]'

      const response = await post(
        `{"model":"claude/x","messages":[{"role":"user","z":${value},"content":${content}}]}`,
      )

      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: { details: { error_code: 'invalid_json' } } })
      expect(sextant.upstream.requests).toEqual([])
    },
  )

  test('a body that is nested too deep to be checked is refused', async () => {
    const deep = `${'['.repeat(50_000)}"file_id"${']'.repeat(50_000)}`

    const response = await sextant.post('/v1/messages', `{"model":"claude/x","messages":${deep}}`)

    expect(response.status).toBe(400)
  })

  test.each(['model', 'stream'])('a body with two members `%s` is refused', async name => {
    const value = name === 'model' ? '"claude/x"' : 'true'
    const response = await post(`{"model":"claude/x","${name}":${value},"m\\u006fdel":"claude/y"}`)

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { details: { error_code: 'invalid_json' } } })
    expect(sextant.upstream.requests).toEqual([])
  })
})

describe('any other provider', () => {
  test('gets a chat request, and its answer is a message', async () => {
    sextant.upstream.next({ kind: 'answer', text: 'Good day.' })

    const response = await post({ ...question, model: 'scripted/echo', system: 'Be brief.' })

    expect(sextant.upstream.requests[0]?.json).toMatchObject({
      model: 'echo',
      max_tokens: 50,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
    })
    const message: unknown = await response.json()
    expect(message).toMatchObject({
      type: 'message',
      role: 'assistant',
      model: 'scripted/echo',
      content: [{ type: 'text', text: 'Good day.' }],
      stop_reason: 'end_turn',
    })
    // The AI SDK's provider of version 3 refuses null.
    expect(message).not.toHaveProperty('content.0.citations')
  })

  test('leaves a row with both formats, the session and the agent', async () => {
    const session = { 'x-claude-code-session-id': 'abc', 'x-claude-code-agent-id': 'reviewer' }
    const user = JSON.stringify({ device_id: 'd', session_id: 'abc' })
    const rowOf = async (response: Response) => sextant.row(response.headers.get('x-request-id'))

    const named = await rowOf(await post({ ...question, model: 'scripted/echo' }, { headers: session }))
    const inside = await rowOf(
      await post({ ...question, model: 'scripted/echo', metadata: { user_id: user } }),
    )
    const chat = await rowOf(await sextant.chat({ messages: question.messages, model: 'claude/claude-x' }))

    expect(named).toMatchObject({
      apiFormat: 'messages',
      upstreamApiFormat: 'chat',
      session: expect.stringMatching(/^[\da-f]{16}$/) as string,
      agent: 'reviewer',
    })
    expect(inside).toMatchObject({ session: named.session, agent: null })
    expect(chat).toMatchObject({ apiFormat: 'chat', upstreamApiFormat: 'messages', session: null })
  })

  test.each([
    { reported: 0, hinted: true, stream: false, missed: true },
    { reported: 0, hinted: true, stream: true, missed: true },
    { reported: 900, hinted: true, stream: false, missed: false },
    { reported: 0, hinted: false, stream: false, missed: false },
    { reported: null, hinted: true, stream: false, missed: false },
  ])(
    'a row says if cache hints were lost: $reported tokens read, hints: $hinted, stream: $stream',
    async ({ reported, hinted, stream, missed }) => {
      const details = reported === null ? {} : { prompt_tokens_details: { cached_tokens: reported } }
      const usage = { prompt_tokens: 2000, completion_tokens: 1, total_tokens: 2001, ...details }
      const choice = { index: 0, finish_reason: 'stop' }
      const head = { id: 'chatcmpl-1', created: 1, model: 'echo' }
      const plain = {
        ...head,
        object: 'chat.completion',
        choices: [{ ...choice, message: { role: 'assistant', content: 'Hi' } }],
        usage,
      }
      const chunk = {
        ...head,
        object: 'chat.completion.chunk',
        choices: [{ ...choice, delta: { role: 'assistant', content: 'Hi' } }],
        usage,
      }
      sextant.upstream.next({
        kind: 'raw',
        ...(stream && { headers: { 'content-type': 'text/event-stream' } }),
        parts: [stream ? `data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n` : JSON.stringify(plain)],
      })
      const hint = hinted ? { cache_control: { type: 'ephemeral' } } : {}
      const system = [{ type: 'text', text: 'Be brief.', ...hint }]

      const response = await post({ ...question, model: 'scripted/echo', system, stream })
      await response.text()

      expect(await sextant.row(response.headers.get('x-request-id'))).toMatchObject({
        status: 200,
        promptTokens: 2000,
        cacheMissed: missed,
      })
    },
  )

  test('a row says if the cache hints of chat completions were lost', async () => {
    const unread = JSON.stringify({
      ...(JSON.parse(plainMessage) as object),
      usage: { input_tokens: 2000, output_tokens: 1 },
    })
    const messages = question.messages
    const askFor = async (body: object) => {
      sextant.upstream.next({ kind: 'raw', parts: [unread] })
      const response = await sextant.chat({ ...body, messages })
      return sextant.row(response.headers.get('x-request-id'))
    }

    const hinted = await askFor({ model: 'claude/claude-x', prompt_cache_key: 'a' })
    const plain = await askFor({ model: 'claude/claude-x' })

    expect(hinted).toMatchObject({ upstreamApiFormat: 'messages', cacheMissed: true })
    expect(plain).toMatchObject({ upstreamApiFormat: 'messages', cacheMissed: false })
  })

  test('the limit that an attempt needed is not said of a fallback without one', async () => {
    sextant.upstream.next({ kind: 'error', status: 503 })

    const response = await post({ ...question, model: 'small-first', max_tokens: 5000 })

    const limits = sextant.upstream.requests.map(({ json }) => (json as { max_tokens?: number }).max_tokens)
    expect(limits).toEqual([expect.any(Number), 5000])
    expect(limits[0]).toBeLessThan(1000)
    expect(response.headers.get('sextant-attempts')).toBe('2')
    expect(response.headers.get('sextant-max-tokens')).toBeNull()
  })

  test('streams its answer as events in order, with the true usage at the end', async () => {
    sextant.upstream.next({ kind: 'answer', text: ['Good ', 'day.'] })

    const response = await post({ ...question, model: 'scripted/echo', stream: true })
    const events = messageEventsOf(await response.text())

    expect(events.map(({ type }) => type)).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ])
    const row = await sextant.row(response.headers.get('x-request-id'))
    expect(events.at(-2)).toMatchObject({
      delta: { stop_reason: 'end_turn' },
      usage: { input_tokens: row.promptTokens, output_tokens: row.completionTokens },
    })
  })

  test('a tool call streams as its own block', async () => {
    sextant.upstream.next({
      kind: 'answer',
      toolCalls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    })
    const tools = [{ name: 'get_weather', input_schema: { type: 'object' } }]

    const response = await post({ ...question, model: 'scripted/echo', stream: true, tools })
    const events = messageEventsOf(await response.text())

    const json = events.map(
      ({ delta }) => (delta as { partial_json?: string } | undefined)?.partial_json ?? '',
    )
    expect(JSON.parse(json.join(''))).toEqual({ city: 'Oslo' })
    expect(events.at(-2)).toMatchObject({ delta: { stop_reason: 'tool_use' } })
  })

  test('the answer is limited to the context window, which a header says', async () => {
    const response = await post({ ...question, model: 'small', max_tokens: 32_000 })

    expect(response.status).toBe(200)
    const limit = Number(response.headers.get('sextant-max-tokens'))
    expect(limit).toBeLessThan(1000)
    expect(sextant.upstream.requests[0]?.json).toMatchObject({ max_tokens: limit })
  })

  test('what it cannot use is named, and what would be wrong without it is refused', async () => {
    const search = { type: 'web_search_20250305', name: 'web_search' }
    const tools = [search, { name: 'f', input_schema: { type: 'object' } }]

    const named = await post({ ...question, model: 'scripted/echo', tools, speed: 'fast' })
    const refused = await post({ ...question, model: 'scripted/echo', tools: [search] })

    expect(named.headers.get('sextant-ignored')).toBe('speed, tools.0 (web_search_20250305)')
    expect((await sextant.row(named.headers.get('x-request-id'))).ignored).toBe(
      'speed, tools.0 (web_search_20250305)',
    )
    expect(await refused.json()).toMatchObject({
      error: {
        type: 'invalid_request_error',
        details: { error_code: 'unsupported_parameter', param: 'tools.0.type' },
      },
    })
  })

  test.each([
    [{ ...question, model: 'nobody', messages: 'x' }, 400, 'invalid_type'],
    [{ ...question, model: 'nobody' }, 404, 'model_not_found'],
    [{ messages: question.messages, model: 'scripted/echo' }, 400, 'missing_required_parameter'],
    ['{"model":', 400, 'invalid_json'],
    ['[]', 400, 'invalid_type'],
  ])('%j is %i %s', async (body, status, code) => {
    const response = await post(body)

    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ type: 'error', error: { details: { error_code: code } } })
  })
})

describe('the key', () => {
  test('may be in x-api-key, which counts before another', async () => {
    const alone = await fetch(`${sextant.url}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': sextant.token, 'content-type': 'application/json' },
      body: JSON.stringify({ ...question, model: 'scripted/echo' }),
    })
    const wrong = await post({ ...question, model: 'scripted/echo' }, { headers: { 'x-api-key': 'wrong' } })

    expect(alone.status).toBe(200)
    expect(wrong.status).toBe(401)
    expect(wrong.headers.get('x-should-retry')).toBe('false')
    expect(wrong.headers.get('request-id')).toMatch(/^req_/)
    expect(await wrong.json()).toMatchObject({
      type: 'error',
      error: { type: 'authentication_error', details: { error_code: 'invalid_api_key' } },
      request_id: wrong.headers.get('request-id'),
    })
  })

  test('has a default model for unknown ones, and the row names both', async () => {
    const key = await sextant.makeKey({ models: ['claude/x'], defaultModel: 'scripted/echo' })
    const ask = (path: string, model: string) =>
      sextant.post(path, { ...question, model }, { token: key.token })

    for (const path of ['/v1/messages', '/v1/chat/completions', '/v1/messages/count_tokens']) {
      const response = await ask(path, 'claude-haiku-4-5')

      expect(response.status).toBe(200)
      expect(await sextant.row(response.headers.get('x-request-id'))).toMatchObject({
        model: 'claude-haiku-4-5',
        answeredBy: 'scripted/echo',
      })
    }
    expect((await ask('/v1/messages', 'second/echo')).status).toBe(403)
  })

  test('limits the models of either format', async () => {
    const key = await sextant.makeKey({ models: ['scripted/echo'] })

    const response = await post({ ...question, model: 'claude/claude-x' }, { token: key.token })

    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error: { type: 'permission_error' } })
  })
})

describe("other paths of Anthropic's clients", () => {
  test.each([
    ['/v1/messages/batches', {}],
    ['/v1/complete', {}],
    ['/v1/v1/messages', {}],
    ['/v1/organizations/me', {}],
    ['/v1/files', { 'anthropic-version': '2023-06-01' }],
    ['/v1/files', { 'x-api-key': 'sk-ant-1' }],
  ])('%s with %j is an unknown URL in their format', async (path, headers) => {
    const response = await fetch(sextant.url + path, { method: 'POST', headers, body: '{}' })

    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({
      type: 'error',
      error: { type: 'not_found_error', details: { error_code: 'unknown_url' } },
      request_id: response.headers.get('x-request-id'),
    })
    expect(response.headers.get('request-id')).toBe(response.headers.get('x-request-id'))
  })

  test('a method that is not served is an error in their format', async () => {
    const response = await fetch(`${sextant.url}/v1/models`, {
      method: 'POST',
      headers: { 'anthropic-version': '2023-06-01' },
    })

    expect(response.status).toBe(405)
    expect(response.headers.get('request-id')).toBe(response.headers.get('x-request-id'))
    expect(await response.json()).toMatchObject({
      type: 'error',
      error: { type: 'invalid_request_error', details: { error_code: 'method_not_allowed' } },
    })
  })

  test("paths of OpenAI's clients are unknown in the format of OpenAI", async () => {
    const response = await sextant.post('/v1/files', {}, { headers: { 'x-api-key': 'x' } })

    expect(await response.json()).toMatchObject({ error: { code: 'unknown_url' } })
  })

  test('the probe of Claude Code needs no key', async () => {
    expect((await fetch(`${sextant.url}/api/hello`, { method: 'HEAD' })).status).toBe(204)
  })
})

describe('models', () => {
  const list = async (query: string, agent = 'sdk') => {
    const headers = { 'x-api-key': sextant.token, 'anthropic-version': '2023-06-01', 'user-agent': agent }
    const response = await fetch(`${sextant.url}/v1/models${query}`, { headers })
    return (await response.json()) as {
      data: { id: string; display_name: string }[]
      has_more: boolean
      last_id: string
    }
  }

  test('are listed page by page', async () => {
    const all = (await list('?limit=1000')).data.map(({ id }) => id)
    const first = await list('?limit=1')
    const second = await list(`?limit=1&after_id=${encodeURIComponent(first.last_id)}`)
    const before = await list(`?limit=1&before_id=${encodeURIComponent(second.last_id)}`)

    expect(all).toEqual(expect.arrayContaining(['two', 'small']))
    expect(first).toMatchObject({ has_more: true, last_id: all[0] })
    expect(second.last_id).toBe(all[1])
    expect(before.last_id).toBe(all[0])
  })

  test('end after a model that no longer exists, so that no client reads them forever', async () => {
    expect(await list('?after_id=gone')).toMatchObject({ data: [], has_more: false, last_id: null })
  })

  test('keep ids of their own that look like those that Claude Code shows', async () => {
    const { data } = await list('?limit=1000', 'claude-cli/2.1.330 (external, cli)')
    const ids = data.map(({ id }) => id)
    const upstreamOf = async (model: string) => {
      sextant.upstream.reset()
      sextant.upstream.next({ kind: 'raw', parts: [plainMessage] })
      const response = await post({ ...question, model })
      expect(await response.json()).toMatchObject({ model })
      return sextant.upstream.requests[0]?.json
    }

    expect(new Set(ids).size).toBe(ids.length)
    expect(data).toContainEqual(
      expect.objectContaining({ id: 'anthropic:scripted/own', display_name: 'anthropic:scripted/own' }),
    )
    expect(await list('/anthropic:scripted/own')).toMatchObject({ display_name: 'anthropic:scripted/own' })
    expect(await upstreamOf('anthropic:scripted/own')).toMatchObject({ model: 'claude-own' })
    expect(await upstreamOf('claude/own')).toMatchObject({ model: 'claude-other' })
  })

  test('have ids that Claude Code shows, and that name the same models', async () => {
    const { data } = await list('?limit=1000', 'claude-cli/2.1.330 (external, cli)')
    const one = await list('/anthropic:small')
    const answer = await post({ ...question, model: 'anthropic:small' })

    expect(data.every(({ id }) => /^(claude|anthropic)/.test(id))).toBe(true)
    expect(data).toContainEqual(expect.objectContaining({ id: 'anthropic:small', display_name: 'small' }))
    expect(one).toMatchObject({ type: 'model', display_name: 'small' })
    expect(await answer.json()).toMatchObject({ model: 'small' })
  })
})

describe('a client that sends only `x-api-key`', () => {
  const get = (path: string, headers: Record<string, string>) => fetch(sextant.url + path, { headers })

  test("gets the models in Anthropic's format", async () => {
    const headers = { 'x-api-key': sextant.token }
    const list = await get('/v1/models', headers)
    const one = await get('/v1/models/small', headers)

    expect(list.status).toBe(200)
    expect(await list.json()).toMatchObject({ data: expect.any(Array) as unknown, has_more: false })
    expect(await one.json()).toMatchObject({ type: 'model', id: 'small' })
  })

  test('gets the error of a wrong key in that format', async () => {
    const response = await get('/v1/models', { 'x-api-key': 'wrong' })

    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ type: 'error', error: { type: 'authentication_error' } })
  })

  test('differs from one that sends `authorization` too', async () => {
    const headers = { 'x-api-key': 'of a proxy', authorization: `Bearer ${sextant.token}` }
    const response = await get('/v1/models', headers)

    expect(await response.json()).toMatchObject({ object: 'list' })
  })
})

describe('count_tokens', () => {
  const count = (body: unknown) => sextant.post('/v1/messages/count_tokens', body)

  test('is answered by a provider with the same API format', async () => {
    sextant.upstream.next({ kind: 'raw', parts: ['{"input_tokens":14}'] })

    const response = await count({ model: 'claude/claude-x', messages: question.messages })

    expect(await response.json()).toEqual({ input_tokens: 14 })
    expect(response.headers.get('sextant-estimated')).toBeNull()
    expect(sextant.upstream.requests[0]?.path).toBe('/v1/messages/count_tokens')
  })

  test.each([
    ['old/claude-x', 1],
    ['scripted/echo', 0],
  ])('is estimated where %s does not count, which is found out once', async (model, asked) => {
    sextant.upstream.next({ kind: 'error', status: 404 })

    await count({ model, messages: question.messages })
    const response = await count({ model, messages: question.messages })

    expect(sextant.upstream.requests).toHaveLength(asked)
    expect(((await response.json()) as { input_tokens: number }).input_tokens).toBeGreaterThan(3)
    expect(response.headers.get('sextant-estimated')).toBe('true')
    expect(await sextant.row(response.headers.get('x-request-id'))).toMatchObject({
      route: 'count-tokens',
      promptTokens: 0,
    })
  })
})
