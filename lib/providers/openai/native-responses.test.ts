import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createTestUpstream,
  eventStream,
  plainJson,
  readFixture,
  type Reply,
} from '#lib/providers/__fixtures__/test-upstream.ts'
import { isMismatched, readChatUnits } from '#lib/prices/read-units.ts'
import { testAttempt, testTarget } from '#lib/providers/openai-compatible/__fixtures__/test-model.ts'
import { RequestEnvelope, responsesLayout } from '#lib/providers/transport/envelope/request-envelope.ts'
import { ExchangeFault } from '#lib/web/fetch/exchange-fault.ts'
import { createNativeResponses } from './native-responses.ts'

const request = {
  envelope: new RequestEnvelope(Buffer.from('{"model":"gpt/x","input":"Hi"}'), responsesLayout),
  set: { store: false },
  publicId: 'gpt/x',
  query: '',
  headers: { 'session-id': 's' },
}

function modelOf(...replies: readonly Reply[]) {
  const upstream = createTestUpstream(...replies)
  const model = createNativeResponses({
    providerId: 'gpt',
    modelId: 'up',
    target: testTarget,
    request: upstream.request,
    secrets: [],
    local: false,
    inputField: 'messages',
  })
  return { upstream, model }
}

const stream = readFixture('openai', 'responses-text.sse.txt')
const plain = readFixture('openai', 'responses.json')
const withPublicId = (text: string) => text.replaceAll(/("model": ?")[^"]+/g, '$1gpt/x')

async function read(reply: Reply, sent = request) {
  const { model, upstream } = modelOf(reply)
  const opened = model.stream(sent, testAttempt)
  const parts: Buffer[] = []
  let error: unknown = null
  try {
    for await (const bytes of opened) parts.push(bytes)
  } catch (thrown) {
    error = thrown
  }
  return { text: Buffer.concat(parts).toString(), parts, error, opened, upstream }
}

function cut(text: string, lengths: readonly number[]): Buffer[] {
  const bytes = Buffer.from(text)
  const parts: Buffer[] = []
  let at = 0
  for (let index = 0; at < bytes.length; index++) {
    const next = at + (lengths[index % lengths.length] ?? 1)
    parts.push(bytes.subarray(at, next))
    at = next
  }
  return parts
}

describe('a stream', () => {
  test('has the same bytes however its reads are cut and its lines end, but the public model', async () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(lengths, fc.constantFrom('\n', '\r\n', '\r'), async (sizes, newline) => {
        const text = stream.replaceAll('\n', newline)

        const { text: passed, error, opened } = await read({ headers: eventStream, parts: cut(text, sizes) })

        expect(error).toBeNull()
        // The last LF of a CRLF may come after the end.
        expect(withPublicId(text).startsWith(passed)).toBe(true)
        expect(withPublicId(text).length - passed.length).toBeLessThanOrEqual(1)
        expect(opened.finished).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('reports its usage, and leaves the connection for the next request', async () => {
    const { opened, upstream, parts } = await read({ headers: eventStream, parts: cut(stream, [97]) })

    expect(opened.usage).toEqual({
      prompt_tokens: 125,
      completion_tokens: 15,
      total_tokens: 140,
      prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 9 },
    })
    expect(upstream.left).toEqual(['finish'])
    expect(parts[0]?.toString()).toContain('response.output_item.added')
    expect(opened.passed).toBe(stream.split('\n\n').length - 1)
  })

  test('that ends before its last event is interrupted, and its whole events are passed on', async () => {
    const half = stream.slice(0, stream.indexOf('event: response.output_text.done') + 20)

    const { text, error, opened, upstream } = await read({ headers: eventStream, parts: [half] })

    expect(error).toMatchObject({ code: 'upstream_stream_interrupted' })
    expect(withPublicId(half).startsWith(text)).toBe(true)
    expect(text.endsWith('\n\n')).toBe(true)
    expect(opened.writtenTokens).toBeGreaterThan(0)
    expect(upstream.left).toEqual(['abort'])
  })

  test.each([
    [
      'error',
      '{"type":"error","sequence_number":2,"code":"rate_limit_exceeded","message":"Slow down."}',
      429,
    ],
    [
      'response.failed',
      '{"type":"response.failed","response":{"error":{"code":"server_error","message":"No."}}}',
      502,
    ],
  ])(
    'with %s before its first item fails as a whole, so that it can be retried',
    async (name, data, status) => {
      const begin = stream.slice(0, stream.indexOf('event: response.output_item.added'))

      const { text, error } = await read({
        headers: eventStream,
        parts: [`${begin}event: ${name}\ndata: ${data}\n\n`],
      })

      expect(text).toBe('')
      expect(error).toMatchObject({ retryable: true })
      expect((error as { status: number }).status).toBe(status)
    },
  )

  test('may repeat long instructions before its first item, but no more than that', async () => {
    const instructions = 'a'.repeat(800_000)
    const envelope = new RequestEnvelope(
      Buffer.from(JSON.stringify({ model: 'gpt/x', input: 'Hi', instructions })),
      responsesLayout,
    )
    const begun = (name: string) =>
      `event: ${name}\ndata: ${JSON.stringify({ type: name, response: { model: 'up', instructions } })}\n\n`
    const begin = begun('response.created') + begun('response.in_progress')
    const rest = stream.slice(stream.indexOf('event: response.output_item.added'))
    const reply = { headers: eventStream, parts: [begin, rest] }

    expect((await read(reply, { ...request, envelope })).error).toBeNull()
    expect((await read(reply)).error).toMatchObject({ code: 'upstream_error' })
  })

  test('whose connection breaks is interrupted', async () => {
    const half = stream.slice(0, stream.indexOf('event: response.output_text.done'))

    const { error } = await read({
      headers: eventStream,
      parts: [half],
      fault: new ExchangeFault('broken', 'x'),
    })

    expect(error).toMatchObject({ code: 'upstream_stream_interrupted' })
  })
})

test('a plain answer has its own bytes but the public model', async () => {
  const { model, upstream } = modelOf({
    headers: { ...plainJson, 'x-request-id': 'req_up' },
    parts: cut(plain, [31]),
  })

  const answer = await model.generate(request, testAttempt)

  expect(Buffer.concat(answer.parts).toString()).toBe(withPublicId(plain))
  expect(answer).toMatchObject({ requestId: 'req_up', usage: { prompt_tokens: 125, completion_tokens: 15 } })
  expect(upstream.sent[0]).toMatchObject({
    path: '/responses',
    headers: { 'session-id': 's' },
    body: '{"model":"up","input":"Hi","store":false}',
  })
})

const billed = {
  status: 'completed',
  service_tier: 'priority',
  output: [
    { type: 'web_search_call', action: { type: 'search', query: 'a' } },
    { type: 'web_search_call', action: { type: 'open_page', url: 'https://example.com/' } },
    { type: 'web_search_call', status: 'completed' },
    { type: 'message' },
  ],
  usage: { input_tokens: 9, output_tokens: 3 },
}
const bill = { service_tier: 'priority', server_tool_use: { web_search_requests: 2 } }

test('the service tier and the web searches of an answer are billed', async () => {
  const { model } = modelOf({ headers: plainJson, parts: [JSON.stringify(billed)] })

  const { usage } = await model.generate(request, testAttempt)

  expect(usage).toMatchObject(bill)
})

test('the service tier and the web searches of a stream are billed', async () => {
  const data = JSON.stringify({ type: 'response.completed', response: billed })

  const { opened } = await read({
    headers: eventStream,
    parts: [`event: response.completed\ndata: ${data}\n\n`],
  })

  expect(opened.usage).toMatchObject(bill)
})

test('units of generated usage are never negative, and add up to its totals', async () => {
  const count = fc.nat(5000)
  await fc.assert(
    fc.asyncProperty(fc.tuple(count, count, count, count, count, count), async generated => {
      const [fresh, cached, written, text, reasoning, beyond] = generated
      const input = fresh + cached + written
      const { model } = modelOf({
        headers: plainJson,
        parts: [
          JSON.stringify({
            ...billed,
            usage: {
              input_tokens: input,
              input_tokens_details: { cached_tokens: cached, cache_write_tokens: written },
              output_tokens: text + reasoning,
              output_tokens_details: { reasoning_tokens: reasoning },
              total_tokens: input + text + reasoning + beyond,
            },
          }),
        ],
      })

      const { usage } = await model.generate(request, testAttempt)

      const { request: requests, webSearch, ...tokens } = readChatUnits(usage ?? noUsage)
      expect({ requests, webSearch }).toEqual({ requests: 1, webSearch: 2 })
      expect(Object.values(tokens).filter(units => !Number.isSafeInteger(units) || units < 0)).toEqual([])
      expect(tokens).toMatchObject({ input: fresh, cacheRead: cached, cacheWrite5m: written, reasoning })
      expect(Object.values(tokens).reduce((sum, units) => sum + units, 0)).toBe(
        input + text + reasoning + beyond,
      )
      expect(isMismatched(usage ?? noUsage, false)).toBe(beyond > 0)
    }),
    { numRuns: 300 },
  )
})

test('parts of usage that exceed their totals are billed as the totals', async () => {
  const count = fc.nat(5000)
  await fc.assert(
    fc.asyncProperty(fc.tuple(count, count, count, count, count), async generated => {
      const [input, cached, written, output, reasoning] = generated
      const usage = {
        input_tokens: input,
        input_tokens_details: { cached_tokens: cached, cache_write_tokens: written },
        output_tokens: output,
        output_tokens_details: { reasoning_tokens: reasoning },
      }
      const { model } = modelOf({ headers: plainJson, parts: [JSON.stringify({ ...billed, usage })] })

      const answer = await model.generate(request, testAttempt)

      const { request: _, webSearch: __, ...tokens } = readChatUnits(answer.usage ?? noUsage)
      expect(Object.values(tokens).filter(units => !Number.isSafeInteger(units) || units < 0)).toEqual([])
      expect(Object.values(tokens).reduce((sum, units) => sum + units, 0)).toBe(input + output)
      expect(isMismatched(answer.usage ?? noUsage, false)).toBe(
        cached + written > input || reasoning > output,
      )
    }),
    { numRuns: 300 },
  )
})

const noUsage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }

test.each([
  '{"object":"chat.completion","choices":[]}',
  '{"output":[],"status":"in_progress"}',
  '[]',
  '<html>',
])('%s is no answer', async body => {
  const { model } = modelOf({ headers: plainJson, parts: [body] })

  await expect(model.generate(request, testAttempt)).rejects.toMatchObject({ code: 'upstream_error' })
})

test('a failed response is an error', async () => {
  const failed =
    '{"output":[],"status":"failed","error":{"code":"rate_limit_exceeded","message":"Slow down."}}'
  const { model } = modelOf({ headers: plainJson, parts: [failed] })

  await expect(model.generate(request, testAttempt)).rejects.toMatchObject({ code: 'rate_limit_exceeded' })
})
