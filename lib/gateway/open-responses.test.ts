import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { makePdf } from '#lib/documents/__fixtures__/make-pdf.ts'
import { responseEventsOf } from './__fixtures__/response-events.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// The required cases of the Open Responses compliance suite (https://www.openresponses.org), against a strict schema:
// every member is there, and no other one.

vi.setConfig({ testTimeout: 60_000 })

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway({
    // Deadlines of a busy machine.
    timers: { keepAliveMs: 60_000, plainMs: 30_000, firstEventMs: 30_000 },
  })
  const by = { id: null, name: 'test', address: null }
  await sextant.store.settings.update(sextant.teamId, { storedResponseDays: 30 }, by)
})
beforeEach(() => sextant.upstream.reset())
afterAll(() => sextant[Symbol.asyncDispose]())

const status = z.enum(['in_progress', 'completed', 'incomplete'])
const count = z.int().min(0)
const part = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('output_text'),
    text: z.string(),
    annotations: z.array(z.never()),
    logprobs: z.array(z.never()),
  }),
  z.strictObject({ type: z.literal('refusal'), refusal: z.string() }),
])
const summary = z.strictObject({ type: z.literal('summary_text'), text: z.string() })
const id = z.string().min(1)
const item = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('message'),
    id,
    status,
    role: z.literal('assistant'),
    content: z.array(part),
  }),
  z.strictObject({
    type: z.literal('function_call'),
    id,
    status,
    call_id: id,
    name: z.string(),
    arguments: z.string(),
  }),
  z.strictObject({ type: z.literal('reasoning'), id, summary: z.array(summary) }),
])
const usage = z.strictObject({
  input_tokens: count,
  input_tokens_details: z.strictObject({ cached_tokens: count, cache_write_tokens: count }),
  output_tokens: count,
  output_tokens_details: z.strictObject({ reasoning_tokens: count }),
  total_tokens: count,
})
const functionTool = z.strictObject({
  type: z.literal('function'),
  name: z.string(),
  description: z.string().nullable(),
  parameters: z.record(z.string(), z.unknown()).nullable(),
  strict: z.boolean().nullable(),
})
const response = z.strictObject({
  id: z.string().regex(/^resp_/),
  object: z.literal('response'),
  created_at: count,
  completed_at: count.nullable(),
  status: z.enum(['in_progress', 'completed', 'incomplete', 'failed']),
  error: z.null(),
  incomplete_details: z.null(),
  model: z.string(),
  previous_response_id: id.nullable(),
  instructions: z.string().nullable(),
  output: z.array(item),
  tools: z.array(functionTool),
  tool_choice: z.enum(['auto', 'none', 'required']),
  parallel_tool_calls: z.boolean(),
  truncation: z.enum(['auto', 'disabled']),
  text: z.strictObject({ format: z.strictObject({ type: z.literal('text') }) }),
  temperature: z.number(),
  top_p: z.number(),
  presence_penalty: z.number(),
  frequency_penalty: z.number(),
  top_logprobs: count,
  reasoning: z.null(),
  usage: usage.nullable(),
  max_output_tokens: count.nullable(),
  max_tool_calls: z.null(),
  store: z.boolean(),
  background: z.literal(false),
  service_tier: z.string(),
  metadata: z.record(z.string(), z.string()),
  safety_identifier: z.string().nullable(),
  prompt_cache_key: z.string().nullable(),
  user: z.null(),
})

const at = { sequence_number: count, item_id: id, output_index: count }
const inText = { ...at, content_index: count }
const inSummary = { ...at, summary_index: count }
const noLogprobs = z.array(z.never())
const whole = { sequence_number: count, response }
const event = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('response.created'), ...whole }),
  z.strictObject({ type: z.literal('response.in_progress'), ...whole }),
  z.strictObject({ type: z.literal('response.completed'), ...whole }),
  z.strictObject({
    type: z.enum(['response.output_item.added', 'response.output_item.done']),
    sequence_number: count,
    output_index: count,
    item,
  }),
  z.strictObject({
    type: z.enum(['response.content_part.added', 'response.content_part.done']),
    ...inText,
    part,
  }),
  z.strictObject({
    type: z.literal('response.output_text.delta'),
    ...inText,
    delta: z.string(),
    logprobs: noLogprobs,
  }),
  z.strictObject({
    type: z.literal('response.output_text.done'),
    ...inText,
    text: z.string(),
    logprobs: noLogprobs,
  }),
  z.strictObject({
    type: z.enum(['response.reasoning_summary_part.added', 'response.reasoning_summary_part.done']),
    ...inSummary,
    part: summary,
  }),
  z.strictObject({
    type: z.literal('response.reasoning_summary_text.delta'),
    ...inSummary,
    delta: z.string(),
  }),
  z.strictObject({ type: z.literal('response.reasoning_summary_text.done'), ...inSummary, text: z.string() }),
  z.strictObject({ type: z.literal('response.function_call_arguments.delta'), ...at, delta: z.string() }),
  z.strictObject({
    type: z.literal('response.function_call_arguments.done'),
    ...at,
    name: z.string(),
    arguments: z.string(),
  }),
])

const model = 'scripted/echo'
const post = (body: object) => sextant.post('/v1/responses', { model, ...body })
const answerOf = async (body: object) => response.parse(await (await post(body)).json())
const messages = () => sextant.upstream.requests.at(-1)?.json?.messages
const weather = {
  type: 'function',
  name: 'get_weather',
  description: 'Weather of a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
}

test('basic-response', async () => {
  const answer = await answerOf({ input: [{ type: 'message', role: 'user', content: 'Say hello.' }] })

  expect(answer).toMatchObject({ status: 'completed', output: [{ type: 'message' }] })
})

test('streaming-response', async () => {
  sextant.upstream.next({ kind: 'answer', reasoning: 'Hm.', text: ['One ', 'two.'] })

  const { events, done } = responseEventsOf(await (await post({ input: 'Count.', stream: true })).text())

  const read = events.map(each => event.parse(each))
  expect(done).toBe(true)
  expect(read.at(-1)).toMatchObject({ type: 'response.completed', response: { status: 'completed' } })
})

test('system-prompt', async () => {
  const input = [
    { type: 'message', role: 'system', content: 'You are a pirate.' },
    { type: 'message', role: 'user', content: 'Say hello.' },
  ]

  expect((await answerOf({ input })).status).toBe('completed')
  expect(messages()).toMatchObject([{ role: 'system', content: 'You are a pirate.' }, { role: 'user' }])
})

test('tool-calling', async () => {
  sextant.upstream.next({ kind: 'answer', toolCalls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }] })
  const asked = { input: 'Weather?', tools: [weather] }

  expect((await answerOf(asked)).output).toMatchObject([{ type: 'function_call', name: 'get_weather' }])
})

test('tool-calling in a stream', async () => {
  sextant.upstream.next({ kind: 'answer', toolCalls: [{ name: 'get_weather', arguments: { city: 'Oslo' } }] })

  const response = await post({ input: 'Weather?', tools: [weather], stream: true })
  const { events } = responseEventsOf(await response.text())

  for (const each of events) event.parse(each)
  expect(events.at(-1)).toMatchObject({ response: { output: [{ arguments: '{"city":"Oslo"}' }] } })
})

test('function-call-roundtrip', async () => {
  const input = [
    { type: 'message', role: 'user', content: 'Weather?' },
    { type: 'function_call', call_id: 'call_1', name: 'get_weather', arguments: '{"city":"Oslo"}' },
    { type: 'function_call_output', call_id: 'call_1', output: '−4 °C' },
  ]

  expect((await answerOf({ input, tools: [weather] })).status).toBe('completed')
  expect(messages()).toMatchObject([
    { role: 'user' },
    { role: 'assistant' },
    { role: 'tool', content: '−4 °C' },
  ])
})

test('image-input', async () => {
  const image = {
    type: 'input_image',
    image_url:
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAAAAABWESUoAAAAFklEQVR42mO4QAAwjCoYVTCqYKQqAABorEAumj9wuwAAAABJRU5ErkJggg==',
  }
  const input = [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'What?' }, image] }]

  expect((await answerOf({ input })).status).toBe('completed')
  expect(messages()).toMatchObject([
    { content: [{ type: 'text' }, { type: 'image_url', image_url: { url: image.image_url } }] },
  ])
})

// The process that reads it starts slowly on a busy machine.
test('file-input', { timeout: 60_000 }, async () => {
  const pdf = await makePdf([pen => pen.write('One line.', 60, 100)])
  const file = {
    type: 'input_file',
    filename: 'line.pdf',
    file_data: `data:application/pdf;base64,${pdf.toString('base64')}`,
  }

  expect((await answerOf({ input: [{ type: 'message', role: 'user', content: [file] }] })).status).toBe(
    'completed',
  )
  expect(JSON.stringify(messages())).toContain('One line.')
})

test('multi-turn', async () => {
  const input = [
    { type: 'message', role: 'user', content: 'My name is Ada.' },
    { type: 'message', role: 'assistant', content: 'Hello Ada.' },
    { type: 'message', role: 'user', content: 'What is my name?' },
  ]

  expect((await answerOf({ input })).status).toBe('completed')
  expect(messages()).toMatchObject([{ role: 'user' }, { content: 'Hello Ada.' }, { role: 'user' }])
})

test('previous-response-id', async () => {
  sextant.upstream.next({ kind: 'answer', text: ['Hello Ada.'] })
  const first = await answerOf({ input: 'My name is Ada.' })

  const second = await answerOf({ input: 'What is my name?', previous_response_id: first.id })

  expect(second).toMatchObject({ status: 'completed', store: true, previous_response_id: first.id })
  expect(messages()).toMatchObject([{ role: 'user' }, { content: 'Hello Ada.' }, { role: 'user' }])
})
