import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makePdf } from '#lib/documents/__fixtures__/make-pdf.ts'
import { readEvents } from './__fixtures__/read-events.ts'
import { responseEventsOf } from './__fixtures__/response-events.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway({
    providers: [
      { id: 'vllm', server: 'vllm' },
      { id: 'gpt', server: 'openai', apiKey: 'sk-scripted-openai' },
    ],
    models: [{ id: 'small', context: 1000 }],
    policy: { retriesMax: 0 },
    timers: { keepAliveMs: 60_000 },
  })
})
beforeEach(() => sextant.upstream.reset())
afterAll(() => sextant[Symbol.asyncDispose]())

const model = 'scripted/echo'
const post = (body: unknown, init?: Parameters<TestGateway['post']>[2]) =>
  sextant.post('/v1/responses', body, init)
const sent = () => sextant.upstream.requests.at(-1)?.json
const weather = { type: 'function', name: 'get_weather', parameters: null }

async function stream(body: object) {
  const response = await post({ model, input: 'Hello', stream: true, ...body })
  return { response, ...responseEventsOf(await response.text()) }
}

describe('a provider of chat completions', () => {
  test('gets the text and the instructions, and its answer is a response with every member', async () => {
    sextant.upstream.next({ kind: 'answer', text: 'Good day.' })

    const response = await post({
      model,
      input: 'Hello',
      instructions: 'Be brief.',
      max_output_tokens: 50,
      metadata: { a: 'b' },
      tools: [weather],
    })

    expect(sent()).toMatchObject({
      model: 'echo',
      max_tokens: 50,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hello' },
      ],
      tools: [
        {
          type: 'function',
          function: { name: 'get_weather', parameters: { type: 'object', properties: {} } },
        },
      ],
    })
    const row = await sextant.row(response.headers.get('x-request-id'))
    expect(row).toMatchObject({
      route: 'responses',
      apiFormat: 'responses',
      upstreamApiFormat: 'chat',
      status: 200,
    })
    expect(await response.json()).toEqual({
      id: expect.stringMatching(/^resp_\w{32}$/) as string,
      object: 'response',
      created_at: expect.any(Number) as number,
      completed_at: expect.any(Number) as number,
      status: 'completed',
      error: null,
      incomplete_details: null,
      model,
      previous_response_id: null,
      instructions: 'Be brief.',
      output: [
        {
          id: expect.stringMatching(/^msg_/) as string,
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'Good day.', annotations: [], logprobs: [] }],
        },
      ],
      tools: [{ ...weather, description: null, strict: null }],
      tool_choice: 'auto',
      parallel_tool_calls: true,
      truncation: 'disabled',
      text: { format: { type: 'text' } },
      temperature: 1,
      top_p: 1,
      presence_penalty: 0,
      frequency_penalty: 0,
      top_logprobs: 0,
      reasoning: null,
      usage: {
        input_tokens: row.promptTokens,
        input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
        output_tokens: row.completionTokens,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: row.promptTokens + row.completionTokens,
      },
      max_output_tokens: 50,
      max_tool_calls: null,
      store: false,
      background: false,
      service_tier: 'default',
      metadata: { a: 'b' },
      safety_identifier: null,
      prompt_cache_key: null,
      user: null,
    })
  })

  test('streams its answer as events in order', async () => {
    sextant.upstream.next({ kind: 'answer', reasoning: 'Hm.', text: ['Good ', 'day.'] })

    const { events, done } = await stream({})

    expect(events.map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.reasoning_summary_part.added',
      'response.reasoning_summary_text.delta',
      'response.reasoning_summary_text.done',
      'response.reasoning_summary_part.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ])
    expect(done).toBe(true)
    expect(events.at(-1)).toMatchObject({
      response: {
        status: 'completed',
        output: [
          { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }] },
          { type: 'message', content: [{ text: 'Good day.' }] },
        ],
      },
    })
  })

  test('calls of custom tools and of namespaces come back as such', async () => {
    const tools = [
      {
        type: 'custom',
        name: 'apply_patch',
        description: 'Edits files.',
        format: { type: 'grammar', syntax: 'lark', definition: 'start: "x"' },
      },
      { type: 'namespace', name: 'agents', tools: [{ type: 'function', name: 'spawn' }] },
      { type: 'web_search' },
    ]
    sextant.upstream.next({
      kind: 'answer',
      toolCalls: [
        { name: 'apply_patch', arguments: { input: '*** Begin Patch' } },
        { name: 'agents__spawn', arguments: { task: 1 } },
      ],
    })

    const { events, response } = await stream({ tools })

    expect(response.headers.get('sextant-ignored')).toBe('tools.2 (web_search)')
    expect(sent()?.['tools']).toMatchObject([
      { function: { name: 'apply_patch', parameters: { required: ['input'] } } },
      { function: { name: 'agents__spawn' } },
    ])
    expect(events.at(-1)).toMatchObject({
      response: {
        output: [
          { type: 'custom_tool_call', name: 'apply_patch', input: '*** Begin Patch' },
          { type: 'function_call', name: 'spawn', namespace: 'agents', arguments: '{"task":1}' },
        ],
      },
    })
    expect(events.filter(({ type }) => type.startsWith('response.custom')).map(({ type }) => type)).toEqual([
      'response.custom_tool_call_input.delta',
      'response.custom_tool_call_input.done',
    ])
  })

  test('reads calls, results, pictures and instructions of a history in order', async () => {
    const image = { type: 'input_image', image_url: 'data:image/png;base64,AA==', detail: 'low' }
    const input = [
      { role: 'developer', content: [{ type: 'input_text', text: 'First.' }] },
      { role: 'user', content: [{ type: 'input_text', text: 'Look' }, image] },
      { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'Yes.' }] },
      {
        type: 'function_call',
        id: 'fc_1',
        call_id: 'a',
        name: 'f',
        arguments: '{"x":1}',
        status: 'completed',
      },
      { type: 'custom_tool_call', call_id: 'b', name: 'apply_patch', input: 'p' },
      { type: 'function_call_output', call_id: 'a', output: [image] },
      { type: 'custom_tool_call_output', call_id: 'b', output: '' },
      { type: 'web_search_call', id: 'ws_1', status: 'completed' },
      { role: 'user', content: 'And?' },
    ]

    const response = await post({ model, input })

    expect(response.status).toBe(200)
    expect(sent()?.messages).toEqual([
      { role: 'system', content: 'First.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==', detail: 'low' } },
        ],
      },
      {
        role: 'assistant',
        content: 'Yes.',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } },
          { id: 'b', type: 'function', function: { name: 'apply_patch', arguments: '{"input":"p"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: '(image)' },
      { role: 'tool', tool_call_id: 'b', content: '(no output)' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Image of tool result a:' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==', detail: 'low' } },
          { type: 'text', text: 'And?' },
        ],
      },
    ])
  })

  // The process that reads it starts slowly on a busy machine.
  test('gets the text of files', { timeout: 60_000 }, async () => {
    const pdf = await makePdf([pen => pen.write('The moon moves the tides.', 60, 100)])
    const file = (filename: string, file_data: string) => ({ type: 'input_file', filename, file_data })
    const content = [
      file('tides.pdf', `data:application/pdf;base64,${pdf.toString('base64')}`),
      file('a.txt', 'data:text/plain;base64,SGk='),
    ]

    await post({ model, input: [{ role: 'user', content }] })

    expect(sent()?.messages).toEqual([
      {
        role: 'user',
        content:
          '<document title="tides.pdf">\nThe moon moves the tides.\n</document>\n\n<document title="a.txt">\nHi\n</document>',
      },
    ])
  })

  test.each([
    [{ text: { format: { type: 'json_object' } } }, { response_format: { type: 'json_object' } }],
    [
      { text: { format: { type: 'json_schema', name: 'n', schema: { type: 'object' }, strict: true } } },
      {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'n', schema: { type: 'object' }, strict: true },
        },
      },
    ],
    [{ tools: [weather], tool_choice: 'required' }, { tool_choice: 'required' }],
    [
      { tools: [weather], tool_choice: { type: 'function', name: 'get_weather' } },
      { tool_choice: { type: 'function', function: { name: 'get_weather' } } },
    ],
    [
      {
        tools: [weather, { ...weather, name: 'other' }],
        tool_choice: {
          type: 'allowed_tools',
          mode: 'required',
          tools: [{ type: 'function', name: 'other' }],
        },
      },
      { tools: [{ function: { name: 'other' } }], tool_choice: 'required' },
    ],
    [
      { tools: [weather], parallel_tool_calls: false, temperature: 0.5 },
      { parallel_tool_calls: false, temperature: 0.5 },
    ],
    [{ top_logprobs: 2 }, { logprobs: true, top_logprobs: 2 }],
  ])('%j is %j', async (fields, expected) => {
    await post({ model, input: 'Hello', ...fields })

    expect(sent()).toMatchObject(expected)
  })

  test('reasoning goes back and forth, and is named by nothing but its content', async () => {
    sextant.upstream.next({ kind: 'answer', reasoning: 'Hm.', text: 'Yes.' })
    const first = (await (
      await post({ model, input: 'Hello', include: ['reasoning.encrypted_content'] })
    ).json()) as { output: Record<string, unknown>[] }
    const [reasoning] = first.output

    const again = await post({
      model,
      input: [
        { role: 'user', content: 'Hello' },
        { ...reasoning, summary: [] },
        { role: 'user', content: 'Go on.' },
      ],
    })

    expect(reasoning).toMatchObject({
      id: expect.stringMatching(/^rs_sx/) as string,
      encrypted_content: expect.stringMatching(/^sx1\./) as string,
    })
    expect(again.status).toBe(200)
  })

  test('an answer cut by the limit is incomplete', async () => {
    sextant.upstream.next({ kind: 'answer', text: 'Good', finish: 'length' })

    const { events, done } = await stream({})

    expect(done).toBe(true)
    expect(events.at(-1)).toMatchObject({
      type: 'response.incomplete',
      response: {
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        output: [{ status: 'incomplete' }],
      },
    })
  })

  test('a conversation that is too long loses its oldest turns with truncation: auto', async () => {
    const turn = (index: number) => [
      { role: 'user', content: `${index} ${'word '.repeat(100)}` },
      { type: 'function_call', call_id: `c${index}`, name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: `c${index}`, output: 'one' },
    ]
    const input = [
      ...Array.from({ length: 20 }, (_, index) => turn(index)).flat(),
      { role: 'user', content: 'End' },
    ]

    const refused = await post({ model: 'small', input, max_output_tokens: 50 })
    const cut = await post({
      model: 'small',
      input,
      max_output_tokens: 50,
      truncation: 'auto',
      instructions: 'I',
    })

    expect(refused.status).toBe(400)
    expect(cut.status).toBe(200)
    const messages = sent()?.messages as { role: string; content: string }[]
    expect(messages.map(({ role }) => role).slice(0, 4)).toEqual(['system', 'user', 'assistant', 'tool'])
    expect(messages.length).toBeGreaterThan(6)
    expect(messages.at(-1)?.content).toBe('End')
  })

  test('a stream that breaks ends with error and response.failed, and without [DONE]', async () => {
    const { response, events, done } = await stream({ model: 'scripted/cut-3' })

    expect(done).toBe(false)
    expect(events.slice(-2)).toMatchObject([
      { type: 'error', code: 'server_error', param: null },
      { type: 'response.failed', response: { status: 'failed', error: { code: 'server_error' } } },
    ])
    expect(await sextant.row(response.headers.get('x-request-id'))).toMatchObject({
      status: 502,
      errorCode: 'upstream_stream_interrupted',
    })
  })
})

describe('a request that cannot be answered', () => {
  test.each([
    [{ background: true }, 'unsupported_parameter', 'background'],
    [{ conversation: 'conv_1' }, 'unsupported_parameter', 'conversation'],
    [{ prompt: { id: 'p' } }, 'unsupported_parameter', 'prompt'],
    [{ previous_response_id: 'resp_1' }, 'previous_response_not_found', 'previous_response_id'],
    [{ input: null }, 'missing_required_parameter', 'input'],
    [{ input: [] }, 'empty_array', 'input'],
    [{ input: '' }, 'invalid_value', 'input'],
    [{ input: [{ type: 'mcp_call' }] }, 'unsupported_parameter', 'input.0.type'],
    [{ input: [{ type: 'function_call', call_id: 1 }] }, 'missing_required_parameter', 'input.0.name'],
    [{ input: [{ type: 'item_reference', id: 'msg_1' }] }, 'item_not_found', 'input.0.id'],
    [
      { input: [{ role: 'user', content: [{ type: 'input_image', file_id: 'f' }] }] },
      'unsupported_parameter',
      'input.0.content.0.file_id',
    ],
    [
      { input: [{ role: 'user', content: [{ type: 'input_image' }] }] },
      'missing_required_parameter',
      'input.0.content.0.image_url',
    ],
    [
      { input: [{ role: 'user', content: [{ type: 'input_file' }] }] },
      'missing_required_parameter',
      'input.0.content.0.file_data',
    ],
    [
      {
        input: [
          { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
          { type: 'function_call', call_id: 'a', name: 'g', arguments: '{}' },
          { type: 'function_call_output', call_id: 'a', output: 'One.' },
        ],
      },
      'invalid_value',
      'input.1.call_id',
    ],
    [
      { input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'f' }] }] },
      'unsupported_parameter',
      'input.0.content.0.file_id',
    ],
    [
      { input: [{ type: 'function_call_output', call_id: 'a', output: '' }] },
      'invalid_value',
      'input.0.call_id',
    ],
    [
      { input: [{ type: 'function_call', call_id: 'a', name: 'f', arguments: '' }] },
      'invalid_value',
      'input.0.call_id',
    ],
    [{ tools: [{ type: 'web_search' }] }, 'unsupported_parameter', 'tools.0.type'],
    [{ tools: [weather], tool_choice: { type: 'web_search' } }, 'unsupported_parameter', 'tool_choice.type'],
    [{ tool_choice: 'required' }, 'invalid_value', 'tool_choice'],
    [{ tool_choice: { type: 'function', name: 'f' } }, 'invalid_value', 'tool_choice'],
    [{ tools: [weather], tool_choice: { type: 'function', name: 'f' } }, 'invalid_value', 'tool_choice.name'],
    [
      { tools: [weather], tool_choice: { type: 'function' } },
      'missing_required_parameter',
      'tool_choice.name',
    ],
    [{ tools: [{ type: 'function', name: 'a b' }] }, 'invalid_value', 'tools.0.name'],
    [{ metadata: { a: 1 } }, 'invalid_type', 'metadata.a'],
    [{ model: 'none' }, 'model_not_found', 'model'],
    [{ model: 5 }, 'invalid_type', 'model'],
  ])('%j is refused with %s at %s', async (fields, code, param) => {
    const response = await post({ model, input: 'Hello', ...fields })

    expect(await response.json()).toMatchObject({ error: { code, param } })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.status).toBeLessThan(500)
    expect(sextant.upstream.requests).toEqual([])
  })

  test.each([
    { metadata: { ['k'.repeat(100_000)]: 'v' } },
    { tools: [{ type: 't'.repeat(100_000) }] },
    { input: [{ type: 'i'.repeat(100_000) }] },
    { model: 'm'.repeat(100_000) },
    { previous_response_id: 'r'.repeat(100_000) },
  ])('gets an error that does not grow with it', async fields => {
    const response = await post({ model, input: 'Hello', ...fields })

    expect(response.status).toBeGreaterThanOrEqual(400)
    expect((await response.text()).length).toBeLessThan(800)
  })

  test('that continues a response gets the setting that would store it', async () => {
    const { error } = (await (await post({ model, input: 'Hi', previous_response_id: 'resp_7' })).json()) as {
      error: { message: string }
    }

    expect(error.message).toMatch(/`resp_7` is not stored: stored responses are off .* Settings → Retention/)
  })

  test.each(['none', 'auto'])('is none with the tool_choice %s and no tools', async choice => {
    expect((await post({ model, input: 'Hello', tool_choice: choice })).status).toBe(200)
  })

  test('has its error before the stream with its own status', async () => {
    const wrong = await post({ model, input: 'x', stream: true }, { token: 'wrong' })
    const scope = await sextant.makeKey({ scopes: ['rerank'] })
    const forbidden = await post({ model, input: 'x', stream: true }, { token: scope.token })

    expect([wrong.status, forbidden.status]).toEqual([401, 403])
    expect(await wrong.json()).toMatchObject({
      error: { code: 'invalid_api_key', type: 'invalid_request_error' },
    })
  })

  test('is answered by no GET', async () => {
    const response = await fetch(`${sextant.url}/v1/responses`, {
      headers: { authorization: `Bearer ${sextant.token}` },
    })

    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

test('chat completions read a request of the Responses API as Cursor sends it, and answer in their own format', async () => {
  sextant.upstream.next({ kind: 'answer', text: 'Good day.' })

  const response = await sextant.chat({
    model,
    input: [{ role: 'user', content: 'Hello' }],
    tools: [weather],
  })

  expect(await response.json()).toMatchObject({
    object: 'chat.completion',
    choices: [{ message: { content: 'Good day.' } }],
  })
  expect(sent()).toMatchObject({
    messages: [{ role: 'user', content: 'Hello' }],
    tools: [{ function: { name: 'get_weather' } }],
  })
})

describe('such a request of Cursor', () => {
  const send = (more: object) =>
    sextant.chat({ model, input: [{ role: 'user', content: 'Hello' }], tools: [weather], ...more })

  test('is translated for the server that answers it', async () => {
    const response = await send({ model: 'vllm/echo', reasoning: { effort: 'low' } })

    expect(response.status).toBe(200)
    expect(sent()).toMatchObject({ reasoning_effort: 'low' })
    expect(response.headers.get('sextant-ignored')).toBeNull()
  })

  test('is never forwarded, because the answer would have another format', async () => {
    const response = await send({ model: 'gpt/gpt-x' })

    expect(response.status).toBe(200)
    expect(sextant.upstream.requests.map(({ path }) => path)).toEqual(['/v1/chat/completions'])
  })

  test('streams chunks of chat completions', async () => {
    sextant.upstream.next({ kind: 'answer', text: ['Good', ' day.'] })

    const events = await readEvents(await send({ stream: true }))

    expect(events.chunks[0]).toMatchObject({ object: 'chat.completion.chunk', model })
    expect(events.chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe('Good day.')
    expect(events.chunks.at(-1)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: expect.any(Number) as number },
    })
  })

  test('is refused with the path of its own field', async () => {
    const response = await send({
      input: [{ role: 'user', content: [{ type: 'input_file', file_data: '%' }] }],
    })

    expect(await response.json()).toMatchObject({ error: { param: 'input.0.content.0.file_data' } })
  })
})

test('input_tokens of a key with a default model names it in the row', async () => {
  const key = await sextant.makeKey({ defaultModel: model })
  const asked = { model: 'gpt-unknown', input: 'Hello there' }

  const response = await sextant.post('/v1/responses/input_tokens', asked, { token: key.token })

  expect(response.status).toBe(200)
  expect(await sextant.row(response.headers.get('x-request-id'))).toMatchObject({
    route: 'input-tokens',
    model: 'gpt-unknown',
    answeredBy: model,
  })
})

test('input_tokens estimates the tokens of a request', async () => {
  const response = await sextant.post('/v1/responses/input_tokens', { model, input: 'Hello there' })

  expect(await response.json()).toEqual({
    object: 'response.input_tokens',
    input_tokens: expect.any(Number) as number,
  })
  expect(response.headers.get('sextant-estimated')).toBe('true')
})
