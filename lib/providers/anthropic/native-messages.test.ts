import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  createTestUpstream,
  eventStream,
  plainJson,
  readFixture,
  type Reply,
} from '#lib/providers/__fixtures__/test-upstream.ts'
import { testAttempt, testTarget } from '#lib/providers/openai-compatible/__fixtures__/test-model.ts'
import { messagesLayout, RequestEnvelope } from '#lib/providers/transport/envelope/request-envelope.ts'
import { ExchangeFault } from '#lib/web/fetch/exchange-fault.ts'
import { createNativeMessages } from './native-messages.ts'

const request = {
  envelope: new RequestEnvelope(
    Buffer.from('{"model":"claude/x","max_tokens":9,"messages":[]}'),
    messagesLayout,
  ),
  set: {},
  publicId: 'claude/x',
  query: '?beta=true',
  headers: { 'anthropic-version': '2023-06-01' },
}

function modelOf(...replies: readonly Reply[]) {
  const upstream = createTestUpstream(...replies)
  const model = createNativeMessages({
    providerId: 'claude',
    modelId: 'up',
    target: testTarget,
    request: upstream.request,
    secrets: [],
    local: false,
    inputField: 'messages',
  })
  return { upstream, model }
}

const stream = readFixture('anthropic', 'chat-tools.sse.txt')
const withPublicId = (text: string) => text.replace(/("model": ?")[^"]+/, '$1claude/x')

async function read(reply: Reply) {
  const { model, upstream } = modelOf(reply)
  const opened = model.stream(request, testAttempt)
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

  test('passes whole events only, and none before the first block', async () => {
    const { parts } = await read({ headers: eventStream, parts: cut(stream, [50]) })

    expect(parts[0]?.toString()).toContain('event: content_block_start')
    for (const part of parts) expect(part.toString().endsWith('\n\n')).toBe(true)
  })

  test('has the usage of its first and its last event', async () => {
    const { opened } = await read({
      headers: eventStream,
      parts: [readFixture('anthropic', 'chat-text.sse.txt')],
    })

    expect(opened.usage).toMatchObject({
      prompt_tokens: 125,
      completion_tokens: 15,
      prompt_tokens_details: { cached_tokens: 100 },
    })
  })

  const start = stream.slice(0, stream.indexOf('event: content_block_start'))
  const half = stream.slice(0, stream.lastIndexOf('event: message_delta'))
  test.each([
    ['ends before content', { parts: [start] }, 'upstream_error', true],
    ['is HTML', { parts: ['<html>'] }, 'upstream_error', true],
    [
      'breaks before content',
      { parts: [start], fault: new ExchangeFault('broken', 'x') },
      'upstream_error',
      true,
    ],
    ['ends early', { parts: [half] }, 'upstream_stream_interrupted', false],
    [
      'breaks',
      { parts: [half], fault: new ExchangeFault('broken', 'x') },
      'upstream_stream_interrupted',
      false,
    ],
    [
      'goes silent',
      { parts: [half], fault: new ExchangeFault('silence', 'x') },
      'upstream_stream_timeout',
      false,
    ],
    [
      'stops without a reason',
      { parts: [half, 'event: message_stop\ndata: {"type":"message_stop"}\n\n'] },
      'upstream_stream_interrupted',
      false,
    ],
    ['ends within an event', { parts: [half, 'event: message_st'] }, 'upstream_stream_interrupted', false],
  ] as const)('that %s fails, after its whole events', async (_, reply, code, retryable) => {
    const { error, text, upstream } = await read({ headers: eventStream, ...reply })

    expect(error).toMatchObject({ code, retryable })
    expect(text).toBe(retryable ? '' : withPublicId(half))
    expect(upstream.left).toEqual(['abort'])
  })

  test('that cannot end has an estimate of its tokens', async () => {
    const { opened } = await read({ headers: eventStream, parts: [half] })

    expect(opened.writtenTokens).toBeGreaterThan(0)
  })
})

test.each([
  ['an error', '{"type":"error","error":{"type":"invalid_request_error","message":"no"}}', 'invalid_value'],
  ['a truncated answer', '{"type":"message","content":[', 'upstream_error'],
  ['another answer', '{"choices":[]}', 'upstream_error'],
  ['HTML', '<html>', 'upstream_error'],
])('a 200 with %s is %s', async (_, text, code) => {
  const { model } = modelOf({ headers: plainJson, parts: [text] })

  await expect(model.generate(request, testAttempt)).rejects.toMatchObject({ code })
})

test('the query and the headers of the client are sent, and the model of the upstream', async () => {
  const { model, upstream } = modelOf({
    headers: plainJson,
    parts: [readFixture('anthropic', 'chat-message.json')],
  })

  await model.generate(request, testAttempt)

  expect(upstream.sent[0]).toMatchObject({
    path: '/messages?beta=true',
    body: '{"model":"up","max_tokens":9,"messages":[]}',
    headers: { 'anthropic-version': '2023-06-01' },
  })
})

test('a stream that sends only pings is given up at a megabyte', async () => {
  const ping = 'event: ping\ndata: {"type":"ping"}\n\n'
  const parts = Array.from({ length: 300 }, () => ping.repeat(200))

  const { text, error } = await read({ headers: eventStream, parts: [...parts, stream] })

  expect(text).toBe('')
  expect(error).toMatchObject({ code: 'upstream_error' })
})
