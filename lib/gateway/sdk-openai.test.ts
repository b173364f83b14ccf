import OpenAI, { APIError, AuthenticationError, BadRequestError, NotFoundError, RateLimitError } from 'openai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let sextant: TestGateway
let client: OpenAI
beforeAll(async () => {
  sextant = await startTestGateway()
  client = new OpenAI({ baseURL: `${sextant.url}/v1`, apiKey: sextant.token, maxRetries: 0 })
})
afterAll(() => sextant[Symbol.asyncDispose]())

const messages = [{ role: 'user' as const, content: 'hello' }]
const model = 'scripted/echo'
const weather = {
  type: 'function' as const,
  function: {
    name: 'get_weather',
    description: 'Weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}

describe('the openai client', () => {
  test('chats, and reads the request id', async () => {
    const completion = await client.chat.completions.create({ model, messages })

    expect(completion.choices[0]?.message.content).toBe('You said: hello')
    expect(completion._request_id).toMatch(/^req_/)
  })

  test('streams without and with usage', async () => {
    const pieces: string[] = []
    for await (const chunk of await client.chat.completions.create({ model, messages, stream: true })) {
      pieces.push(chunk.choices[0]?.delta.content ?? '')
    }
    const usages: unknown[] = []
    const asked = { model, messages, stream: true, stream_options: { include_usage: true } } as const
    for await (const chunk of await client.chat.completions.create(asked)) usages.push(chunk.usage)

    expect(pieces.join('')).toBe('You said: hello')
    expect(usages.at(-1)).toMatchObject({ prompt_tokens: expect.any(Number) as number })
    expect(usages.slice(0, -1).every(usage => usage === null)).toBe(true)
  })

  test('collects a stream with tool calls by .stream()', async () => {
    sextant.upstream.next({
      kind: 'answer',
      text: [],
      toolCalls: [{ name: 'get_weather', arguments: { city: 'Lisbon' } }],
      toolShape: 'index-zero',
    })
    const stream = client.chat.completions.stream({ model, messages, tools: [weather] })
    const completion = await stream.finalChatCompletion()

    const call = completion.choices[0]?.message.tool_calls?.[0]
    expect(call?.type === 'function' && JSON.parse(call.function.arguments)).toEqual({ city: 'Lisbon' })
    expect(completion.choices[0]?.finish_reason).toBe('tool_calls')
  })

  test.each([false, true])('runs tools to an answer (stream %s)', async stream => {
    const cities: string[] = []
    sextant.upstream.next({
      kind: 'answer',
      text: [],
      toolCalls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }],
    })
    sextant.upstream.next({ kind: 'answer', text: ['It is ', 'cold.'] })
    const tool = {
      type: 'function' as const,
      function: {
        ...weather.function,
        parse: (text: string) => JSON.parse(text) as { city: string },
        function: ({ city }: { city: string }) => {
          cities.push(city)
          return '−4 °C'
        },
      },
    }
    const runner = stream
      ? client.chat.completions.runTools({ model, messages, tools: [tool], stream: true })
      : client.chat.completions.runTools({ model, messages, tools: [tool] })

    expect(await runner.finalContent()).toBe('It is cold.')
    expect(cities).toEqual(['Oslo'])
  })

  test('parses a structured answer', async () => {
    sextant.upstream.next({ kind: 'answer', text: ['{"name":', '"Ada"}'] })
    const schema = { type: 'object', properties: { name: { type: 'string' } } }
    const completion = await client.chat.completions.parse({
      model,
      messages,
      response_format: { type: 'json_schema', json_schema: { name: 'contact', schema } },
    })

    expect(completion.choices[0]?.message.content).toBe('{"name":"Ada"}')
  })

  test('embeds: the vectors of its default, of base64 and of float are one', async () => {
    const ask = (encoding_format?: 'float' | 'base64') =>
      client.embeddings.create({
        model: 'scripted/vectors-8',
        input: ['a cat', 'a dog'],
        ...(encoding_format && { encoding_format }),
      })
    const [defaultValue, float, base64] = [await ask(), await ask('float'), await ask('base64')]

    // By default it requests base64 and returns numbers.
    expect(sextant.upstream.requests.at(-3)?.json?.encoding_format).toBe('base64')
    expect(defaultValue.data.map(({ index }) => index)).toEqual([0, 1])
    for (const [at, { embedding }] of defaultValue.data.entries()) {
      expect(embedding).toHaveLength(8)
      expect(Float32Array.from(float.data[at]?.embedding ?? [])).toEqual(Float32Array.from(embedding))
      const bytes = Buffer.from(String(base64.data[at]?.embedding), 'base64')
      expect(new Float32Array(bytes.buffer, bytes.byteOffset, 8)).toEqual(Float32Array.from(embedding))
    }
    expect(defaultValue.usage.total_tokens).toBe(defaultValue.usage.prompt_tokens)
  })

  test('embeds in fewer dimensions, each vector of length 1', async () => {
    const { data } = await client.embeddings.create({
      model: 'scripted/vectors-8',
      input: 'a cat',
      dimensions: 3,
    })

    expect(data[0]?.embedding).toHaveLength(3)
    expect(Math.hypot(...(data[0]?.embedding ?? []))).toBeCloseTo(1, 6)
  })

  test('maps embeddings errors to its error classes', async () => {
    const { token } = await sextant.makeKey({ requestsPerMinute: 1 })
    const request = { model: 'scripted/vectors-8', input: 'a cat' }
    const ask = (apiKey: string, fields: object = {}) =>
      new OpenAI({ baseURL: `${sextant.url}/v1`, apiKey, maxRetries: 0 }).embeddings
        .create({ ...request, ...fields })
        .catch((error: unknown) => error)
    await ask(token)

    expect(await ask('wrong')).toBeInstanceOf(AuthenticationError)
    expect(await ask(token)).toBeInstanceOf(RateLimitError)
    expect(await ask(sextant.token, { model: 'nobody' })).toBeInstanceOf(NotFoundError)
    const empty = await ask(sextant.token, { input: ['a', ''] })
    expect(empty).toBeInstanceOf(BadRequestError)
    expect(empty).toMatchObject({ code: 'invalid_value', param: 'input.1' })
  })

  test('lists and retrieves models', async () => {
    const ids: string[] = []
    for await (const listed of client.models.list()) ids.push(listed.id)

    expect(ids).toContain(model)
    expect((await client.models.retrieve(model)).owned_by).toBe('scripted')
  })

  test('maps statuses to its error classes, with code, param and request id', async () => {
    const { token } = await sextant.makeKey({ requestsPerMinute: 1 })
    const limited = new OpenAI({ baseURL: `${sextant.url}/v1`, apiKey: token, maxRetries: 0 })
    await limited.chat.completions.create({ model, messages })
    const wrong = new OpenAI({ baseURL: `${sextant.url}/v1`, apiKey: 'wrong', maxRetries: 0 })

    await expect(wrong.chat.completions.create({ model, messages })).rejects.toBeInstanceOf(
      AuthenticationError,
    )
    await expect(limited.chat.completions.create({ model, messages })).rejects.toBeInstanceOf(RateLimitError)
    const missing = await client.chat.completions
      .create({ model: 'nobody', messages })
      .catch((error: unknown) => error)
    expect(missing).toBeInstanceOf(NotFoundError)
    expect(missing).toMatchObject({
      code: 'model_not_found',
      param: 'model',
      requestID: expect.stringMatching(/^req_/),
    })
  })

  test('makes a single attempt where a retry cannot help', async () => {
    const retrying = new OpenAI({ baseURL: `${sextant.url}/v1`, apiKey: sextant.token, maxRetries: 2 })
    const before = sextant.upstream.requests.length

    await retrying.chat.completions.create({ model: 'scripted/error-401', messages }).catch(() => null)

    expect(sextant.upstream.requests.length - before).toBe(1)
  })

  test('throws the in-band error of an interrupted stream instead of ending it normally', async () => {
    const read = async (): Promise<void> => {
      const stream = await client.chat.completions.create({ model: 'scripted/cut-3', messages, stream: true })
      for await (const chunk of stream) expect(chunk.choices).toHaveLength(1)
    }

    const error = await read().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(APIError)
    expect(error).toMatchObject({ code: 'upstream_stream_interrupted' })
  })
})
