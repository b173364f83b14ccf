import OpenAI, { APIError, AuthenticationError, BadRequestError, NotFoundError, RateLimitError } from 'openai'
import { zodTextFormat } from 'openai/helpers/zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let sextant: TestGateway
let client: OpenAI
const clientOf = (apiKey: string) => new OpenAI({ baseURL: `${sextant.url}/v1`, apiKey, maxRetries: 0 })
beforeAll(async () => {
  sextant = await startTestGateway()
  client = clientOf(sextant.token)
})
afterAll(() => sextant[Symbol.asyncDispose]())

const model = 'scripted/echo'
const weather = {
  type: 'function' as const,
  name: 'get_weather',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
  strict: false,
}

test('the openai client gets a response and its text', async () => {
  const response = await client.responses.create({ model, input: 'hello' })

  expect(response.output_text).toBe('You said: hello')
  expect(response._request_id).toMatch(/^req_/)
})

test('it collects a stream to the same response', async () => {
  const stream = client.responses.stream({ model, input: 'hello' })
  const deltas: string[] = []
  stream.on('response.output_text.delta', ({ delta }) => void deltas.push(delta))
  const response = await stream.finalResponse()

  expect(deltas.join('')).toBe('You said: hello')
  expect(response).toMatchObject({ status: 'completed', output_text: 'You said: hello' })
})

test('it parses a structured answer', async () => {
  sextant.upstream.next({ kind: 'answer', text: ['{"name":', '"Ada"}'] })

  const { output_parsed: parsed } = await client.responses.parse({
    model,
    input: 'Who?',
    text: { format: zodTextFormat(z.object({ name: z.string() }), 'contact') },
  })

  expect(parsed).toEqual({ name: 'Ada' })
})

test.each([false, true])('it runs a tool to an answer (stream %s)', async stream => {
  sextant.upstream.next({ kind: 'answer', toolCalls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }] })
  sextant.upstream.next({ kind: 'answer', text: 'It is cold.' })
  const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Weather?' }]
  const ask = () =>
    stream
      ? client.responses.stream({ model, input, tools: [weather] }).finalResponse()
      : client.responses.create({ model, input, tools: [weather] })

  const first = await ask()
  const call = first.output.find(({ type }) => type === 'function_call')
  if (call?.type !== 'function_call') throw new Error('no call')
  input.push(call, { type: 'function_call_output', call_id: call.call_id, output: '−4 °C' })
  const second = await ask()

  expect(JSON.parse(call.arguments)).toEqual({ city: 'Oslo' })
  expect(second.output_text).toBe('It is cold.')
  expect(sextant.upstream.requests.at(-1)?.json?.messages).toMatchObject([
    { role: 'user' },
    { role: 'assistant', tool_calls: [{ id: call.call_id }] },
    { role: 'tool', tool_call_id: call.call_id, content: '−4 °C' },
  ])
})

test('it counts tokens', async () => {
  const { input_tokens: tokens } = await client.responses.inputTokens.count({ model, input: 'hello' })

  expect(tokens).toBeGreaterThan(0)
})

test('it throws its error classes', async () => {
  const limited = await sextant.makeKey({ requestsPerMinute: 1 })
  const ask = (apiKey: string, fields: object = {}) =>
    clientOf(apiKey)
      .responses.create({ model, input: 'x', ...fields })
      .catch((error: unknown) => error)
  await ask(limited.token)

  expect(await ask('wrong')).toBeInstanceOf(AuthenticationError)
  expect(await ask(limited.token)).toBeInstanceOf(RateLimitError)
  expect(await ask(sextant.token, { model: 'none' })).toBeInstanceOf(NotFoundError)
  const refused = await ask(sextant.token, { background: true })
  expect(refused).toBeInstanceOf(BadRequestError)
  expect(refused).toMatchObject({ code: 'unsupported_parameter', param: 'background' })
})

test('it throws for a stream that breaks', async () => {
  const read = async (): Promise<void> => {
    const stream = await client.responses.create({ model: 'scripted/cut-3', input: 'x', stream: true })
    for await (const event of stream) expect(event.type).toMatch(/^response\./)
  }

  expect(await read().catch((error: unknown) => error)).toBeInstanceOf(APIError)
})
