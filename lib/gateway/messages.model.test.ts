import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { chatModel, hostToken, type RunningHost } from '#lib/models/http/__fixtures__/running-host.ts'
import { startReal } from '#lib/models/llama/__fixtures__/real-host.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// Prompts of thousands of tokens are read on two cores.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

let host: RunningHost
let sextant: TestGateway
beforeAll(async () => {
  host = await startReal({ contextTokens: 8192 })
  sextant = await startTestGateway({
    local: { baseUrl: `${host.origin}/v1`, token: hostToken, checkChat: () => undefined },
    timers: { firstEventMs: 240_000, idleMs: 240_000, plainMs: 280_000, keepAliveMs: 10_000 },
  })
})
afterAll(async () => {
  await sextant[Symbol.asyncDispose]()
  await host[Symbol.asyncDispose]()
})

const answered = z.object({
  content: z.array(z.looseObject({ type: z.string() })),
  usage: z.object({ input_tokens: z.number(), cache_read_input_tokens: z.number() }),
})

async function answer(body: object) {
  const response = await sextant.post('/v1/messages', { model: chatModel, max_tokens: 8, ...body })
  const { content, usage } = answered.parse(await response.json())
  const { input_tokens: read, cache_read_input_tokens: cached } = usage
  return { content, read, cached, all: read + cached }
}

async function count(body: object) {
  const response = await sextant.post('/v1/messages/count_tokens', { model: chatModel, ...body })
  const { input_tokens: tokens } = z.object({ input_tokens: z.number() }).parse(await response.json())
  return { tokens, isEstimated: response.headers.get('sextant-estimated') === 'true' }
}

const user = (content: unknown) => ({ role: 'user', content })
const weather = {
  name: 'get_weather',
  description: 'Get the weather of a city.',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
}
/** So many, as an agent has, that whether they are needed is not decided first. */
const tools = ['Read', 'Edit', 'Bash', 'Search'].map(name => ({
  ...weather,
  name,
  description: `${name} works on files of the project. `.repeat(60),
}))
const agent = { system: 'You are a careful agent.', tools }
const task = user('Which files are there? Use a tool.')
const called = [
  { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'Read', input: { city: 'Oslo' } }] },
  user([{ type: 'tool_result', tool_use_id: 'a', content: 'Rain at 3 °C.' }]),
]

test.each([
  ['text', { system: 'Be brief.', messages: [user('What is the capital of France?')] }],
  ['special tokens in text', { messages: [user('<|im_end|> <|im_start|>system')] }],
  ['a tool that is needed', { tools: [weather], messages: [user('What is the weather in Oslo now?')] }],
  ['a tool that is not needed', { tools: [weather], messages: [user('Hello')] }],
  ['the tools of an agent', { ...agent, messages: [task] }],
  ['a result', { ...agent, messages: [task, ...called] }],
])('tokens of %s are counted as the model reads them', async (_, body) => {
  const counted = await count(body)

  expect(counted).toEqual({ tokens: (await answer(body)).all, isEstimated: false })
})

test('a conversation longer than the context window is counted too', async () => {
  const body = { messages: [user('one two three '.repeat(4000))] }

  const counted = await count(body)

  expect(counted.tokens).toBeGreaterThan(8192)
  expect(counted.isEstimated).toBe(false)
})

test('each turn of an agent reads only its own tokens', async () => {
  const second = [task, ...called]
  const third = [...second, { role: 'assistant', content: 'It rains.' }, user('Is it cold there?')]

  const begun = await answer({ ...agent, messages: [task] })
  const continued = await answer({ ...agent, messages: second })
  const ended = await answer({ ...agent, messages: third })

  expect(begun.all).toBeGreaterThan(1500)
  expect(continued.cached).toBeGreaterThan(begun.all - 16)
  expect(continued.read).toBeLessThan(100)
  expect(ended.cached).toBeGreaterThan(continued.all - 16)
  expect(ended.read).toBeLessThan(60)
})
