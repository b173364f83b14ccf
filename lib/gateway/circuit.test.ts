import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCircuits } from '#lib/capabilities/attempts/circuit.ts'
import { readEvents } from './__fixtures__/read-events.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

const clock = { now: 0 }
const cooldownMs = 30_000
let sextant: TestGateway
beforeAll(async () => {
  const circuits = createCircuits({ openMs: cooldownMs, now: () => clock.now })
  sextant = await startTestGateway({
    providers: [{ id: 'claude', kind: 'anthropic', apiKey: 'sk-ant-scripted' }],
    policy: { circuits },
    timers: { firstEventMs: 8000, idleMs: 8000 },
  })
})
afterAll(() => sextant[Symbol.asyncDispose]())

const messages = [{ role: 'user', content: 'hello' }]
const stream = (model: string, init: { signal?: AbortSignal } = {}) =>
  sextant.chat({ model: `scripted/${model}`, models: ['second/echo'], messages, stream: true }, init)
const sentTo = (model: string) => sextant.upstream.requests.filter(({ json }) => json?.model === model).length

async function answeredBy(response: Response): Promise<string | undefined> {
  return (await readEvents(response)).chunks[0]?.model
}

/** Opens the circuit of a model by streams that break in the middle. */
async function breakStreams(model: string, times: number): Promise<void> {
  sextant.upstream.on(model, { kind: 'answer', text: ['a', 'b', 'c'], after: { events: 2, end: 'cut' } })
  for (let time = 0; time < times; time++) {
    const { error } = await readEvents(await stream(model))
    expect(error?.code).toBe('upstream_stream_interrupted')
  }
}

test('a model whose streams break in the middle five times in a row is not asked again', async () => {
  await breakStreams('breaks', 5)

  expect(await answeredBy(await stream('breaks'))).toBe('second/echo')
  expect(sentTo('breaks')).toBe(5)
})

test('a stream that ends resets the count of broken ones', async () => {
  await breakStreams('recovers', 4)
  sextant.upstream.next({ kind: 'answer', text: ['whole'] })
  await readEvents(await stream('recovers'))
  await breakStreams('recovers', 4)

  expect(sentTo('recovers')).toBe(9)
  await stream('recovers')
  expect(sentTo('recovers')).toBe(10)
})

test('while a trial streams, other requests go elsewhere; its end closes the circuit', async () => {
  await breakStreams('trial', 5)
  clock.now += cooldownMs
  const text = Array.from({ length: 20 }, () => 'x')
  sextant.upstream.on('trial', { kind: 'answer', text, delayMs: 50 })
  const trial = await stream('trial')

  expect(await answeredBy(await stream('trial'))).toBe('second/echo')
  expect(await answeredBy(trial)).toBe('scripted/trial')
  expect(await answeredBy(await stream('trial'))).toBe('scripted/trial')
})

test('a trial whose stream breaks keeps the circuit open', async () => {
  await breakStreams('again', 5)
  clock.now += cooldownMs
  await breakStreams('again', 1)

  expect(await answeredBy(await stream('again'))).toBe('second/echo')
})

test.each([
  ['before its first event', { kind: 'answer', text: ['late'], firstDelayMs: 60_000 }],
  ['in the middle', { kind: 'answer', text: Array.from({ length: 1000 }, () => 'x'), delayMs: 50 }],
] as const)('a trial whose client disconnects %s allows the next one', async (when, script) => {
  const model = `left ${when}`
  await breakStreams(model, 5)
  clock.now += cooldownMs
  sextant.upstream.on(model, script)
  const left = new AbortController()
  const trial = stream(model, { signal: left.signal })
  await sextant.upstream.seen(({ json }) => json?.model === model && sentTo(model) === 6)
  if (when === 'in the middle') await (await trial).body?.getReader().read()
  left.abort()
  await trial.catch(() => null)
  sextant.upstream.on(model, { kind: 'answer', text: ['back'] })

  await expect
    .poll(async () => await answeredBy(await stream(model)), { timeout: 10_000 })
    .toBe(`scripted/${model}`)
})

test('a plain trial that the provider refuses allows the next one', async () => {
  await breakStreams('refused', 5)
  clock.now += cooldownMs
  sextant.upstream.on('refused', { kind: 'error', status: 400 })
  const ask = () => sextant.chat({ model: 'scripted/refused', messages })

  expect((await ask()).status).toBe(400)
  expect((await ask()).status).toBe(400)
  expect(sentTo('refused')).toBe(7)
})

test('an input to which a provider always returns 500 leaves the model to other inputs', async () => {
  sextant.upstream.on('unreadable', { kind: 'error', status: 500 })
  const ask = (content: string) =>
    sextant.chat({ model: 'scripted/unreadable', messages: [{ role: 'user', content }] })
  for (let time = 0; time < 3; time++) expect((await ask('fails')).status).toBe(502)
  expect(sentTo('unreadable')).toBe(9)

  sextant.upstream.on('unreadable', { kind: 'answer', text: ['whole'] })

  expect((await ask('another')).status).toBe(200)
})

const failedEvent = 'data: {"error":{"message":"boom","code":500}}\n\n'
const aStart = 'data: {"choices":[{"index":0,"delta":{"content":"a"},"finish_reason":null}]}\n\n'
const failedMessage = 'event: error\ndata: {"type":"error","error":{"type":"api_error","message":"boom"}}\n\n'
const messageStart =
  'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\n'

test.each([
  ['before its first event', 'scripted', '/v1/chat/completions', [failedEvent]],
  ['in the middle', 'scripted', '/v1/chat/completions', [aStart, failedEvent]],
  ['before its first event, forwarded', 'claude', '/v1/messages', [failedMessage]],
  ['in the middle, forwarded', 'claude', '/v1/messages', [messageStart, failedMessage]],
])(
  'an input whose stream reports a 500 %s leaves the model to other inputs',
  async (when, provider, path, parts) => {
    const model = `fails ${when}`
    const ask = async (content: string) => {
      const response = await sextant.post(path, {
        model: `${provider}/${model}`,
        max_tokens: 9,
        messages: [{ role: 'user', content }],
        stream: true,
      })
      await response.text()
    }
    sextant.upstream.on(model, { kind: 'raw', headers: { 'content-type': 'text/event-stream' }, parts })
    for (let time = 0; time < 6; time++) await ask('fails')
    const before = sentTo(model)

    await ask('another')

    expect(before).toBeGreaterThanOrEqual(6)
    expect(sentTo(model)).toBeGreaterThan(before)
  },
)

test('a model that is silent until the timeout is not asked again after three requests', async () => {
  await using own = await startTestGateway()
  own.upstream.on('silent', { kind: 'answer', text: ['late'], firstDelayMs: 60_000 })
  const body = { model: 'scripted/silent', models: ['second/echo'], messages, stream: true }
  const ask = async () => await answeredBy(await own.chat(body))

  const answers = [await ask(), await ask(), await ask(), await ask()]

  expect(answers).toEqual(answers.map(() => 'second/echo'))
  expect(own.upstream.requests.filter(({ json }) => json?.model === 'silent')).toHaveLength(3)
})

test('a model of which half of the requests fail is not asked again', async () => {
  const ask = () => sextant.chat({ model: 'scripted/half', models: ['second/echo'], messages })
  for (let pair = 0; pair < 10; pair++) {
    sextant.upstream.on('half', { kind: 'answer', text: ['whole'] })
    await ask()
    await breakStreams('half', 1)
  }

  expect((await (await ask()).json()).model).toBe('second/echo')
  expect(sentTo('half')).toBe(20)
})
