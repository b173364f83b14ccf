import { afterAll, beforeAll, expect, test } from 'vitest'
import { weatherTool } from '#lib/models/answer/__fixtures__/tools.ts'
import { chatModel, type RunningHost } from '#lib/models/http/__fixtures__/running-host.ts'
import { ask, complete, readStream, startReal } from './__fixtures__/real-host.ts'

let host: RunningHost

beforeAll(async () => {
  host = await startReal()
})
afterAll(async () => await host[Symbol.asyncDispose]())

test('a question is answered in a stream, with exact usage and measured prompt speed', async () => {
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
  const { choices, usage } = await complete(host, {
    ...ask('Count from one to fifty.'),
    temperature: 0,
    max_tokens: 8,
  })

  expect(choices[0]?.finish_reason).toBe('length')
  expect(usage.completion_tokens).toBe(8)
})

test('a stop string ends the answer and is not included', async () => {
  const { choices } = await complete(host, {
    ...ask('Count: 1, 2, 3, 4, 5, 6, 7, 8. Repeat exactly.'),
    temperature: 0,
    max_tokens: 60,
    stop: ['5'],
  })

  expect(choices[0]?.finish_reason).toBe('stop')
  expect(choices[0]?.message.content).toContain('4')
  expect(choices[0]?.message.content).not.toContain('5')
})

test('the same seed gives the same answer, regardless of calls in between', async () => {
  const seeded = { ...ask('Invent a name for a boat.'), seed: 7, temperature: 1, max_tokens: 24 }
  const first = await complete(host, seeded)
  await complete(host, { ...ask('Something else entirely.'), max_tokens: 5 })
  const second = await complete(host, seeded)

  expect(second.choices[0]?.message.content).toBe(first.choices[0]?.message.content)
})

test('another seed gives another answer', async () => {
  const answers = await Promise.all(
    [1, 2, 3, 4].map(
      async seed =>
        (
          await complete(host, {
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

test('the next turn of a conversation reuses the cached prefix', async () => {
  const long = `Remember this list: ${Array.from({ length: 80 }, (_, index) => `item ${index}`).join(', ')}.`
  await complete(host, { ...ask(long), max_tokens: 4 })
  const { usage } = await complete(host, {
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

test('the next turn of a conversation that needs no tool does so too, although the need is decided first', async () => {
  const list = Array.from({ length: 40 }, (_, index) => `thing ${index}`).join(', ')
  const shared = { model: chatModel, tools: [weatherTool], temperature: 0, max_tokens: 4 }
  const first = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: `Hello! Here is my list: ${list}.` },
    { role: 'user', content: 'Thank you, that was helpful!' },
  ]
  await complete(host, { ...shared, messages: first })
  const { usage } = await complete(host, {
    ...shared,
    messages: [
      ...first,
      { role: 'assistant', content: 'Glad to.' },
      { role: 'user', content: 'Good night!' },
    ],
  })

  expect(usage.prompt_tokens_details?.cached_tokens).toBeGreaterThan(100)
})

test.each(['Hello', 'What is the capital of France?'])('%j calls no tool', async content => {
  const { choices } = await complete(host, {
    ...ask(content),
    tools: [weatherTool],
    temperature: 0,
    max_tokens: 16,
  })

  expect(choices[0]?.message.tool_calls ?? []).toEqual([])
  expect(choices[0]?.message.content).not.toBe('')
})

test('a tool is called when the question needs it', async () => {
  const { choices } = await complete(host, {
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

test('a required call is always made and always valid', async () => {
  const { choices } = await complete(host, {
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
  const { choices } = await complete(host, {
    model: chatModel,
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

test('an answer with a schema matches it', async () => {
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
  const { choices } = await complete(host, {
    ...ask('Invent a person.'),
    max_tokens: 120,
    response_format: { type: 'json_schema', json_schema: { name: 'person', schema } },
  })
  const person = JSON.parse(choices[0]?.message.content ?? '')

  expect(Object.keys(person)).toEqual(['name', 'age', 'tags'])
  expect(person.age).toBeGreaterThanOrEqual(18)
  expect(person.age).toBeLessThanOrEqual(99)
})

test('a streamed answer matches its schema too', async () => {
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

test('log probabilities are returned for every token', async () => {
  const { choices } = await complete(host, {
    ...ask('Say hello.'),
    temperature: 0,
    max_tokens: 3,
    logprobs: true,
    top_logprobs: 2,
  })
  const logprobs = choices[0]?.logprobs

  expect(logprobs).toMatchObject({ content: [{ top_logprobs: { length: 2 } }, {}, {}] })
})
