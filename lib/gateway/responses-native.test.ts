import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import { responseEventsOf } from './__fixtures__/response-events.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway({
    providers: [
      { id: 'gpt', server: 'openai', apiKey: 'sk-scripted-openai' },
      { id: 'vllm', server: 'vllm', apiFormats: { responses: true } },
    ],
    models: [
      { id: 'two', provider: 'gpt', upstream: 'gpt-x', fallbacks: ['scripted/echo'] },
      { id: 'priced', provider: 'gpt', upstream: 'gpt-p', price: { input: 1000, output: 1000 } },
    ],
    policy: { retriesMax: 0 },
    timers: { keepAliveMs: 60_000 },
  })
})
beforeEach(() => sextant.upstream.reset())
afterAll(() => sextant[Symbol.asyncDispose]())

const eventStream = { 'content-type': 'text/event-stream', 'x-request-id': 'req_upstream_1' }
const plain = readFixture('openai', 'responses.json')
const stream = readFixture('openai', 'responses-text.sse.txt')
const withModel = (text: string) => text.replaceAll(/("model": ?")[^"]+/g, '$1gpt/gpt-x')
const post = (body: unknown, init?: Parameters<TestGateway['post']>[2]) =>
  sextant.post('/v1/responses', body, init)

test.each([
  ['web_search_options', { web_search_options: {} }],
  ['search_parameters', { search_parameters: { mode: 'on' } }],
  ['plugins', { plugins: [{ id: 'web' }] }],
])(
  'under a budget, web searches by %s are refused where the price has no rate of them',
  async (param, search) => {
    const { token } = await sextant.makeKey({ budget: { limitNanos: 1e13, period: null } })

    const response = await post({ model: 'priced', input: 'hi', max_output_tokens: 9, ...search }, { token })

    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ error: { code: 'model_unpriced', param } })
    expect(sextant.upstream.requests).toEqual([])
  },
)

test.each([
  [{ type: 'code_interpreter', container: { type: 'auto' } }],
  [{ type: 'image_generation' }],
  [{ type: 'shell', environment: { type: 'container_auto' } }],
])(
  'a budget refuses the tool %j, for which the vendor bills more than the catalog says; else its row is unpriced',
  async tool => {
    const { token } = await sextant.makeKey({ budget: { limitNanos: 1e13, period: null } })
    const tools = [{ type: 'function', name: 'f', parameters: {} }, tool]
    const body = { model: 'gpt/gpt-5', input: 'hi', max_output_tokens: 9, tools }

    const refused = await post(body, { token })
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ error: { code: 'model_unpriced', param: 'tools.1' } })
    expect(sextant.upstream.requests).toEqual([])

    const sourceOf = async (sent: object) => {
      sextant.upstream.next({ kind: 'raw', parts: [plain] })
      return (await post(sent)).headers.get('sextant-cost-source')
    }
    expect(await sourceOf(body)).toBe('unpriced')
    expect(await sourceOf({ ...body, tools: tools.slice(0, 1) })).toBe('catalog')
    expect(await sourceOf({ ...body, model: 'priced' })).toBe('operator')
  },
)

describe("OpenAI's own API", () => {
  test.each([
    [
      '{ "models":["scripted/echo"], "model" : "gpt\\u002fa\\/b",\n "top_p":1.0e0, "x":"\\ud800", "big":12345678901234567890, "store":false}',
      '{ "model" : "a/b",\n "top_p":1.0e0, "x":"\\ud800", "big":12345678901234567890, "store":false}',
    ],
    ['{"store": true ,"input":"x","model":"gpt/b"}', '{"store": false ,"input":"x","model":"b"}'],
    ['{"input":"x","model":"gpt/b"} ', '{"input":"x","model":"b","store":false} '],
    [
      '{"model":"gpt/b","store":false,"input":[{"type":"reasoning","id":"rs_sxA","summary":[]}, {"role":"user","content":"a"} ,{"type":"reasoning","id":"x","encrypted_content":"sx1.aa"},{"type":"item_reference","id":"rs_1"},{"type":"reasoning","id":"rs_1","encrypted_content":"gAAA"}]}',
      '{"model":"b","store":false,"input":[ {"role":"user","content":"a"},{"type":"reasoning","id":"rs_1","encrypted_content":"gAAA"}]}',
    ],
  ])('gets the bytes of %s with the permitted edits', async (body, expected) => {
    sextant.upstream.next({ kind: 'raw', parts: [plain] })

    const response = await sextant.post('/v1/responses?a=b', body, {
      headers: {
        'openai-beta': 'responses=v1',
        'session-id': 's1',
        'thread-id': 't1',
        'x-codex-turn-state': 'abc',
        'openai-organization': 'org_1',
        'openai-project': 'proj_1',
        'x-stainless-os': 'Linux',
        cookie: 'a=b',
      },
    })

    expect(response.status).toBe(200)
    const [sent] = sextant.upstream.requests
    expect(sent?.path).toBe('/v1/responses?a=b')
    expect(sent?.body.toString()).toBe(expected)
    expect(sent?.headers).toMatchObject({
      authorization: 'Bearer sk-scripted-openai',
      'openai-beta': 'responses=v1',
      'session-id': 's1',
      'thread-id': 't1',
      'x-codex-turn-state': 'abc',
    })
    for (const name of ['openai-organization', 'openai-project', 'x-stainless-os', 'cookie'])
      expect(sent?.headers).not.toHaveProperty(name)
  })

  test('answers with its own bytes but the public model, and the usage is logged', async () => {
    sextant.upstream.next({ kind: 'raw', parts: [plain], headers: { 'x-request-id': 'req_upstream_1' } })

    const response = await post({ model: 'gpt/gpt-x', input: 'Hi' })

    expect(await response.text()).toBe(withModel(plain))
    expect(response.headers.get('sextant-upstream-request-id')).toBe('req_upstream_1')
    expect(await sextant.row(response.headers.get('x-request-id'))).toMatchObject({
      route: 'responses',
      promptTokens: 125,
      completionTokens: 15,
      cacheReadTokens: 100,
      reasoningTokens: 9,
      apiFormat: 'responses',
      upstreamApiFormat: 'responses',
      usageEstimated: false,
    })
  })

  test('streams its own bytes but the public model, and nothing after them', async () => {
    const parts = [stream.slice(0, 300), stream.slice(300, 2900), `${stream.slice(2900)}data: [DONE]\n\n`]
    sextant.upstream.next({
      kind: 'raw',
      headers: { ...eventStream, 'x-codex-turn-state': 'ts-1', 'x-ratelimit-limit-requests': '5' },
      parts,
    })

    const response = await post({ model: 'gpt/gpt-x', input: 'Hi', stream: true })

    expect(await response.text()).toBe(withModel(stream))
    expect(response.headers.get('x-codex-turn-state')).toBe('ts-1')
    expect(response.headers.get('x-ratelimit-limit-requests')).not.toBe('5')
    expect(await sextant.row(response.headers.get('x-request-id'))).toMatchObject({
      promptTokens: 125,
      completionTokens: 15,
      stream: true,
      status: 200,
    })
  })

  test.each([
    ['in one piece', plain, false],
    ['as a stream', stream, true],
  ])('a whole answer without usage is charged by our own count, %s', async (_, answer, streams) => {
    const text = answer.replaceAll(/"usage": ?\{(?:[^{}]|\{[^{}]*\})*\}/g, '"usage":null')
    sextant.upstream.next({ kind: 'raw', parts: [text], ...(streams && { headers: eventStream }) })

    const response = await post({ model: 'priced', input: 'Hi', stream: streams })
    const read = await response.text()

    expect(response.status).toBe(200)
    expect(read).not.toContain('"output_tokens"')
    const row = await sextant.row(response.headers.get('x-request-id'))
    expect(row.usageEstimated).toBe(true)
    expect(row.completionTokens).toBeGreaterThan(0)
    expect(row.costNanos).toBe(((row.promptTokens ?? 0) + (row.completionTokens ?? 0)) * 1_000_000)
  })

  test('a stream that breaks ends with error and response.failed, counted on', async () => {
    const half = stream.slice(0, stream.indexOf('event: response.output_text.done') + 30)
    sextant.upstream.next({ kind: 'raw', headers: eventStream, parts: [half], cut: true, delayMs: 20 })

    const response = await post({ model: 'gpt/gpt-x', input: 'Hi', stream: true })
    const { events, done } = responseEventsOf(await response.text())

    expect(done).toBe(false)
    expect(events.slice(-2)).toMatchObject([
      { type: 'error', code: 'server_error' },
      {
        type: 'response.failed',
        response: { id: expect.stringMatching(/^resp_68af/) as string, status: 'failed' },
      },
    ])
    expect(await sextant.row(response.headers.get('x-request-id'))).toMatchObject({
      status: 502,
      usageEstimated: true,
    })
  })

  test.each([
    [
      'error',
      { code: 'context_length_exceeded', message: 'Too long.' },
      'context_length_exceeded',
      'Too long.',
    ],
    [
      'response.failed',
      { code: 'rate_limit_exceeded', message: 'Slow.' },
      'rate_limit_exceeded',
      'again in 1s.',
    ],
    // The balance is that of the operator.
    ['response.failed', { code: 'insufficient_quota', message: 'Pay.' }, 'server_error', 'balance'],
    ['error', { code: 'server_error', message: 'Oops.' }, 'server_error', 'HTTP 500'],
  ])('its %s mid-stream with %j keeps the code that clients know', async (type, error, code, words) => {
    const half = stream.slice(0, stream.indexOf('event: response.output_text.done'))
    const said = type === 'error' ? { type, ...error, param: null } : { type, response: { error } }
    const last = `event: ${type}\ndata: ${JSON.stringify({ ...said, sequence_number: 9 })}\n\n`
    sextant.upstream.next({ kind: 'raw', headers: eventStream, parts: [half + last] })

    // A model of its own: too many failures of one would stop requests to it.
    const response = await post({ model: `gpt/${error.code}`, input: 'Hi', stream: true })
    const { events, done } = responseEventsOf(await response.text())

    const message = expect.stringContaining(words) as string
    expect(done).toBe(false)
    expect(events.slice(-2)).toMatchObject([
      { type: 'error', code, message },
      { type: 'response.failed', response: { status: 'failed', error: { code, message } } },
    ])
  })

  test('an error before the first item is retried with the next target, in its own format', async () => {
    const begin = stream.slice(0, stream.indexOf('event: response.output_item.added'))
    const error =
      'event: error\ndata: {"type":"error","sequence_number":2,"code":"server_error","message":"No."}\n\n'
    sextant.upstream.next({ kind: 'raw', headers: eventStream, parts: [begin + error] })

    const response = await post({ model: 'two', input: 'Hi', stream: true })
    const { events, done } = responseEventsOf(await response.text())

    expect(response.headers.get('sextant-attempts')).toBe('2')
    expect(events[0]).toMatchObject({ type: 'response.created', response: { model: 'scripted/echo' } })
    expect([events.at(-1)?.type, done]).toEqual(['response.completed', true])
  })

  test('gets a limit of the answer where only a budget has one, and a header says it', async () => {
    const key = await sextant.makeKey({ budget: { limitNanos: 1_000_000_000, period: null } })
    sextant.upstream.next({ kind: 'raw', parts: [plain] })

    const response = await post('{"model":"priced","input":"x","store":false}', { token: key.token })

    const limit = Number(response.headers.get('sextant-max-tokens'))
    expect(limit).toBeGreaterThanOrEqual(256)
    expect(sextant.upstream.requests[0]?.body.toString()).toBe(
      `{"model":"gpt-p","input":"x","store":false,"max_output_tokens":${limit}}`,
    )
  })

  test.each([false, true])(
    'the request log says that it ended at that limit, with stream: %s',
    async streams => {
      const { token } = await sextant.makeKey({ budget: { limitNanos: 1_000_000_000, period: null } })
      const response = {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        output: [],
      }
      const event = { type: 'response.incomplete', response }
      sextant.upstream.next(
        streams
          ? {
              kind: 'raw',
              headers: eventStream,
              parts: [`event: response.incomplete\ndata: ${JSON.stringify(event)}\n\n`],
            }
          : { kind: 'raw', parts: [JSON.stringify({ model: 'gpt-p', ...response })] },
      )

      const answer = await post({ model: 'priced', input: 'x', stream: streams }, { token })
      await answer.text()

      const limit = Number(answer.headers.get('sextant-max-tokens'))
      expect(await sextant.row(answer.headers.get('x-request-id'))).toMatchObject({ cutAtTokens: limit })
    },
  )

  test.each([
    ['"background":true', 'unsupported_parameter', 'background'],
    ['"conversation":"conv_1"', 'unsupported_parameter', 'conversation'],
    ['"prompt":{"id":"p"}', 'unsupported_parameter', 'prompt'],
    ['"previous_response_id":"resp_1"', 'previous_response_not_found', 'previous_response_id'],
    [
      '"tools":[{"type":"file_search","vector_store_ids":["vs_1"]}]',
      'unsupported_parameter',
      'tools.0.vector_store_ids',
    ],
    [
      '"tools":[{"type":"code_interpreter","container":"cntr_1"}]',
      'unsupported_parameter',
      'tools.0.container',
    ],
    [
      '"input":[{"role":"user","content":[{"type":"input_file","f\\u0069le_id":"file_1"}]}]',
      'unsupported_parameter',
      'input.0.content.0.file_id',
    ],
    ['"input":[{"type":"item_reference","id":"msg_1"}]', 'item_not_found', 'input.0.id'],
    ['"input":[{"type":"item\\u005freference","id":"msg_1"}]', 'item_not_found', 'input.0.id'],
    ['"input":[{"id":"msg_1"}]', 'item_not_found', 'input.0.id'],
    ['"input":[{"type":"message","type":null,"id":"msg_1"}]', 'item_not_found', 'input.0.id'],
    [
      '"input":[{"role":"user","content":[{"type":"input_file","file_id":"file_1","file_id":null}]}]',
      'unsupported_parameter',
      'input.0.content.0.file_id',
    ],
    ['"tools":[{"type":"mcp","tunnel_id":"tun_1"}]', 'unsupported_parameter', 'tools.0.tunnel_id'],
    [
      '"tools":[{"type":"shell","environment":{"skills":[{"skill_id":"skill_1"}]}}]',
      'unsupported_parameter',
      'tools.0.environment.skills.0.skill_id',
    ],
  ])('never sees state of others: %s is refused', async (member, code, param) => {
    for (const path of ['/v1/responses', '/v1/responses/input_tokens']) {
      const response = await sextant.post(path, `{"model":"gpt/x",${member}}`)

      expect(await response.json()).toMatchObject({ error: { code, param } })
    }
    expect(sextant.upstream.requests).toEqual([])
  })

  test.each([
    [400, 'invalid_request_error', 400],
    [401, 'invalid_request_error', 502],
    [404, 'invalid_request_error', 404],
    [429, 'rate_limit_error', 429],
    [500, 'server_error', 502],
  ])('its status %i is %s and then %i', async (status, type, expected) => {
    const body = { error: { type, code: null, param: null, message: 'No: sk-scripted-openai' } }
    sextant.upstream.next({ kind: 'error', status, body })

    const response = await post({ model: 'gpt/gpt-x', input: 'Hi' })

    expect(response.status).toBe(expected)
    expect(await response.text()).not.toContain('sk-scripted-openai')
  })

  test('counts the tokens of a request', async () => {
    sextant.upstream.next({ kind: 'raw', parts: ['{"object":"response.input_tokens","input_tokens":14}'] })

    const response = await sextant.post('/v1/responses/input_tokens', { model: 'gpt/gpt-x', input: 'Hi' })

    expect(await response.json()).toEqual({ object: 'response.input_tokens', input_tokens: 14 })
    expect(sextant.upstream.requests[0]?.path).toBe('/v1/responses/input_tokens')
  })

  test.each([
    ['{"model":"gpt/b","input":"Hi"}', '{"model":"b","input":"Hi"}'],
    ['{"model":"gpt/b","store":true,"input":"Hi"}', '{"model":"b","input":"Hi"}'],
    ['{"models":[] , "store":false ,"model":"gpt/b"}', '{"model":"b"}'],
    ['{"store":false,"models":[],"model":"gpt/b"}', '{"model":"b"}'],
    ['{"model":"gpt/b","models":[],"store":false}', '{"model":"b"}'],
  ])('counts %s without setting `store`', async (body, expected) => {
    sextant.upstream.next({ kind: 'raw', parts: ['{"object":"response.input_tokens","input_tokens":14}'] })

    await sextant.post('/v1/responses/input_tokens', body)

    expect(JSON.parse(sextant.upstream.requests[0]?.body.toString() ?? '')).toEqual(JSON.parse(expected))
  })

  test('a limit of null is no limit, as without a budget', async () => {
    const key = await sextant.makeKey({ budget: { limitNanos: 1_000_000_000, period: null } })
    sextant.upstream.next({ kind: 'raw', parts: [plain] })

    const response = await post(
      { model: 'priced', input: 'x', max_output_tokens: null },
      { token: key.token },
    )

    expect(response.status).toBe(200)
    const limit = Number(response.headers.get('sextant-max-tokens'))
    expect(sextant.upstream.requests[0]?.json).toMatchObject({ max_output_tokens: limit })
  })

  test('a stream that breaks is charged for its prompt without the bytes of an image', async () => {
    const half = stream.slice(0, stream.indexOf('event: response.output_text.done') + 30)
    sextant.upstream.next({ kind: 'raw', headers: eventStream, parts: [half], cut: true })
    const image_url = `data:image/png;base64,${'A'.repeat(300_000)}`
    const input = [{ role: 'user', content: [{ type: 'input_image', image_url }] }]

    const response = await post({ model: 'gpt/gpt-x', input, stream: true })
    await response.text()

    const row = await sextant.row(response.headers.get('x-request-id'))
    expect(row?.promptTokens).toBeLessThan(10_000)
  })

  test.each(['model', 'stream', 'store', 'previous_response_id'])(
    'a body with two members `%s` is refused',
    async name => {
      const escaped = name.replace('e', '\\u0065')
      const response = await post(`{"model":"gpt/x","${name}":null,"${escaped}":false}`)

      expect(await response.json()).toMatchObject({ error: { code: 'invalid_json' } })
      expect(sextant.upstream.requests).toEqual([])
    },
  )
})

describe('a server with the Responses API by configuration', () => {
  test('gets the bytes of a request, and its stream comes back', async () => {
    sextant.upstream.next({ kind: 'raw', headers: eventStream, parts: [stream] })

    const response = await post('{"input":"x", "model":"vllm/qwen","stream":true,"top_k":40}')

    expect(await response.text()).toBe(stream.replaceAll(/("model": ?")[^"]+/g, '$1vllm/qwen'))
    const [sent] = sextant.upstream.requests
    expect(sent?.path).toBe('/v1/responses')
    expect(sent?.body.toString()).toBe('{"input":"x", "model":"qwen","stream":true,"top_k":40,"store":false}')
  })

  test('gets no URL that a client chooses: such a request is translated, and its image fetched', async () => {
    const content = [{ type: 'input_image', image_url: 'http://127.0.0.1:9/secret.png' }]

    const response = await post({ model: 'vllm/qwen', input: [{ role: 'user', content }] })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { param: 'input.0.content.0.image_url' } })
    expect(sextant.upstream.requests).toEqual([])
  })
})
