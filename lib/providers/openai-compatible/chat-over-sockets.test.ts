import { expect, test, type TestContext } from 'vitest'
import { startScriptedUpstream } from '#e2e/support/scripted-upstream.ts'
import type { AnswerScript, Script, ToolShape } from '#e2e/support/script.ts'
import { createUpstream } from '#lib/providers/transport/upstream.ts'
import type { AttemptOptions } from '#lib/providers/transport/attempt-options.ts'
import { createOpenAiCompatible } from './chat.ts'
import type { ProviderId } from '#lib/known-providers.ts'
import { providerById } from '#lib/providers/all-providers.ts'
import { assemble, collect, testRequest } from './__fixtures__/test-model.ts'

const patient = { connectMs: 20_000, firstEventMs: 20_000, idleMs: 20_000, totalMs: 20_000 }
const strict = { ...patient, firstEventMs: 400, idleMs: 300 }

async function serve(context: TestContext, ...scripts: readonly Script[]) {
  const server = await startScriptedUpstream()
  const upstream = createUpstream({ connectMs: 1000, allowPrivateProviders: [] })
  context.onTestFinished(async () => {
    await server.close()
    await upstream.close()
  })
  server.next(...scripts)
  const model = (modelId = 'echo', kind: ProviderId = 'openai') =>
    createOpenAiCompatible({
      providerId: 'scripted',
      modelId,
      target: {
        origin: `http://127.0.0.1:${server.port}`,
        basePath: '/v1',
        policy: 'operator',
        headers: { 'content-type': 'application/json' },
      },
      request: upstream.request,
      secrets: [],
      local: kind === 'local',
      inputField: 'messages',
      quirks: providerById(kind).quirks,
    })
  return { server, model }
}

function attempt(options: Partial<AttemptOptions> = {}): AttemptOptions {
  return { signal: new AbortController().signal, timers: patient, ...options }
}

const weather = { name: 'get_weather', arguments: { city: 'Lisbon' } }
const time = { name: 'get_time', arguments: { zone: 'WET' } }
const shapes: readonly ToolShape[] = [
  'standard',
  'no-index',
  'index-zero',
  'no-id',
  'object-arguments',
  'whole',
  'id-in-every-fragment',
]

test.for(shapes)(
  'tool calls in the form "%s" arrive complete, streamed and not',
  async (toolShape, context) => {
    const script: AnswerScript = { kind: 'answer', toolCalls: [weather, time], toolShape }
    const { model } = await serve(context, script, script)

    const { chunks, error } = await collect(model().stream({ ...testRequest, stream: true }, attempt()))
    const plain = await model().generate(testRequest, attempt())

    expect(error).toBeNull()
    const streamed = assemble(chunks)
    expect(streamed.finish).toEqual(['tool_calls'])
    expect(streamed.calls.map(call => [call.name, JSON.parse(call.arguments)])).toEqual([
      ['get_weather', { city: 'Lisbon' }],
      ['get_time', { zone: 'WET' }],
    ])
    expect(new Set(streamed.calls.map(call => call.id)).size).toBe(2)
    const calls = plain.choices[0]?.message.tool_calls ?? []
    expect(calls.map(call => JSON.parse(call.function.arguments) as unknown)).toEqual([
      { city: 'Lisbon' },
      { zone: 'WET' },
    ])
  },
)

test.for<[string, Partial<AnswerScript>]>([
  ['CRLF', { newline: '\r\n' }],
  ['CR', { newline: '\r' }],
  ['a byte order mark', { byteOrderMark: true }],
  ['seven bytes a write', { writeBytes: 7 }],
  ['no [DONE]', { done: false }],
])('a stream with %s is complete', async ([, habit], context) => {
  const { model } = await serve(context, { kind: 'answer', text: ['Grüße ', '日本語 ', '🙂'], ...habit })

  const { chunks, error } = await collect(model().stream({ ...testRequest, stream: true }, attempt()))

  expect(error).toBeNull()
  expect(assemble(chunks)).toMatchObject({ content: 'Grüße 日本語 🙂', finish: ['stop'] })
})

test.for(['last-choice', 'own-chunk', 'groq', 'continuous', 'asked'] as const)(
  'usage that comes as "%s" is read',
  async (usage, context) => {
    const { model } = await serve(context, { kind: 'answer', text: 'a b c', usage })

    const { chunks } = await collect(model().stream({ ...testRequest, stream: true }, attempt()))

    expect(chunks.findLast(chunk => chunk.usage)?.usage).toMatchObject({ completion_tokens: 3 })
  },
)

test('comments keep a slow upstream alive past both timers', async context => {
  const comments = Array.from({ length: 12 }, () => 'OPENROUTER PROCESSING')
  const { model } = await serve(context, { kind: 'answer', text: 'Hi', comments, delayMs: 60 })
  const timers = { ...patient, firstEventMs: 600, idleMs: 600 }

  const { chunks, error } = await collect(
    model().stream({ ...testRequest, stream: true }, attempt({ timers })),
  )

  expect(error).toBeNull()
  expect(assemble(chunks).content).toBe('Hi')
})

test.for<[string, string]>([
  ['hang-head', 'upstream_timeout'],
  ['hang-first', 'upstream_timeout'],
  ['hang-3', 'upstream_stream_timeout'],
  ['cut-3', 'upstream_stream_interrupted'],
  ['reset-3', 'upstream_stream_interrupted'],
  ['cut-0', 'upstream_error'],
  ['no-finish', 'upstream_stream_interrupted'],
  ['error-event-0', 'upstream_error'],
  ['error-503', 'upstream_error'],
  ['error-429-7', 'rate_limit_exceeded'],
  ['garbage', 'upstream_error'],
  ['html', 'upstream_error'],
  ['big-event-10', 'upstream_error'],
])('the upstream %s ends as %s', async ([name, code], context) => {
  const { model } = await serve(context)

  const { error } = await collect(
    model(name).stream(
      { ...testRequest, stream: true },
      attempt({ timers: name.startsWith('hang') ? strict : patient }),
    ),
  )

  expect(error).toMatchObject({ code })
})

test.for(['cut-3', 'hang-3'])(
  'a non-streamed response that ends as %s is never accepted as complete',
  async (name, context) => {
    const { model } = await serve(context)

    await expect(model(name).generate(testRequest, attempt({ timers: strict }))).rejects.toMatchObject({
      status: expect.toBeOneOf([502, 504]) as unknown,
    })
  },
)

test('the upstream connection is closed at once when the client disconnects', async context => {
  const { model, server } = await serve(context)
  const controller = new AbortController()
  const items = model('chunks-1000-10').stream(
    { ...testRequest, stream: true },
    attempt({ signal: controller.signal }),
  )
  for await (const item of items) {
    expect(item.kind).toBe('events')
    break
  }
  const other = collect(
    model('hang-first').stream({ ...testRequest, stream: true }, attempt({ signal: controller.signal })),
  )
  await server.seen(request => request.json?.model === 'hang-first')

  const leftAt = performance.now()
  controller.abort()

  expect((await other).error).toMatchObject({ code: 'client_closed' })
  for (const name of ['chunks-1000-10', 'hang-first']) {
    const seen = await server.seen(request => request.json?.model === name && request.abortedAt !== null)
    expect((seen.abortedAt ?? Infinity) - leftAt).toBeLessThan(1000)
  }
})

test('an image arrives as it was sent', async context => {
  const { model } = await serve(context)
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const content = [
    { type: 'text' as const, text: 'What is this?' },
    { type: 'image_url' as const, image_url: { url: `data:image/png;base64,${png}` } },
  ]

  const answer = await model().generate({ ...testRequest, messages: [{ role: 'user', content }] }, attempt())

  expect(answer.choices[0]?.message.content).toContain('image/png, 70 bytes, 1 × 1 pixels')
})

test('a hundred concurrent streams lose, duplicate and mix nothing', async context => {
  const { model } = await serve(context)

  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      collect(model(`chunks-${20 + index}-1`).stream({ ...testRequest, stream: true }, attempt())),
    ),
  )

  for (const [index, { chunks, error }] of answers.entries()) {
    expect(error).toBeNull()
    const words = assemble(chunks).content.trim().split(' ')
    expect(words).toEqual(Array.from({ length: 20 + index }, (_, at) => `word${at}`))
  }
})
