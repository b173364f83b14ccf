import { expect, test } from 'vitest'
import { ApiError } from '#lib/errors.ts'
import { chatChunkSchema, chatCompletionSchema } from '#lib/contracts/chat.ts'
import { weatherTool } from '#lib/models/answer/__fixtures__/tools.ts'
import { chatModel, pretendFetched, startHost } from './__fixtures__/running-host.ts'
import { createScriptedEngine, finish, text, type Step } from './__fixtures__/scripted-runner.ts'

const chat = '/v1/chat/completions'
const messages = [{ role: 'user', content: 'Hello' }]
const call = { type: 'tool_call', call: { name: 'get_weather', arguments: '{"city":"Oslo"}' } } as const

const hugeEnum = { enum: Array.from({ length: 100_000 }, (_, at) => at) }

test('without the token nothing answers, signs of life included', async () => {
  await using host = await startHost(createScriptedEngine())

  for (const headers of [{}, { 'x-sextant-internal': 'wrong' }]) {
    const response = await fetch(`${host.origin}/healthz`, { headers })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', param: null } })
  }
  expect((await host.ask('/healthz')).status).toBe(200)
})

test('a plain answer has the wire form, with what it waited for', async () => {
  await using host = await startFetched([...text('Hi', ' there'), finish])
  const response = await host.ask(chat, { body: { model: chatModel, messages } })
  const body = chatCompletionSchema.parse(await response.json())

  expect(response.headers.get('server-timing')).toMatch(/^queue;dur=[\d.]+, load;dur=[\d.]+$/)
  expect(body).toMatchObject({
    model: chatModel,
    choices: [
      { index: 0, message: { content: 'Hi there', refusal: null }, finish_reason: 'stop', logprobs: null },
    ],
    usage: {
      prompt_tokens: 7,
      completion_tokens: 2,
      total_tokens: 9,
      prompt_tokens_details: { cached_tokens: 3 },
    },
  })
})

test('a stream begins with the role, ends with the finish, and has usage where it was asked for', async () => {
  await using host = await startFetched([{ type: 'reasoning', text: 'hm' }, ...text('Hi'), finish])
  const response = await host.ask(chat, {
    body: { model: chatModel, messages, stream: true, stream_options: { include_usage: true } },
  })
  const { chunks, done } = readEvents(await response.text())

  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(done).toBe(true)
  expect(chunks.map(chunk => chunk.choices[0]?.delta)).toEqual([
    { role: 'assistant', content: '', refusal: null },
    { reasoning_content: 'hm' },
    { content: 'Hi' },
    {},
    undefined,
  ])
  expect(chunks.map(chunk => chunk.usage ?? null)).toEqual([
    null,
    null,
    null,
    null,
    expect.objectContaining({ total_tokens: 9 }),
  ])
  expect(new Set(chunks.map(chunk => chunk.id)).size).toBe(1)
})

test('tool calls are streamed as a name and its arguments, plain as a whole', async () => {
  await using host = await startFetched([call, { ...finish, reason: 'tool_calls' }])
  const body = { model: chatModel, messages, tools: [weatherTool] }
  const { chunks } = readEvents(await (await host.ask(chat, { body: { ...body, stream: true } })).text())
  const plain = chatCompletionSchema.parse(await (await host.ask(chat, { body })).json())

  expect(chunks.flatMap(chunk => chunk.choices[0]?.delta.tool_calls ?? [])).toEqual([
    {
      index: 0,
      id: expect.stringMatching(/^call_\w{24}$/),
      type: 'function',
      function: { name: 'get_weather', arguments: '' },
    },
    { index: 0, function: { arguments: '{"city":"Oslo"}' } },
  ])
  expect(plain.choices[0]).toMatchObject({ message: { content: null }, finish_reason: 'tool_calls' })
})

test('n answers come with their index, the prompt counts once', async () => {
  await using host = await startFetched([...text('A'), finish])
  const body = chatCompletionSchema.parse(
    await (await host.ask(chat, { body: { model: chatModel, messages, n: 3 } })).json(),
  )

  expect(body.choices.map(choice => choice.index)).toEqual([0, 1, 2])
  expect(body.usage).toMatchObject({ prompt_tokens: 7, completion_tokens: 6 })
})

test('a plain answer that does not fit its schema is asked for once more', async () => {
  const engine = createScriptedEngine([...text('{"age":300}'), finish], [...text('{"age":30}'), finish])
  await using host = await startHost(engine)
  await pretendFetched(host.modelsDir)
  const schema = { type: 'object', properties: { age: { type: 'number', maximum: 120 } }, required: ['age'] }
  const response = await host.ask(chat, {
    body: {
      model: chatModel,
      messages,
      response_format: { type: 'json_schema', json_schema: { name: 'x', schema } },
    },
  })

  expect(chatCompletionSchema.parse(await response.json()).choices[0]?.message.content).toBe('{"age":30}')
  expect(engine.asked.map(request => request.temperature)).toEqual([undefined, 0])
})

test.each([
  ['no messages', { model: chatModel }, 400, 'missing_required_parameter', 'messages'],
  ['an unknown model', { model: 'local/nope', messages }, 404, 'model_not_found', 'model'],
  [
    'a model of another kind',
    { model: 'local/bge-small-en-v1.5', messages },
    404,
    'model_not_found',
    'model',
  ],
  ['a model that is not there', { model: 'local/qwen3-1.7b', messages }, 404, 'model_not_found', 'model'],
  [
    'an image',
    {
      model: chatModel,
      messages: [
        { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } }] },
      ],
    },
    400,
    'unsupported_parameter',
    'messages.0.content.0',
  ],
  [
    'a choice of no given tool',
    {
      model: chatModel,
      messages,
      tools: [weatherTool],
      tool_choice: { type: 'function', function: { name: 'x' } },
    },
    400,
    'invalid_value',
    'tool_choice.function.name',
  ],
  [
    'a schema whose grammar explodes',
    {
      model: chatModel,
      messages,
      response_format: { type: 'json_schema', json_schema: { name: 'x', schema: hugeEnum } },
    },
    400,
    'invalid_value',
    'response_format.json_schema.schema',
  ],
  [
    'a tool whose grammar explodes',
    {
      model: chatModel,
      messages,
      tools: [weatherTool, { type: 'function', function: { name: 'x', parameters: hugeEnum } }],
      tool_choice: 'required',
    },
    400,
    'invalid_value',
    'tools.1.function.parameters',
  ],
])('%s is refused before anything is loaded, streamed or not', async (_title, body, status, code, param) => {
  const engine = createScriptedEngine([finish])
  await using host = await startHost(engine)
  await pretendFetched(host.modelsDir)

  for (const stream of [false, true]) {
    const response = await host.ask(chat, { body: { ...body, stream } })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ error: { code, param, message: expect.any(String) } })
  }
  expect(engine.asked).toEqual([])
})

test('a model that is not there names the command that fetches it', async () => {
  await using host = await startHost(createScriptedEngine())
  const response = await host.ask(chat, { body: { model: chatModel, messages } })

  expect(JSON.stringify(await response.json())).toContain(`npm run -s sextant -- models pull ${chatModel}`)
})

test('who waits in a stream is told the place, and gets the answer afterwards', async () => {
  await using host = await startFetched([...text('A'), 150, finish])
  const first = host.ask(chat, { body: { model: chatModel, messages } })
  const second = await host.ask(chat, { body: { model: chatModel, messages, stream: true } })
  const body = await second.text()

  expect(body.startsWith(': queued 1\n\n')).toBe(true)
  expect(readEvents(body)).toMatchObject({ done: true })
  expect((await first).status).toBe(200)
})

test('a full queue is 429 with advice', async () => {
  await using host = await startFetched([...text('A'), 300, finish], { queueLimit: 1 })
  const calls = [1, 2, 3].map(async () => await host.ask(chat, { body: { model: chatModel, messages } }))
  const answers = await Promise.all(calls)
  const refused = answers.find(answer => answer.status === 429)

  expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 200, 429])
  expect(refused?.headers.get('retry-after')).toBe('5')
})

test('silence is kept alive with comments', async () => {
  await using host = await startFetched([...text('A'), 120, finish], { keepAliveMs: 30 })
  const body = await (await host.ask(chat, { body: { model: chatModel, messages, stream: true } })).text()

  expect(body.split(': keep-alive\n\n').length).toBeGreaterThan(2)
  expect(readEvents(body).done).toBe(true)
})

test('a failure before the first event has its status, afterwards it is the last event and no end', async () => {
  const broken = new ApiError('model_unavailable', 'no memory')
  await using early = await startFetched([broken])
  await using late = await startFetched([...text('A'), broken])
  const body = { model: chatModel, messages, stream: true }

  expect((await early.ask(chat, { body })).status).toBe(503)
  const response = await late.ask(chat, { body })
  const events = await response.text()
  expect(response.status).toBe(200)
  expect(events).toContain('"code":"model_unavailable"')
  expect(events).not.toContain('[DONE]')
})

test('a client that leaves stops the work and frees the place', async () => {
  const engine = createScriptedEngine([...text('A'), 60_000, finish], [...text('B'), finish])
  await using host = await startHost(engine)
  await pretendFetched(host.modelsDir)
  const stop = new AbortController()
  const response = await host.ask(chat, {
    body: { model: chatModel, messages, stream: true },
    signal: stop.signal,
  })
  await response.body?.getReader().read()
  stop.abort()

  const next = await host.ask(chat, { body: { model: chatModel, messages } })
  expect(next.status).toBe(200)
  expect(engine.aborted).toBe(1)
})

test('an unknown request is 404, broken JSON 400', async () => {
  await using host = await startFetched([finish])
  const broken = await fetch(host.origin + chat, {
    method: 'POST',
    headers: { 'x-sextant-internal': 'a-token-for-tests' },
    body: '{"model":',
  })

  expect((await host.ask('/v1/nothing')).status).toBe(404)
  expect([broken.status, await broken.json()]).toMatchObject([400, { error: { code: 'invalid_json' } }])
})

async function startFetched(script: readonly Step[], settings: object = {}) {
  const host = await startHost({ loadChat: createScriptedEngine(script).loadChat, ...settings })
  await pretendFetched(host.modelsDir)
  return host
}

function readEvents(body: string) {
  const data = body
    .split('\n\n')
    .filter(event => event.startsWith('data: '))
    .map(event => event.slice('data: '.length))
  return {
    done: data.at(-1) === '[DONE]',
    chunks: data.filter(event => event !== '[DONE]').map(event => chatChunkSchema.parse(JSON.parse(event))),
  }
}
