import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Script } from '#e2e/support/script.ts'
import { readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import { messageEventsOf } from './__fixtures__/message-events.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// Deadlines pass, and tokens are counted, more slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway({
    providers: [{ id: 'claude', kind: 'anthropic', apiKey: 'sk-ant-scripted' }],
    policy: { retriesMax: 0 },
    timers: { firstEventMs: 1500, idleMs: 1500, plainMs: 1500, keepAliveMs: 60_000 },
  })
})
afterAll(() => sextant[Symbol.asyncDispose]())

/** An answer of an upstream in one API format, and how that format reports an error. */
interface Answers {
  readonly stream: string
  readonly plain: string
  readonly error: string
  readonly errorEvent: string
}

const claudeError = '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'
const chatError = '{"error":{"message":"The engine fell over.","code":500}}'
const chunk = (choice: string) =>
  `data: {"id":"c","object":"chat.completion.chunk","choices":[{"index":0,${choice}}]}\n\n`

const formats: Readonly<Record<'claude' | 'scripted', Answers>> = {
  claude: {
    stream: readFixture('anthropic', 'chat-text.sse.txt'),
    plain: readFixture('anthropic', 'chat-message.json'),
    error: claudeError,
    errorEvent: `event: error\ndata: ${claudeError}\n\n`,
  },
  scripted: {
    stream: `${chunk('"delta":{"content":"Hello"}')}${chunk('"delta":{"content":"!"}')}${chunk('"delta":{},"finish_reason":"stop"')}data: [DONE]\n\n`,
    plain:
      '{"id":"c","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"Hello"},"finish_reason":"stop"}]}',
    error: chatError,
    errorEvent: `data: ${chatError}\n\n`,
  },
}

type Fault = (answers: Answers, streams: boolean) => Script

const refusal =
  (status: number): Fault =>
  ({ error }) => ({ kind: 'error', status, body: error })
const raw = (streams: boolean, parts: readonly string[], cut = false): Script => ({
  kind: 'raw',
  headers: { 'content-type': streams ? 'text/event-stream' : 'application/json' },
  parts,
  cut,
  // Written data must be flushed before the connection breaks.
  ...(cut && { delayMs: 10 }),
})

/** All but its end: of a stream whole events with text. */
function halfOf({ stream, plain }: Answers, streams: boolean): string {
  if (!streams) return plain.slice(0, plain.length >> 1)
  const events = stream.split('\n\n')
  return `${events.slice(0, events.findLastIndex(event => event.includes('!')) + 1).join('\n\n')}\n\n`
}

const otherFormat = (answers: Answers) => (answers === formats.claude ? formats.scripted : formats.claude)

const faults: Readonly<Record<string, Fault>> = {
  'refuses the request': refusal(400),
  'rejects the key': refusal(401),
  'does not know the model': refusal(404),
  'finds the request too large': refusal(413),
  'limits the rate': refusal(429),
  fails: refusal(500),
  'is overloaded': refusal(529),
  'sends no headers': () => ({ kind: 'hang', at: 'head' }),
  'sends nothing after its headers': () => ({ kind: 'hang', at: 'first-event' }),
  'sends HTML': (_, streams) => raw(streams, ['<html>Sign in</html>']),
  'sends an empty body': (_, streams) => raw(streams, ['']),
  'sends something else': (_, streams) => raw(streams, [streams ? 'data: {]\n\n' : '{"a":[1']),
  'answers in another API format': (answers, streams) =>
    raw(streams, [streams ? otherFormat(answers).stream : otherFormat(answers).plain]),
  'reports an error at once': ({ error, errorEvent }, streams) =>
    raw(streams, [streams ? errorEvent : error]),
  'reports an error in the middle': (answers, streams) =>
    raw(streams, [halfOf(answers, streams), streams ? answers.errorEvent : answers.error]),
  'ends early': (answers, streams) => raw(streams, [halfOf(answers, streams)]),
  'breaks the connection': (answers, streams) => raw(streams, [halfOf(answers, streams)], true),
}

const cells = (['claude', 'scripted'] as const).flatMap(provider =>
  [true, false].map(stream => ({ provider, stream })),
)

test.each(cells)(
  'no fault of an upstream behind $provider looks like an answer, with stream: $stream',
  async cell => {
    // Together: some take until their deadline.
    const seen = await Promise.all(
      Object.entries(faults).map(async ([name, fault]) => ({ name, ...(await provoke(name, fault, cell)) })),
    )

    expect(seen).toEqual(
      Object.keys(faults).map(name => ({
        name,
        reached: true,
        error: {
          type: 'error',
          error: {
            type: expect.stringMatching(/_error$|^request_too_large$/) as string,
            message: expect.stringMatching(/./) as string,
            details: {
              error_code: expect.stringMatching(/./) as string,
              param: expect.toBeOneOf([null, 'model', 'messages']) as null,
            },
          },
          request_id: expect.stringMatching(/^req_/) as string,
        },
        ended: false,
        logged: expect.stringMatching(/./) as string,
      })),
    )
  },
)

async function provoke(name: string, fault: Fault, { provider, stream }: (typeof cells)[number]) {
  const model = `${name.replaceAll(' ', '-')}-${stream}`
  sextant.upstream.on(model, fault(formats[provider], stream))
  const response = await sextant.post('/v1/messages', {
    model: `${provider}/${model}`,
    max_tokens: 50,
    messages: [{ role: 'user', content: 'Hello' }],
    stream,
  })
  const text = await response.text()
  const events = response.status === 200 ? messageEventsOf(text) : []
  return {
    reached: sextant.upstream.requests.some(({ json }) => json?.model === model),
    error: response.status === 200 ? events.at(-1) : (JSON.parse(text) as unknown),
    ended: events.some(({ type }) => type === 'message_stop'),
    logged: (await sextant.row(response.headers.get('x-request-id'))).errorCode,
  }
}
