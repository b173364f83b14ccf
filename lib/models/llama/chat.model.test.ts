import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatCompletionSchema, chatChunkSchema } from '#lib/contracts/chat.ts'
import { chatModel, startHost, type RunningHost } from '#lib/models/http/__fixtures__/running-host.ts'
import { weatherTool } from '#lib/models/answer/__fixtures__/tools.ts'
import { createLlamaLoader } from './load-llama-runner.ts'

// The real 0.5B model, in the folder where `npm test` fetches it.
const modelsDir = process.env['MODELS_DIR'] ?? join(homedir(), '.cache/sextant/models')
let host: RunningHost

beforeAll(async () => {
  host = await startReal()
})
afterAll(async () => await host[Symbol.asyncDispose]())

test('a question is answered in a stream, with exact usage and the prompt speed measured', async () => {
  const response = await host.ask('/v1/chat/completions', {
    body: {
      ...ask('What is the capital of France? Answer with one word.'),
      temperature: 0,
      stream: true,
      stream_options: { include_usage: true },
    },
  })
  const { text, chunks, done } = readStream(await response.text())
  const usage = chunks.at(-1)?.usage

  expect(text).toContain('Paris')
  expect(done).toBe(true)
  expect(usage?.completion_tokens).toBeGreaterThan(0)
  expect(usage?.total_tokens).toBe((usage?.prompt_tokens ?? 0) + (usage?.completion_tokens ?? 0))
  const models = JSON.stringify(await (await host.ask('/v1/models')).json())
  expect(Number(/"prompt_tokens_per_second":(\d+)/.exec(models)?.[1])).toBeGreaterThan(1)
})

test('max_tokens ends the answer as length, with exactly as many tokens', async () => {
  const { choices, usage } = await complete({ ...ask('Count from one to fifty.'), max_tokens: 8 })

  expect(choices[0]?.finish_reason).toBe('length')
  expect(usage.completion_tokens).toBe(8)
})

test('a stop string ends the answer and does not show', async () => {
  const { choices } = await complete({
    ...ask('Count: 1, 2, 3, 4, 5, 6, 7, 8. Repeat exactly.'),
    temperature: 0,
    max_tokens: 60,
    stop: ['5'],
  })

  expect(choices[0]?.finish_reason).toBe('stop')
  expect(choices[0]?.message.content).toContain('4')
  expect(choices[0]?.message.content).not.toContain('5')
})

test('the same seed gives the same answer, whatever was asked in between', async () => {
  const seeded = { ...ask('Invent a name for a boat.'), seed: 7, temperature: 1, max_tokens: 24 }
  const first = await complete(seeded)
  await complete({ ...ask('Something else entirely.'), max_tokens: 5 })
  const second = await complete(seeded)

  expect(second.choices[0]?.message.content).toBe(first.choices[0]?.message.content)
})

test('another seed gives another answer', async () => {
  const answers = await Promise.all(
    [1, 2, 3, 4].map(
      async seed =>
        (
          await complete({
            ...ask('Write a random word.'),
            seed,
            temperature: 2,
            min_p: 0,
            top_k: 0,
            max_tokens: 12,
          })
        ).choices[0]?.message.content,
    ),
  )

  expect(new Set(answers).size).toBeGreaterThan(1)
})

test('the next turn of a conversation starts where the last one ended', async () => {
  const long = `Remember this list: ${Array.from({ length: 80 }, (_, index) => `item ${index}`).join(', ')}.`
  await complete({ ...ask(long), max_tokens: 4 })
  const { usage } = await complete({
    model: chatModel,
    messages: [
      { role: 'user', content: long },
      { role: 'assistant', content: 'Yes.' },
      { role: 'user', content: 'Thanks.' },
    ],
    max_tokens: 4,
  })

  expect(usage.prompt_tokens_details?.cached_tokens).toBeGreaterThan(200)
})

test('a tool is called when the question needs it', async () => {
  const { choices } = await complete({
    ...ask('What is the weather in Lisbon right now?'),
    tools: [weatherTool],
    temperature: 0,
    max_tokens: 80,
  })

  expect(choices[0]?.finish_reason).toBe('tool_calls')
  expect(choices[0]?.message).toMatchObject({
    content: null,
    tool_calls: [{ function: { name: 'get_weather' } }],
  })
  expect(JSON.parse(choices[0]?.message.tool_calls?.[0]?.function.arguments ?? '')).toHaveProperty('city')
})

test('a required call always comes and always fits', async () => {
  const { choices } = await complete({
    ...ask('Tell me a joke.'),
    tools: [weatherTool],
    tool_choice: 'required',
    temperature: 1,
    max_tokens: 120,
  })

  const [call] = choices[0]?.message.tool_calls ?? []
  expect(call?.function.name).toBe('get_weather')
  expect(JSON.parse(call?.function.arguments ?? '')).toEqual(
    expect.objectContaining({ city: expect.any(String) }),
  )
})

test('a tool result is read', async () => {
  const { choices } = await complete({
    model: chatModel,
    tools: [weatherTool],
    temperature: 0,
    max_tokens: 60,
    messages: [
      { role: 'user', content: 'What is the weather in Lisbon?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Lisbon"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: '{"temperature_celsius": 31, "sky": "sunny"}' },
    ],
  })

  expect(choices[0]?.message.content).toContain('31')
})

test('an answer held by a schema fits it', async () => {
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      age: { type: 'integer', minimum: 18, maximum: 99 },
      tags: { type: 'array', items: { enum: ['a', 'b'] }, maxItems: 2 },
    },
    required: ['name', 'age', 'tags'],
    additionalProperties: false,
  }
  const { choices } = await complete({
    ...ask('Invent a person.'),
    max_tokens: 120,
    response_format: { type: 'json_schema', json_schema: { name: 'person', schema } },
  })
  const person = JSON.parse(choices[0]?.message.content ?? '')

  expect(Object.keys(person)).toEqual(['name', 'age', 'tags'])
  expect(person.age).toBeGreaterThanOrEqual(18)
  expect(person.age).toBeLessThanOrEqual(99)
})

test('a schema in a stream fits too', async () => {
  const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] }
  const response = await host.ask('/v1/chat/completions', {
    body: {
      ...ask('Is water wet?'),
      stream: true,
      response_format: { type: 'json_schema', json_schema: { name: 'x', schema } },
    },
  })

  expect(JSON.parse(readStream(await response.text()).text)).toEqual({ ok: expect.any(Boolean) })
})

test('log probabilities come for every token', async () => {
  const { choices } = await complete({
    ...ask('Say hello.'),
    temperature: 0,
    max_tokens: 3,
    logprobs: true,
    top_logprobs: 2,
  })
  const logprobs = choices[0]?.logprobs

  expect(logprobs).toMatchObject({ content: [{ top_logprobs: { length: 2 } }, {}, {}] })
})

test('a prompt that does not fit is refused before it is evaluated', async () => {
  const startMs = performance.now()
  const response = await host.ask('/v1/chat/completions', { body: ask('word '.repeat(6000)) })

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    error: { code: 'context_length_exceeded', param: 'messages' },
  })
  expect(performance.now() - startMs).toBeLessThan(2000)
})

test('a full window ends the answer as length', async () => {
  await using small = await startReal({ contextTokens: 256 })
  const response = await small.ask('/v1/chat/completions', {
    body: { ...ask('Write a very long story about the sea, at least 2000 words.'), temperature: 0, min_p: 0 },
  })
  const { choices, usage } = chatCompletionSchema.parse(await response.json())

  expect(choices[0]?.finish_reason).toBe('length')
  expect(usage.total_tokens).toBeLessThanOrEqual(256)
})

test('a client that leaves stops generation within a second', async () => {
  const leftMs = await leaveAnd(host, ask('Write a very long story.'), { afterText: true })

  expect(leftMs).toBeLessThan(1500)
})

test('a client that leaves while a long prompt is read stops that too', async () => {
  const leftMs = await leaveAnd(
    host,
    ask(Array.from({ length: 1200 }, (_, index) => `fact ${index};`).join(' ')),
    { afterText: false },
  )

  expect(leftMs).toBeLessThan(2500)
})

test('two conversations are answered together, a third is queued', async () => {
  const body = { ...ask('Count from one to twenty in words.'), max_tokens: 40, stream: true }
  const answers = await Promise.all(
    [1, 2, 3].map(async () => await (await host.ask('/v1/chat/completions', { body })).text()),
  )

  expect(answers.map(answer => readStream(answer).done)).toEqual([true, true, true])
  expect(answers.filter(answer => answer.includes(': queued 1'))).toHaveLength(1)
})

test('an idle model leaves memory and comes back', async () => {
  await using idle = await startReal({ idleMs: 300 })
  const once = async () => await idle.ask('/v1/chat/completions', { body: { ...ask('Hi'), max_tokens: 2 } })
  const first = await once()
  await expect
    .poll(async () => await (await idle.ask('/v1/models')).text(), { timeout: 5000 })
    .not.toContain('prompt_tokens_per_second')
  const again = await once()

  const loads = [first, again].map(response =>
    Number(/load;dur=([\d.]+)/.exec(response.headers.get('server-timing') ?? '')?.[1]),
  )
  expect(loads.every(ms => ms > 50)).toBe(true)
})

async function startReal({ contextTokens = 2048, idleMs = 60_000 } = {}): Promise<RunningHost> {
  const loadChat = createLlamaLoader({ contextTokens, sequences: 2, log: () => undefined })
  return await startHost({ loadChat, modelsDir, contextTokens, parallel: 2, idleMs })
}

/** @returns milliseconds from leaving until the engine answers somebody else */
async function leaveAnd(
  running: RunningHost,
  body: object,
  { afterText }: { afterText: boolean },
): Promise<number> {
  const stop = new AbortController()
  const left = running.ask('/v1/chat/completions', { body: { ...body, stream: true }, signal: stop.signal })
  if (afterText) await (await left).body?.getReader().read()
  else await new Promise(resolve => setTimeout(resolve, 700))
  const startMs = performance.now()
  stop.abort()
  await left.catch(() => undefined)
  // Two places: both have to be free again for two calls to be let in at once.
  await Promise.all(
    [1, 2].map(
      async () => await running.ask('/v1/chat/completions', { body: { ...ask('Hi'), max_tokens: 1 } }),
    ),
  )
  return performance.now() - startMs
}

function ask(content: string) {
  return { model: chatModel, messages: [{ role: 'user', content }] }
}

async function complete(body: object) {
  const response = await host.ask('/v1/chat/completions', { body })
  return chatCompletionSchema.parse(await response.json())
}

function readStream(body: string) {
  const data = body
    .split('\n\n')
    .filter(event => event.startsWith('data: '))
    .map(event => event.slice('data: '.length))
  const chunks = data
    .filter(event => event !== '[DONE]')
    .map(event => chatChunkSchema.parse(JSON.parse(event)))
  return {
    chunks,
    done: data.at(-1) === '[DONE]',
    text: chunks.map(chunk => chunk.choices[0]?.delta.content ?? '').join(''),
  }
}
