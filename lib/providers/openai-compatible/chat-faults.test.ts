import { expect, test } from 'vitest'
import { ApiError } from '#lib/errors.ts'
import {
  createTestUpstream,
  eventStream,
  plainJson,
  readFixture,
  type Reply,
} from '#lib/providers/__fixtures__/test-upstream.ts'
import { UpstreamError } from '#lib/providers/transport/upstream-error.ts'
import { ExchangeFault } from '#lib/web/fetch/exchange-fault.ts'
import { assemble, collect, createTestModel, testAttempt, testRequest } from './__fixtures__/test-model.ts'

const role = 'data: {"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}\n\n'
const hello = 'data: {"choices":[{"index":0,"delta":{"content":"Hello"}}]}\n\n'
const finish = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n'
const silence = new ExchangeFault('silence', 'silent')
const broken = new ExchangeFault('broken', 'reset')

async function streamOf(reply: Reply | Error, server: 'openai' | 'local' = 'openai') {
  const upstream = createTestUpstream(reply instanceof Error ? reply : { headers: eventStream, ...reply })
  const result = await collect(createTestModel(upstream, server).stream(testRequest, testAttempt))
  const error = result.error === null ? null : asApiError(result.error)
  return { ...result, error, upstream }
}

async function failureOf(reply: Reply | Error): Promise<ApiError> {
  const upstream = createTestUpstream(reply)
  try {
    await createTestModel(upstream).generate(testRequest, testAttempt)
  } catch (error) {
    return asApiError(error)
  }
  throw new Error('it did not fail')
}

function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

test.each([
  ['a role alone', [role], silence, 'upstream_timeout', false],
  ['nothing', [], silence, 'upstream_timeout', false],
  ['content', [role, hello], silence, 'upstream_stream_timeout', false],
  ['nothing', [], broken, 'upstream_error', true],
  ['a role alone', [role], broken, 'upstream_error', true],
  ['content', [hello], broken, 'upstream_stream_interrupted', false],
  ['content', [hello], new ExchangeFault('total', 'over'), 'upstream_stream_timeout', false],
])('after %s, a fault is the right error (%#)', async (_, parts, fault, code, retryable) => {
  const { error, items } = await streamOf({ parts, fault })

  expect(error).toMatchObject({ code, retryable })
  expect(items.length).toBe(parts.includes(hello) ? 1 : 0)
})

test.each([
  ['connect', 'upstream_timeout', true],
  ['total', 'upstream_timeout', false],
  ['refused', 'upstream_error', false],
] as const)('without a head, the fault "%s" is %s', async (kind, code, retryable) => {
  expect(await failureOf(new ExchangeFault(kind, 'x'))).toMatchObject({ code, retryable })
})

test('a client disconnect is not an upstream failure, and a drain keeps its own code', async () => {
  const shutdown = new ApiError('server_shutdown', 'Going down.')

  expect(await failureOf(new ExchangeFault('aborted', 'x'))).toMatchObject({ code: 'client_closed' })
  expect(await failureOf(new ExchangeFault('aborted', 'x', shutdown))).toBe(shutdown)
})

test('a stream that ends without a finish is interrupted, with or without [DONE]', async () => {
  const cut = await streamOf({ parts: [hello] })
  const done = await streamOf({ parts: [hello, 'data: [DONE]\n\n'] })
  const empty = await streamOf({ parts: [] })

  expect(cut.error?.code).toBe('upstream_stream_interrupted')
  expect(done.error?.code).toBe('upstream_stream_interrupted')
  expect(empty.error).toMatchObject({ code: 'upstream_error', retryable: true })
  expect(cut.upstream.left).toEqual(['abort'])
})

test('a finished response without [DONE] is complete, even when the connection then breaks or stays open', async () => {
  const ended = await streamOf({ parts: [hello, finish] })
  const reset = await streamOf({ parts: [hello, finish], fault: broken })
  const open = await streamOf({ parts: [hello, finish], fault: silence })

  for (const { error, chunks } of [ended, reset, open]) {
    expect(error).toBeNull()
    expect(assemble(chunks)).toMatchObject({ content: 'Hello', finish: ['stop'] })
  }
  expect(open.upstream.silences).toEqual([500, 500])
})

test('an error inside a 200 stream fails the attempt before content, and interrupts it afterwards', async () => {
  const failure = 'data: {"error":{"message":"CUDA out of memory","code":500}}\n\n'

  const before = await streamOf({ parts: [role, failure] })
  const after = await streamOf({ parts: [hello, failure] })

  expect(before.error).toMatchObject({ code: 'upstream_error', retryable: true })
  expect(before.items).toEqual([])
  expect(after.error).toMatchObject({ code: 'upstream_stream_interrupted', retryable: false })
})

test('content in the same read as an error is still passed on', async () => {
  const failure = 'data: {"error":{"message":"x","code":500}}\n\n'

  const { chunks, error } = await streamOf({ parts: [hello, hello + failure] })

  expect(assemble(chunks).content).toBe('HelloHello')
  expect(error?.code).toBe('upstream_stream_interrupted')
})

test('an error with the finish reason error is a failure, not a finish', async () => {
  const parts = [readFixture('openrouter', 'chat-mid-error.sse.txt').split('\n\n')[0] ?? '', '\n\n']
  const failure = readFixture('openrouter', 'chat-mid-error.sse.txt').split('\n\n')[1] ?? ''

  const { error } = await streamOf({ parts: [...parts, `${failure}\n\n`] })

  expect(error?.code).toBe('upstream_stream_interrupted')
})

test('an error inside a 200 keeps its code', async () => {
  const long =
    '{"error":{"message":"This model\'s maximum context length is 8192 tokens","code":"context_length_exceeded"}}'

  const streamed = await streamOf({ parts: [`data: ${long}\n\n`] })
  const plain = await failureOf({ headers: plainJson, parts: [long] })

  expect(streamed.error).toMatchObject({ code: 'context_length_exceeded', param: 'messages' })
  expect(plain.code).toBe('context_length_exceeded')
})

test.each([
  ['HTML', { headers: { 'content-type': 'text/html' }, parts: ['<html>Sign in</html>'] }],
  ['garbage', { headers: plainJson, parts: ['%%%'] }],
  ['an array', { headers: plainJson, parts: ['[]'] }],
  ['no choices', { headers: plainJson, parts: ['{"object":"chat.completion"}'] }],
  [
    'a failed finish',
    { headers: plainJson, parts: ['{"choices":[{"message":{},"finish_reason":"error"}]}'] },
  ],
  ['a truncated body', { headers: plainJson, parts: ['{"choices":[{"mess'], fault: broken }],
])('a 200 with %s is a retryable 502', async (_, reply) => {
  expect(await failureOf(reply)).toMatchObject({ code: 'upstream_error', status: 502, retryable: true })
})

test('HTML and garbage are not accepted as a stream', async () => {
  const html = await streamOf({ headers: { 'content-type': 'text/html' }, parts: ['<html>'] })
  const garbage = await streamOf({ parts: ['%%%\n\n{]\n\n'] })

  expect(html.error).toMatchObject({ code: 'upstream_error', retryable: true })
  expect(html.upstream.left).toEqual(['finish'])
  expect(String(html.error?.cause)).toBe('Error: <html>')
  expect(garbage.error).toMatchObject({ code: 'upstream_error', retryable: true })
})

test('a malformed event is skipped and counted, and the stream continues', async () => {
  const upstream = createTestUpstream({
    headers: eventStream,
    parts: [hello, 'data: {"choices":[{]\n\n', finish],
  })
  const counts: number[] = []
  const attempt = { ...testAttempt, skipped: (count: number) => void counts.push(count) }

  const { chunks, error } = await collect(createTestModel(upstream).stream(testRequest, attempt))

  expect(error).toBeNull()
  expect(assemble(chunks).content).toBe('Hello')
  expect(counts).toEqual([1])
})

const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`

test('an event with thousands of levels is skipped, and the stream continues', async () => {
  const event = `data: {"choices":[{"index":0,"delta":{"content":"!","x":${deep}}}]}\n\n`

  const { chunks, error } = await streamOf({ parts: [hello, event, finish] })

  expect(error).toBeNull()
  expect(JSON.stringify(assemble(chunks).content)).toBe('"Hello"')
})

test('a non-streamed response with thousands of levels is rejected', async () => {
  const failure = await failureOf({
    headers: plainJson,
    parts: [`{"choices":[{"index":0,"message":{"content":"Hi","x":${deep}},"finish_reason":"stop"}]}`],
  })

  expect(failure.code).toBe('upstream_error')
})

test('an event of ten megabytes is rejected, and the connection is closed', async () => {
  const part = 'x'.repeat(1_000_000)

  const { error, upstream } = await streamOf({ parts: ['data: ', ...Array.from({ length: 11 }, () => part)] })

  expect(error).toMatchObject({ code: 'upstream_error', status: 502 })
  expect(upstream.left).toEqual(['abort'])
})

test('a non-streamed response over 64 MiB is rejected', async () => {
  const part = Buffer.alloc(16 * 1024 * 1024, 'x')

  const failure = await failureOf({ headers: plainJson, parts: [part, part, part, part, part] })

  expect(failure.code).toBe('upstream_error')
})

test('an error message never contains the key or URL of the provider', async () => {
  const message = 'Bad sk-secret-of-the-operator at https://llm.example.com/v1 with Bearer abcdefghijkl'

  const failure = await failureOf({ status: 400, parts: [JSON.stringify({ error: { message } })] })

  expect(failure.message).toBe('Bad [redacted] at [redacted]/v1 with Bearer [redacted]')
  expect(String(failure.cause)).not.toMatch(/sk-secret|llm\.example/)
})

test('a truncated error body still counts', async () => {
  const failure = await failureOf({ status: 503, parts: ['{"error'], fault: broken })

  expect(failure).toMatchObject({ code: 'upstream_error', retryable: true })
})

test('a redirect is not followed', async () => {
  const failure = await failureOf({ status: 307, headers: { location: 'http://127.0.0.1/' } })

  expect(failure).toMatchObject({ code: 'upstream_error', retryable: false })
})

test('errors of the embedded engine keep their code and are not retried', async () => {
  const body =
    '{"error":{"message":"The model is being fetched.","type":"server_error","param":null,"code":"model_loading"}}'
  const headers = { ...plainJson, 'retry-after': '30' }

  const { error } = await streamOf({ status: 503, headers, parts: [body] }, 'local')

  expect(error).toBeInstanceOf(UpstreamError)
  expect(error).toMatchObject({ code: 'model_loading', status: 503, retryable: false, retryAfterMs: 30_000 })
})

test('the queue position and the loading state of the embedded engine are passed on until content arrives; comments of other servers are not', async () => {
  const loading = ': loading 40%; reason=first_use\n\n'
  const reading = ': reading prompt 40%; tokens=812\n\n'
  const loaded = ': loaded 5900; reason=first_use\n\n'
  const parts = [
    ': queued 3\n\n',
    loading,
    loaded,
    reading,
    ': keep-alive\n\n',
    hello,
    ': queued 9\n\n',
    finish,
  ]

  const local = await streamOf({ parts }, 'local')
  const other = await streamOf({ parts })

  expect(local.items.map(item => (item.kind === 'waiting' ? item.note : item.kind))).toEqual([
    'queued 3',
    'loading 40%; reason=first_use',
    'reading prompt 40%; tokens=812',
    'events',
    'events',
  ])
  expect(other.items.map(item => item.kind)).toEqual(['events', 'events'])
})

test('only the embedded engine is sent the key of a request', async () => {
  const sentTo = async (server: 'local' | 'openai') => {
    const upstream = createTestUpstream({ headers: eventStream, parts: [hello, finish] })
    await collect(createTestModel(upstream, server).stream(testRequest, { ...testAttempt, keyId: 'key_1' }))
    return upstream.sent[0]?.headers
  }

  expect(await sentTo('local')).toEqual({ 'x-sextant-key': 'key_1' })
  expect(await sentTo('openai')).toBeUndefined()
})

test('the phases of Server-Timing are reported', async () => {
  const headers = { ...eventStream, 'server-timing': 'queue;dur=12.5, load;desc="qwen";dur=5900' }
  const upstream = createTestUpstream({ headers, parts: [hello, finish] })
  const phases: [string, number][] = []
  const attempt = { ...testAttempt, waited: (phase: string, ms: number) => void phases.push([phase, ms]) }

  await collect(createTestModel(upstream, 'local').stream(testRequest, attempt))

  expect(phases).toEqual([
    ['queue', 12.5],
    ['load', 5900],
  ])
})

test('the connection is closed when the reader stops early', async () => {
  const upstream = createTestUpstream({ headers: eventStream, parts: [hello, hello, finish] })

  for await (const item of createTestModel(upstream).stream(testRequest, testAttempt)) {
    expect(item.kind).toBe('events')
    break
  }

  expect(upstream.left).toEqual(['abort'])
})
