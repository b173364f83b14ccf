import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatCompletionSchema } from '#lib/contracts/api/chat.ts'
import { readEvents } from './__fixtures__/read-events.ts'
import { readError } from './__fixtures__/read-error.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway({
    models: [
      { id: 'priced', price: { input: 0.1, output: 0.4 } },
      { id: 'first', upstream: 'error-503', fallbacks: ['second-choice'] },
      { id: 'second-choice', provider: 'second' },
      { id: 'text-only', input: ['text'] },
      { id: 'reader', input: ['text', 'image'] },
      { id: 'narrow', context: 50 },
    ],
  })
})
afterAll(() => sextant[Symbol.asyncDispose]())

const messages = [{ role: 'user', content: 'hello' }]

describe('a plain answer', () => {
  test('has all fields of the contract, with our id and the public id of the model', async () => {
    const response = await sextant.chat({ model: 'scripted/echo', messages })

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(response.headers.get('sextant-provider')).toBe('scripted')
    expect(response.headers.get('sextant-attempts')).toBe('1')
    expect(Number(response.headers.get('sextant-overhead-ms'))).toBeGreaterThanOrEqual(0)
    expect(response.headers.get('server-timing')).toMatch(/^auth;dur=.*upstream;dur=.*total;dur=/)
    const answer = chatCompletionSchema.parse(await response.json())
    expect(answer.id).toMatch(/^chatcmpl-[0-9A-Za-z]{29}$/)
    expect(answer.model).toBe('scripted/echo')
    expect(answer.system_fingerprint).toMatch(/^fp_[0-9a-f]{10}$/)
    expect(answer.choices[0]?.message).toEqual({
      role: 'assistant',
      content: 'You said: hello',
      refusal: null,
    })
    expect(answer.choices[0]?.logprobs).toBeNull()
    expect(answer.usage.prompt_tokens_details?.text_tokens).toBe(answer.usage.prompt_tokens)
    expect(answer.usage.cost).toBeUndefined()
  })

  test('leaves a row with model, provider, tokens, times and price', async () => {
    const response = await sextant.chat({ model: 'priced', messages })
    const { usage } = chatCompletionSchema.parse(await response.json())

    const row = await sextant.row(response.headers.get('x-request-id'))

    const nanos = Math.ceil(usage.prompt_tokens * 100 + usage.completion_tokens * 400)
    expect(usage.cost).toBe(nanos / 1e9)
    expect(row).toMatchObject({
      route: 'chat',
      model: 'priced',
      answeredBy: 'priced',
      provider: 'scripted',
      attempts: 1,
      status: 200,
      errorCode: null,
      promptTokens: usage.prompt_tokens,
      completionTokens: usage.completion_tokens,
      usageEstimated: false,
      costNanos: nanos,
      stream: false,
    })
    expect(row.totalMs).toBeGreaterThanOrEqual(row.firstMs ?? Infinity)
  })

  test('counts tokens when the upstream did not, and marks the row as estimated', async () => {
    const response = await sextant.chat({ model: 'scripted/no-usage', messages })
    const { usage } = chatCompletionSchema.parse(await response.json())

    expect(usage.completion_tokens).toBeGreaterThan(2)
    expect((await sextant.row(response.headers.get('x-request-id'))).usageEstimated).toBe(true)
  })

  test('forwards unknown fields, drops null fields and our own', async () => {
    const body = { model: 'scripted/echo', messages, top_k: 5, seed: null, models: null, stop: null }
    await sextant.chat(body)

    const sent = sextant.upstream.requests.at(-1)?.json
    expect(sent).toMatchObject({ model: 'echo', top_k: 5 })
    expect(Object.keys(sent ?? {})).not.toEqual(expect.arrayContaining(['seed']))
    expect(Object.keys(sent ?? {})).not.toEqual(expect.arrayContaining(['models']))
    expect(Object.keys(sent ?? {})).not.toEqual(expect.arrayContaining(['stop']))
  })
})

test('a plain answer with fewer choices than requested is an error of the provider, and is billed', async () => {
  sextant.upstream.next({ kind: 'answer', text: ['a'], choices: 1 })
  const response = await sextant.chat({ model: 'priced', messages, n: 2 })

  expect(response.status).toBe(502)
  expect(await response.json()).toMatchObject({
    error: {
      code: 'upstream_error',
      message: 'The provider returned 1 of 2 choices. Send `n` requests, or use another model.',
    },
  })
  const row = await sextant.row(response.headers.get('x-request-id'))
  expect(row.completionTokens).toBeGreaterThan(0)
})

describe('a stream', () => {
  test('opens with a role chunk, ends with a bare finish and [DONE], and carries one head', async () => {
    const response = await sextant.chat({ model: 'scripted/echo', messages, stream: true })

    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-cache, no-transform')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    const { chunks, done, text } = await readEvents(response)
    expect(chunks[0]?.choices).toEqual([
      {
        index: 0,
        delta: { role: 'assistant', content: '', refusal: null },
        logprobs: null,
        finish_reason: null,
      },
    ])
    expect(chunks.at(-1)?.choices[0]).toMatchObject({ delta: {}, finish_reason: 'stop' })
    expect(text).toBe('You said: hello')
    expect(done).toBe(true)
    expect(
      new Set(chunks.map(chunk => `${chunk.id} ${chunk.created} ${chunk.model} ${chunk.system_fingerprint}`))
        .size,
    ).toBe(1)
    expect(chunks.every(chunk => !('usage' in chunk))).toBe(true)
  })

  test('sends usage in a last chunk of its own when requested, and null in every other chunk', async () => {
    const body = { model: 'scripted/echo', messages, stream: true, stream_options: { include_usage: true } }
    const { chunks } = await readEvents(await sextant.chat(body))

    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { prompt_tokens: expect.any(Number) } })
    expect(chunks.slice(0, -1).every(chunk => chunk.usage === null)).toBe(true)
  })

  test.each(['own-chunk', 'last-choice', 'continuous', 'groq', 'none'] as const)(
    'bills the same tokens wherever the upstream reports its usage (%s)',
    async usage => {
      sextant.upstream.next({ kind: 'answer', text: ['one ', 'two'], usage })
      const response = await sextant.chat({ model: 'scripted/x', messages, stream: true })
      const { chunks } = await readEvents(response)

      const row = await sextant.row(response.headers.get('x-request-id'))
      expect(row.completionTokens).toBeGreaterThan(0)
      expect(row.usageEstimated).toBe(usage === 'none')
      expect(chunks.every(chunk => chunk.choices.length === 1)).toBe(true)
    },
  )

  test('opens and finishes each of several choices', async () => {
    sextant.upstream.next({ kind: 'answer', text: ['a', 'b'], choices: 3 })
    const { chunks, done } = await readEvents(
      await sextant.chat({ model: 'scripted/x', messages, stream: true, n: 3 }),
    )

    const choices = chunks.flatMap(chunk => chunk.choices)
    expect(choices.filter(choice => choice.delta.role === 'assistant').map(choice => choice.index)).toEqual([
      0, 1, 2,
    ])
    expect(choices.filter(choice => choice.finish_reason !== null)).toHaveLength(3)
    expect(done).toBe(true)
  })

  test('with fewer choices than requested ends in an error, after the choices that came', async () => {
    sextant.upstream.next({ kind: 'answer', text: ['a'], choices: 2, usage: 'own-chunk' })
    const response = await sextant.chat({ model: 'scripted/x', messages, stream: true, n: 3 })
    const { chunks, done, error } = await readEvents(response)

    expect(new Set(chunks.flatMap(({ choices }) => choices.map(({ index }) => index)))).toEqual(
      new Set([0, 1]),
    )
    expect(done).toBe(false)
    expect(error).toMatchObject({
      code: 'upstream_stream_interrupted',
      message: 'The provider returned 2 of 3 choices. Send `n` requests, or use another model.',
    })
    expect(await sextant.row(response.headers.get('x-request-id'))).toMatchObject({
      errorCode: 'upstream_stream_interrupted',
      usageEstimated: false,
    })
  })

  test.each([
    'standard',
    'no-index',
    'index-zero',
    'no-id',
    'object-arguments',
    'whole',
    'id-in-every-fragment',
  ] as const)('sends index and id of tool calls once, whatever the upstream sends (%s)', async toolShape => {
    const toolCalls = [
      { name: 'first', arguments: { city: 'Paris' } },
      { name: 'second', arguments: { city: 'Rome' } },
    ]
    sextant.upstream.next({ kind: 'answer', text: [], toolCalls, toolShape })
    const { chunks, done } = await readEvents(
      await sextant.chat({ model: 'scripted/x', messages, stream: true }),
    )

    const fragments = chunks.flatMap(chunk => chunk.choices.flatMap(choice => choice.delta.tool_calls ?? []))
    const named = fragments.filter(fragment => fragment.id !== undefined)
    expect(named.map(fragment => fragment.function?.name)).toEqual(['first', 'second'])
    expect(named.map(fragment => fragment.index)).toEqual([0, 1])
    for (const [index, call] of toolCalls.entries()) {
      const written = fragments
        .filter(fragment => fragment.index === index)
        .map(part => part.function?.arguments ?? '')
      expect(JSON.parse(written.join(''))).toEqual(call.arguments)
    }
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls')
    expect(done).toBe(true)
  })

  test('passes reasoning on, under either field name', async () => {
    sextant.upstream.next({ kind: 'answer', text: ['42'], reasoning: 'hm', reasoningField: 'reasoning' })
    const { chunks } = await readEvents(await sextant.chat({ model: 'scripted/x', messages, stream: true }))

    const reasoning = chunks.map(chunk => chunk.choices[0]?.delta.reasoning_content ?? '').join('')
    expect(reasoning).toBe('hm')
  })
})

describe('targets', () => {
  test('a configured fallback answers, is reported in `model`, and its attempts are counted', async () => {
    const response = await sextant.chat({ model: 'first', messages })

    expect(chatCompletionSchema.parse(await response.json()).model).toBe('second-choice')
    expect(response.headers.get('sextant-provider')).toBe('second')
    expect(response.headers.get('sextant-attempts')).toBe('4')
  })

  test('the request’s own `models` come before configured fallbacks', async () => {
    const response = await sextant.chat({ model: 'scripted/error-401', models: ['scripted/echo'], messages })

    expect(chatCompletionSchema.parse(await response.json()).model).toBe('scripted/echo')
    expect(response.headers.get('sextant-attempts')).toBe('2')
  })

  test('a requested fallback that the key does not allow is rejected, a configured one is skipped', async () => {
    const { token } = await sextant.makeKey({ models: ['first', 'scripted/echo'] })

    const named = await sextant.chat({ model: 'scripted/echo', models: ['priced'], messages }, { token })
    const configured = await sextant.chat({ model: 'first', messages }, { token })

    expect(named.status).toBe(403)
    expect(await named.json()).toMatchObject({ error: { code: 'model_not_allowed', param: 'models.0' } })
    expect(configured.status).toBe(502)
  })

  test('an image for a text-only model is rejected, naming models that read images', async () => {
    const content = [
      { type: 'text', text: 'what is it?' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
    ]
    const response = await sextant.chat({ model: 'text-only', messages: [{ role: 'user', content }] })

    expect(response.status).toBe(400)
    const { error } = (await response.json()) as { error: { code: string; param: string; message: string } }
    expect(error).toMatchObject({ code: 'unsupported_parameter', param: 'messages.0.content.1.image_url' })
    expect(error.message).toContain('`reader`')
  })

  test.each(['required', { type: 'function', function: { name: 'f' } }])(
    'the tool choice %j is rejected without tools, whichever model is asked',
    async tool_choice => {
      for (const fields of [{}, { tools: [] }]) {
        const response = await sextant.chat({ model: 'scripted/echo', messages, tool_choice, ...fields })

        expect(response.status).toBe(400)
        expect(await readError(response)).toMatchObject({ code: 'invalid_value', param: 'tool_choice' })
      }
    },
  )

  test('a tool choice that forces a tool that is not sent is rejected', async () => {
    const response = await sextant.chat({
      model: 'scripted/echo',
      messages,
      tools: [{ type: 'function', function: { name: 'get_weather' } }],
      tool_choice: { type: 'function', function: { name: 'get_wether' } },
    })

    expect(response.status).toBe(400)
    const error = await readError(response)
    expect(error).toMatchObject({ code: 'invalid_value', param: 'tool_choice.function.name' })
    expect(error.message).toContain('`get_wether`')
  })

  test.each([
    ['messages', { messages: [{ role: 'user', content: 'word '.repeat(200) }] }],
    ['max_tokens', { messages, max_tokens: 51 }],
  ])('input over the context window of the model is rejected (%s)', async (param, body) => {
    const response = await sextant.chat({ model: 'narrow', ...body })

    expect(response.status).toBe(400)
    const error = await readError(response)
    expect(error).toMatchObject({ code: 'context_length_exceeded', param })
    // litellm recognizes the error by these words, and uses a model with a larger context window.
    expect(error.message).toContain("This model's maximum context length is 50 tokens (`narrow`)")
  })

  test.each([
    ['messages', {}],
    ['messages', { tools: [] }],
    ['messages and tools', { tools: [{ type: 'function', function: { name: 'f' } }] }],
  ])('the error says whose tokens are counted: the %s', async (counted, body) => {
    const long = [{ role: 'user', content: 'word '.repeat(2000) }]
    const response = await sextant.chat({ model: 'narrow', messages: long, ...body })

    const { error } = (await response.json()) as { error: { param: string; message: string } }
    expect(error.message).toMatch(new RegExp(`; the ${counted} have about 2,\\d{3}\\. `))
    expect(error.param).toBe('messages')
  })
})
