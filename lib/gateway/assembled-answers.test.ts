import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'

const messages = [{ role: 'user', content: 'hello' }]
let sextant: TestGateway
beforeAll(async () => {
  sextant = await startTestGateway({
    policy: { retriesMax: 0 },
    // Long enough for the providers that are not silent, on a busy machine too.
    timers: { firstEventMs: 1000, idleMs: 1000, plainMs: 60_000, streamMs: 60_000, keepAliveMs: 60_000 },
    providers: [
      { id: 'whole', assemble: 'never' },
      { id: 'always', assemble: 'always' },
    ],
    models: [{ id: 'guarded', upstream: 'hang-first', fallbacks: ['second/echo'] }],
  })
})
afterAll(() => sextant[Symbol.asyncDispose]())

const streamed = () => sextant.upstream.requests.map(({ json }) => json?.stream === true)

test('a request without streaming falls back when its provider is silent, to models of the client or the operator', async () => {
  const silent = ['hang-head', 'hang-first', 'hang-3'].map(upstream => ({
    model: `scripted/${upstream}`,
    models: ['second/echo'],
  }))

  // Together they wait for one deadline.
  const responses = await Promise.all(
    [...silent, { model: 'guarded' }].map(target => sextant.chat({ ...target, messages })),
  )

  for (const response of responses) {
    expect([response.status, response.headers.get('sextant-provider')]).toEqual([200, 'second'])
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'You said: hello' } }] })
  }
})

test('without another target the provider sends one piece, and has the whole time for it', async () => {
  sextant.upstream.reset()

  await sextant.chat({ model: 'scripted/echo', messages })
  await sextant.chat({ model: 'scripted/error-503', models: ['second/echo', 'second/missing/x'], messages })

  expect(streamed()).toEqual([false, true, true])
})

test('an assembled answer has the usage and the fields of the stream', async () => {
  const extra = { service_tier: 'default', system_fingerprint: 'fp_upstream' }
  sextant.upstream.reset()
  sextant.upstream.on('told', { kind: 'answer', text: 'Hello there', reasoning: 'Hm', extra })
  const bodyOf = async (model: string) => {
    const response = await sextant.chat({ model, messages })
    const {
      id: _id,
      created: _created,
      model: _model,
      ...body
    } = (await response.json()) as Record<string, unknown>
    return body
  }

  const assembled = await bodyOf('always/told')

  expect(assembled).toEqual(await bodyOf('whole/told'))
  expect(assembled).toMatchObject({ ...extra, usage: { prompt_tokens: 9, completion_tokens: 2 } })
  expect(streamed()).toEqual([true, false])
})

test('a provider that refuses streams sends one piece, from then on at once', async () => {
  sextant.upstream.reset()
  const error = { message: 'Streaming is not supported for this model.', code: 'invalid_value' }
  sextant.upstream.next({ kind: 'error', status: 400, body: { error } })

  const first = await sextant.chat({ model: 'always/refuses', messages })
  const second = await sextant.chat({ model: 'always/refuses', messages })

  expect([first.status, second.status]).toEqual([200, 200])
  expect(streamed()).toEqual([true, false, false])
})

test('a stream without usage is not asked for again', async () => {
  sextant.upstream.reset()
  sextant.upstream.on('uncounted', { kind: 'answer', usage: 'none' })

  for (let call = 0; call < 2; call++) await sextant.chat({ model: 'always/uncounted', messages })

  expect(streamed()).toEqual([true, false])
})

test.each([{ n: 2 }, { audio: { voice: 'alloy', format: 'wav' } }, { prompt_logprobs: 1 }])(
  'a request for what streams may lack is not assembled: %j',
  async fields => {
    sextant.upstream.reset()

    await sextant.chat({ model: 'always/echo', messages, ...fields })

    expect(streamed()).toEqual([false])
  },
)
