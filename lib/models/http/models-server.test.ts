import { expect, test, describe, afterAll, beforeAll } from 'vitest'
import { ApiError } from '#lib/errors.ts'
import { chatChunkSchema, chatCompletionSchema } from '#lib/contracts/api/chat.ts'
import { weatherTool } from '#lib/models/answer/__fixtures__/tools.ts'
import { chatModel, pretendFetched, startHost, type RunningHost } from './__fixtures__/running-host.ts'
import { createScriptedEngine, finish, text, type Step } from './__fixtures__/scripted-runner.ts'
import { embeddingsSchema } from '#lib/contracts/api/embeddings.ts'
import { createScriptedSmallModel } from './__fixtures__/scripted-small-model.ts'

const chat = '/v1/chat/completions'
const messages = [{ role: 'user', content: 'Hello' }]
const call = { type: 'tool_call', call: { name: 'get_weather', arguments: '{"city":"Oslo"}' } } as const

const hugeEnum = { enum: Array.from({ length: 100_000 }, (_, at) => at) }

test('without the token no route responds, including health checks', async () => {
  await using host = await startHost(createScriptedEngine())

  for (const headers of [{}, { 'x-sextant-internal': 'wrong' }]) {
    const response = await fetch(`${host.origin}/healthz`, { headers })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', param: null } })
  }
  expect((await host.ask('/healthz')).status).toBe(200)
})

test('a response without streaming has the API format, with its wait times', async () => {
  await using host = await startFetched([...text('Hi', ' there'), finish])
  const response = await host.ask(chat, { body: { model: chatModel, messages } })
  const body = chatCompletionSchema.parse(await response.json())

  expect(response.headers.get('server-timing')).toMatch(/^queue;dur=[\d.]+, load;dur=[\d.]+;desc=first_use$/)
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

test('its state names the loaded models with their memory, and the calls that wait', async () => {
  await using host = await startFetched([300, ...text('Hi'), finish])
  const state = async () => (await host.ask('/state')).json()
  const idle = await state()
  const calls = Array.from({ length: 3 }, () => host.ask(chat, { body: { model: chatModel, messages } }))

  await expect.poll(state).toMatchObject({ waiting: { [chatModel]: 2 } })
  await Promise.all(calls)

  expect(idle).toMatchObject({ waiting: { [chatModel]: 0 }, resident_bytes: {} })
  expect(await state()).toEqual({
    waiting: idle.waiting,
    resident_bytes: { [chatModel]: expect.any(Number) as number },
  })
})

test('the tokens of a request are counted by its model, and an invalid request is refused', async () => {
  await using host = await startFetched([finish])
  const count = (body: object) => host.ask(`${chat}/input_tokens`, { body })

  const counted = await count({ model: chatModel, messages: [...messages, ...messages] })

  expect(counted.headers.get('server-timing')).toMatch(/^queue;dur=[\d.]+, load;dur=[\d.]+;desc=first_use$/)
  expect(await counted.json()).toEqual({ input_tokens: 2 })
  expect((await count({ model: chatModel, messages: [] })).status).toBe(400)
  expect((await count({ model: 'local/unknown', messages })).status).toBe(404)
})

test('a stream starts with the role, ends with the finish, and includes usage on request', async () => {
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

test('tool calls are streamed as a name and arguments, and returned whole without streaming', async () => {
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

test('n answers have their index, the prompt counts once', async () => {
  await using host = await startFetched([...text('A'), finish])
  const body = chatCompletionSchema.parse(
    await (await host.ask(chat, { body: { model: chatModel, messages, n: 3 } })).json(),
  )

  expect(body.choices.map(choice => choice.index)).toEqual([0, 1, 2])
  expect(body.usage).toMatchObject({ prompt_tokens: 7, completion_tokens: 6 })
})

test('an answer that does not match its schema is generated once more', async () => {
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

test('a pattern that takes hours ends an answer after a second, and other calls are answered meanwhile', async () => {
  await using host = await startFetched([...text(`"${'a'.repeat(31)}!"`), finish])
  const schema = { type: 'string', pattern: '^(a+)+$' }
  const body = {
    model: chatModel,
    messages,
    response_format: { type: 'json_schema', json_schema: { name: 'x', schema } },
  }
  let isAnswered = false
  const answer = host.ask(chat, { body }).finally(() => (isAnswered = true))

  let healthy = 0
  while (!isAnswered) if ((await host.ask('/healthz')).ok) healthy += 1

  expect((await answer).status).toBe(200)
  expect(healthy).toBeGreaterThan(10)
}, 30_000)

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
  [
    'a model that is not downloaded',
    { model: 'local/qwen3-1.7b', messages },
    404,
    'model_not_found',
    'model',
  ],
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
    'a tool_choice with an unknown tool',
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
    'a schema with too large a grammar',
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
    'a tool with too large a grammar',
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
])('%s is rejected before anything is loaded, streamed or not', async (_title, body, status, code, param) => {
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

test('a missing model is reported with its download command', async () => {
  await using host = await startHost(createScriptedEngine())
  const response = await host.ask(chat, { body: { model: chatModel, messages } })

  expect(JSON.stringify(await response.json())).toContain(`npm run -s sextant -- models pull ${chatModel}`)
})

test('a queued stream receives its position, and the answer afterwards', async () => {
  await using host = await startFetched([...text('A'), 150, finish])
  // Its headers arrive with its first event: it is running.
  const first = await host.ask(chat, { body: { model: chatModel, messages, stream: true } })
  const second = await host.ask(chat, { body: { model: chatModel, messages, stream: true } })
  const body = await second.text()

  expect(body.startsWith(': queued 1\n\n')).toBe(true)
  expect(readEvents(body)).toMatchObject({ done: true })
  expect(readEvents(await first.text())).toMatchObject({ done: true })
})

test('a stream that waits for its model to load receives the progress and the reason', async () => {
  const engine = createScriptedEngine([...text('A'), finish])
  const loadChat: typeof engine.loadChat = async options => {
    options.onProgress?.(0.42)
    return await engine.loadChat(options)
  }
  await using host = await startFetched([...text('A'), finish], { loadChat })
  const body = await (await host.ask(chat, { body: { model: chatModel, messages, stream: true } })).text()

  expect(body.startsWith(': loading 0%; reason=first_use\n\n: loading 40%; reason=first_use\n\n')).toBe(true)
  expect(readEvents(body)).toMatchObject({ done: true })
})

test('a stream says at once that its model loads, then how long that took and how far its prompt is read', async () => {
  const engine = createScriptedEngine([
    { tokens: 812, readTokens: 0 },
    { tokens: 812, readTokens: 512 },
    ...text('A'),
    finish,
  ])
  const isLoaded = Promise.withResolvers<void>()
  const loadChat: typeof engine.loadChat = async options => {
    await isLoaded.promise
    return await engine.loadChat(options)
  }
  await using host = await startFetched([finish], { loadChat })
  // Its headers arrive with the first comment, before any progress.
  const response = await host.ask(chat, { body: { model: chatModel, messages, stream: true } })
  isLoaded.resolve()

  expect((await response.text()).split('\n\n').slice(0, 4)).toEqual([
    ': loading 0%; reason=first_use',
    expect.stringMatching(/^: loaded \d+; reason=first_use$/) as unknown,
    ': reading prompt 0%; tokens=812',
    ': reading prompt 60%; tokens=812',
  ])
})

test('a loaded model says how far a prompt is read only if that takes more than a second', async () => {
  const answer = [...text('A'), finish]
  await using host = await startFetched(answer, {
    loadChat: createScriptedEngine(
      answer,
      [{ tokens: 100, readTokens: 0 }, ...answer],
      [{ tokens: 900, readTokens: 0 }, ...answer],
    ).loadChat,
  })
  const stream = async () =>
    await (await host.ask(chat, { body: { model: chatModel, messages, stream: true } })).text()
  await stream()

  expect(await stream()).toMatch(/^data: /)
  expect(await stream()).toMatch(/^: reading prompt 0%; tokens=900\n\ndata: /)
})

test('a full queue is 429 with advice', async () => {
  await using host = await startFetched([...text('A'), 300, finish], { queueLimit: 1 })
  const calls = [1, 2, 3].map(async () => await host.ask(chat, { body: { model: chatModel, messages } }))
  const answers = await Promise.all(calls)
  const refused = answers.find(answer => answer.status === 429)

  expect(answers.map(answer => answer.status).toSorted((a, b) => a - b)).toEqual([200, 200, 429])
  expect(refused?.headers.get('retry-after')).toBe('5')
})

test('comments keep an idle stream alive', async () => {
  await using host = await startFetched([...text('A'), 120, finish], { keepAliveMs: 30 })
  const body = await (await host.ask(chat, { body: { model: chatModel, messages, stream: true } })).text()

  expect(body.split(': keep-alive\n\n').length).toBeGreaterThan(2)
  expect(readEvents(body).done).toBe(true)
})

test('an error before the first event has its status, afterwards it is the last event', async () => {
  const broken = new ApiError('model_unavailable', 'no memory')
  await using early = await startFetched([broken])
  await using late = await startFetched([...text('A'), broken])
  const body = { model: chatModel, messages, stream: true }

  // While the model loads, the stream is open.
  await early.ask(chat, { body: { ...body, stream: false } })
  expect((await early.ask(chat, { body })).status).toBe(503)
  const response = await late.ask(chat, { body })
  const events = await response.text()
  expect(response.status).toBe(200)
  expect(events).toContain('"code":"model_unavailable"')
  expect(events).not.toContain('[DONE]')
})

test('a client disconnect stops the work and frees the slot', async () => {
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

test('an unknown request is 404, invalid JSON 400', async () => {
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

describe('embeddings answer', () => {
  const path = '/v1/embeddings'
  const model = 'local/bge-small-en-v1.5'
  const { loadChat } = createScriptedEngine()

  test('vectors are normalized, with usage and wait times; on request they keep their length', async () => {
    await using host = await startFetched()
    const response = await host.ask(path, { body: { model, input: ['one', 'two words'] } })
    const raw = await host.ask(path, { body: { model, input: 'one two', normalized: false } })

    expect(response.headers.get('server-timing')).toMatch(
      /^queue;dur=[\d.]+, load;dur=[\d.]+;desc=first_use$/,
    )
    const body = embeddingsSchema.parse(await response.json())
    expect(body).toMatchObject({ object: 'list', model, usage: { prompt_tokens: 7, total_tokens: 7 } })
    expect(body.data.map(({ index }) => index)).toEqual([0, 1])
    expect(body.data[1]?.embedding).toEqual([expect.closeTo(0.6, 6), expect.closeTo(0.8, 6)])
    expect(embeddingsSchema.parse(await raw.json()).data[0]?.embedding).toEqual([3, 4])
  })

  test('base64 is little-endian float32 of the same numbers, under either parameter name', async () => {
    await using host = await startFetched()
    const ask = async (extra: object) =>
      embeddingsSchema.parse(
        await (
          await host.ask(path, { body: { model, input: 'one two', normalized: false, ...extra } })
        ).json(),
      )

    for (const extra of [{ encoding_format: 'base64' }, { embedding_type: 'base64' }]) {
      const [first] = (await ask(extra)).data
      expect(first?.embedding).toBe(Buffer.from(Float32Array.of(3, 4).buffer).toString('base64'))
    }
    expect((await ask({ encoding_format: 'float', embedding_type: 'base64' })).data[0]?.embedding).toEqual([
      3, 4,
    ])
  })

  test('vectors beyond one write buffer arrive in order', async () => {
    await using host = await startFetched()
    const input = Array.from({ length: 200 }, (_, index) => 'w '.repeat(index + 1))
    const body = embeddingsSchema.parse(
      await (await host.ask(path, { body: { model, input, normalized: false } })).json(),
    )

    expect(body.data.map(({ embedding }) => embedding[1])).toEqual(input.map((_, index) => index + 3))
  })

  test('an error after a partial response closes the connection', async () => {
    const unprintable = Object.assign(Float32Array.of(1, 2), {
      join(): string {
        throw new Error('cannot be printed')
      },
    })
    const small = createScriptedSmallModel(({ ids }) =>
      ids.length === 3 ? unprintable : Float32Array.of(1, 2),
    )
    await using host = await startFetched({ small })
    const input = [...Array.from({ length: 100 }, () => 'two words'), 'one']
    const response = await host.ask(path, { body: { model, input, normalized: false } })

    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
  })

  test.each([
    ['no input', { model }, 400, 'missing_required_parameter', 'input'],
    ['an empty text', { model, input: ['a', ''] }, 400, 'invalid_value', 'input.1'],
    ['no texts', { model, input: [] }, 400, 'empty_array', 'input'],
    ['token ids', { model, input: [1, 2, 3] }, 400, 'unsupported_parameter', 'input'],
    ['lists of token ids', { model, input: [[1, 2], [3]] }, 400, 'unsupported_parameter', 'input'],
    ['dimensions', { model, input: 'a', dimensions: 256 }, 400, 'unsupported_parameter', 'dimensions'],
    ['an unknown model', { model: 'local/nope', input: 'a' }, 404, 'model_not_found', 'model'],
    ['a chat model', { model: 'local/qwen3-1.7b', input: 'a' }, 404, 'model_not_found', 'model'],
    [
      'a model that is not downloaded',
      { model: 'local/multilingual-e5-small', input: 'a' },
      404,
      'model_not_found',
      'model',
    ],
    [
      'a text that is too long',
      { model, input: ['a', 'w '.repeat(511)] },
      400,
      'context_length_exceeded',
      'input',
    ],
    [
      'too much together',
      { model, input: Array.from({ length: 600 }, () => 'w '.repeat(510)) },
      400,
      'context_length_exceeded',
      'input',
    ],
  ])('%s is rejected before anything is evaluated', async (_title, body, status, code, param) => {
    const small = createScriptedSmallModel()
    await using host = await startFetched({ small })
    const response = await host.ask(path, { body })

    expect([response.status, await response.json()]).toMatchObject([
      status,
      { error: { code, param, message: expect.any(String) } },
    ])
    expect(small.evaluated).toEqual([])
  })

  test('a text that is too long is truncated on request', async () => {
    const small = createScriptedSmallModel()
    await using host = await startFetched({ small })
    const response = await host.ask(path, { body: { model, input: 'w '.repeat(2000), truncate: true } })

    expect(response.status).toBe(200)
    expect(small.evaluated.map(ids => ids.length)).toEqual([512])
  })

  test('without enough memory a model is not loaded', async () => {
    await using host = await startFetched({ settings: { freeMemoryBytes: () => 1000 } })
    const response = await host.ask(path, { body: { model, input: 'a' } })

    expect([response.status, await response.json()]).toMatchObject([
      503,
      { error: { code: 'model_unavailable' } },
    ])
  })

  test('calls above the limit are 429 with advice, until one ends', async () => {
    const { promise, resolve } = Promise.withResolvers<Float32Array<ArrayBuffer>>()
    const small = createScriptedSmallModel(() => promise)
    await using host = await startFetched({ small, settings: { queueLimit: 1 } })
    const first = host.ask(path, { body: { model, input: 'a' } })
    await expect.poll(() => small.evaluated.length).toBe(1)
    const refused = await host.ask(path, { body: { model, input: 'b' } })
    resolve(Float32Array.of(1))

    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
    expect((await first).status).toBe(200)
    expect((await host.ask(path, { body: { model, input: 'c' } })).status).toBe(200)
  })

  test('an unreadable text fails only its own call', async () => {
    const small = createScriptedSmallModel(({ ids }) =>
      ids.includes(6) ? { failure: 'native' } : Float32Array.of(1),
    )
    await using host = await startFetched({ small })
    const [broken, sound] = await Promise.all(
      ['sounds poison', 'fine'].map(async input => await host.ask(path, { body: { model, input } })),
    )

    expect([broken?.status, sound?.status]).toEqual([500, 200])
  })

  async function startFetched({ small = createScriptedSmallModel(), settings = {} } = {}) {
    const host = await startHost({ loadChat, loadOnnx: small.loadOnnx, ...settings })
    await pretendFetched(host.modelsDir, model)
    return host
  }
})

describe('transcription response', () => {
  const model = 'local/moonshine-tiny-en'
  const heard: number[] = []
  let host: RunningHost
  beforeAll(async () => {
    host = await startHost({
      loadChat: () => Promise.reject(new Error('nobody chats here')),
      loadTranscriber: () =>
        Promise.resolve({
          hear: samples =>
            Promise.resolve({
              text: `part ${heard.push(samples.length)}`,
              tokenIds: [7],
              meanLogProbability: -0.5,
            }),
          dispose: () => Promise.resolve(),
        }),
    })
    await pretendFetched(host.modelsDir, model)
  })
  afterAll(async () => await host[Symbol.asyncDispose]())

  async function transcribe(
    file: Buffer,
    named = model,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(file)], 'a.wav'))
    form.set('model', named)
    const headers = { 'x-sextant-internal': 'a-token-for-tests' }
    const response = await fetch(`${host.origin}/v1/audio/transcriptions`, {
      method: 'POST',
      body: form,
      headers,
    })
    return { status: response.status, body: await response.json() }
  }

  test('a recording of any length is transcribed in parts, with timestamps', async () => {
    const { status, body } = await transcribe(tone(16_000 * 30))

    expect(status).toBe(200)
    expect(body).toMatchObject({ text: 'part 1 part 2', duration: 30, language: 'english' })
    expect(body['segments']).toMatchObject([
      { id: 0, start: 0, text: 'part 1', tokens: [7], avg_logprob: -0.5 },
      { id: 1, end: 30, text: 'part 2' },
    ])
    expect(heard.reduce((sum, length) => sum + length, 0)).toBe(16_000 * 30)
  })

  test('an unknown model and an unsupported format are client errors', async () => {
    const unknown = await transcribe(tone(100), 'whisper-1')
    const other = await transcribe(Buffer.from('ID3'))

    expect([unknown.status, other.status]).toEqual([404, 400])
    expect(unknown.body).toMatchObject({ error: { code: 'model_not_found', param: 'model' } })
    expect(other.body).toMatchObject({ error: { code: 'invalid_value', param: 'file' } })
  })

  test('a body that is not a form is rejected', async () => {
    const response = await host.ask('/v1/audio/transcriptions', { body: { model } })

    expect(response.status).toBe(400)
  })

  /** 16-bit WAV at 16 kHz. */
  function tone(samples: number): Buffer {
    const head = Buffer.from(
      'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x80\x3e\0\0\0\x7d\0\0\x02\0\x10\0data\0\0\0\0',
      'latin1',
    )
    head.writeUInt32LE(samples * 2, head.length - 4)
    const data = Buffer.alloc(samples * 2)
    for (let at = 0; at < samples; at++) data.writeInt16LE(Math.round(Math.sin(at / 5) * 9000), at * 2)
    return Buffer.concat([head, data])
  }
})
