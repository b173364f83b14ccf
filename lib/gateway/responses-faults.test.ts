import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Script } from '#e2e/support/script.ts'
import { readFixture } from '#lib/providers/__fixtures__/test-upstream.ts'
import type { ReadEvent } from './__fixtures__/message-events.ts'
import { responseEventsOf } from './__fixtures__/response-events.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

// Deadlines pass, and tokens are counted, more slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway({
    providers: [{ id: 'gpt', server: 'openai', apiKey: 'sk-scripted-openai' }],
    policy: { retriesMax: 0 },
    timers: { firstEventMs: 1500, idleMs: 1500, plainMs: 1500, streamMs: 60_000, keepAliveMs: 60_000 },
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

const gptError = '{"error":{"type":"server_error","code":"server_error","message":"Overloaded","param":null}}'
const gptEvent =
  '{"type":"error","sequence_number":9,"code":"server_error","message":"Overloaded","param":null}'
const chatError = '{"error":{"message":"The engine fell over.","code":500}}'
const chunk = (choice: string) =>
  `data: {"id":"c","object":"chat.completion.chunk","choices":[{"index":0,${choice}}]}\n\n`

const formats: Readonly<Record<'gpt' | 'scripted', Answers>> = {
  gpt: {
    stream: readFixture('openai', 'responses-text.sse.txt'),
    plain: readFixture('openai', 'responses.json'),
    error: gptError,
    errorEvent: `event: error\ndata: ${gptEvent}\n\n`,
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
  return `${events.slice(0, events.findLastIndex(event => /"delta":" day|!/.test(event)) + 1).join('\n\n')}\n\n`
}

const otherFormat = (answers: Answers) => (answers === formats.gpt ? formats.scripted : formats.gpt)

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

const cells = (['gpt', 'scripted'] as const).flatMap(provider =>
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
          message: expect.stringMatching(/./) as string,
          code: expect.stringMatching(/./) as string,
          param: expect.toBeOneOf([null, 'model', 'input', 'messages']) as null,
        },
        failed: true,
        ended: false,
        logged: expect.stringMatching(/./) as string,
      })),
    )
  },
)

async function provoke(name: string, fault: Fault, { provider, stream }: (typeof cells)[number]) {
  const model = `${name.replaceAll(' ', '-')}-${stream}`
  sextant.upstream.on(model, fault(formats[provider], stream))
  const response = await sextant.post('/v1/responses', {
    model: `${provider}/${model}`,
    input: 'Hello',
    stream,
  })
  const text = await response.text()
  const { events, done } = response.status === 200 ? responseEventsOf(text) : { events: [], done: false }
  return {
    reached: sextant.upstream.requests.some(({ json }) => json?.model === model),
    error: response.status === 200 ? errorEvent(events.at(-2)) : plainError(text),
    // Codex reads only this event.
    failed: response.status !== 200 || events.at(-1)?.type === 'response.failed',
    ended: done || events.some(({ type }) => type === 'response.completed' || type === 'response.incomplete'),
    logged: (await sextant.row(response.headers.get('x-request-id'))).errorCode,
  }
}

function errorEvent(event: ReadEvent | undefined): unknown {
  const { code, message, param } = event ?? { code: null, message: null, param: null }
  return { code, message, param }
}

function plainError(text: string): unknown {
  const { error } = JSON.parse(text) as { error: Record<string, unknown> }
  return { code: error['code'], message: error['message'], param: error['param'] }
}

const cuts = [1, 7, 64].flatMap(writeBytes =>
  (['\n', '\r\n'] as const).map(newline => ({ writeBytes, newline })),
)

test.each(['gpt', 'scripted'] as const)(
  'an answer of an upstream behind %s is the same however its bytes are cut',
  async provider => {
    const answer = { kind: 'answer', text: ['Grüße ', '🌊 aus ', 'Oslo 日本.'] } as const
    const textOf = async (name: string, script: Script) => {
      sextant.upstream.on(name, script)
      const body = { model: `${provider}/${name}`, input: 'Hello', stream: true }
      return withoutNames(await (await sextant.post('/v1/responses', body)).text())
    }
    const whole = await textOf('whole', answer)

    const cut = await Promise.all(
      cuts.map(({ writeBytes, newline }) =>
        textOf(`cut-${writeBytes}-${newline.length}`, { ...answer, writeBytes, newline }),
      ),
    )

    expect(responseEventsOf(whole).events.at(-1)?.type).toBe('response.completed')
    expect(whole).toContain('Grüße 🌊 aus Oslo 日本.')
    expect(cut).toEqual(cuts.map(() => whole))
  },
)

/** Ids, times and models differ between two answers, and the last LF of a CRLF may come after the end. */
function withoutNames(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\b(resp|msg)_\w+/g, '$1')
    .replaceAll(/"(created_at|completed_at)":\d+/g, '"$1":1')
    .replaceAll(/"model":"[^"]+"/g, '"model":""')
}
