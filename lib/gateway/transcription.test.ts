import OpenAI, { APIError } from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uploadContract } from '#lib/contracts/api/documents/upload.ts'
import { transcriptionContract } from '#lib/contracts/api/documents/transcription.ts'
import { recording } from './__fixtures__/recording.ts'
import { startTestGateway, type TestGateway } from './__fixtures__/test-gateway.ts'
import { upload } from './__fixtures__/upload.ts'

let sextant: TestGateway
let client: OpenAI
beforeAll(async () => {
  sextant = await startTestGateway({
    models: [
      { id: 'ears', kind: 'speech', upstream: 'whisper-1' },
      { id: 'timed', kind: 'speech', upstream: 'whisper-1', price: { audio: 0.36 } },
      {
        id: 'counted',
        kind: 'speech',
        upstream: 'gpt-4o-mini-transcribe',
        price: { input: 1, inputAudio: 2.5, output: 10 },
      },
    ],
    speech: 'ears',
    policy: { retriesMax: 0 },
    timers: { plainMs: 20_000 },
  })
  client = new OpenAI({ baseURL: `${sextant.url}/v1`, apiKey: sextant.token, maxRetries: 0 })
})
beforeEach(() => sextant.upstream.reset())
afterAll(async () => await sextant[Symbol.asyncDispose]())

const heard = {
  task: 'transcribe',
  language: 'english',
  duration: 2,
  text: ' Hello there. General news.',
  segments: [
    { id: 0, start: 0, end: 1.25, text: ' Hello there.' },
    { id: 1, start: 1.25, end: 2, text: ' General news.' },
  ],
}
const sound = (): File => new File([recording(2)], 'talk.wav', { type: 'audio/wav' })

function answer(body: object, status = 200): void {
  sextant.upstream.next({ kind: 'raw', status, parts: [JSON.stringify(body)] })
}

describe('the cost', () => {
  test('is that of the time, to the nano-dollar', async () => {
    answer({ ...heard, duration: 1.5 })
    const response = await ask('timed')

    expect(response.headers.get('sextant-cost')).toBe('0.00015')
    expect(await sextant.row(response.headers.get('x-request-id'))).toMatchObject({
      costNanos: 150_000,
      costSource: 'operator',
      priceRef: expect.stringMatching(/^op:timed:/) as string,
      units: { audio: 1500, request: 1 },
      usageEstimated: false,
      audioMs: 1500,
    })
  })

  test.each([undefined, 0, -5, 1e12])(
    'is that of the length of the file, where the server reports %s seconds',
    async duration => {
      answer({ text: 'Hello there.', ...(duration !== undefined && { duration }) })
      const response = await ask('timed')

      expect(response.headers.get('sextant-cost')).toBe('0.0002')
      expect(await sextant.row(response.headers.get('x-request-id'))).toMatchObject({
        units: { audio: 2000 },
        usageEstimated: false,
        audioMs: 2000,
      })
    },
  )

  test('is that of the tokens, where the server counts them', async () => {
    const usage = { input_tokens: 14, input_token_details: { audio_tokens: 14 }, output_tokens: 45 }
    answer({ text: 'Hello there.', usage: { type: 'tokens', ...usage } })
    const response = await ask('counted')

    expect(await sextant.row(response.headers.get('x-request-id'))).toMatchObject({
      costNanos: 485_000,
      promptTokens: 14,
      completionTokens: 45,
      units: { inputAudio: 14, output: 45, request: 1 },
    })
  })

  test('without a price is unknown', async () => {
    answer(heard)
    const response = await ask('ears')

    expect(response.headers.get('sextant-cost')).toBeNull()
    expect(response.headers.get('sextant-cost-source')).toBe('unpriced')
  })

  test('is billed once where a small budget needs a closer estimate', async () => {
    const { token } = await sextant.makeKey({ budget: { limitNanos: 1_000_000, period: null } })
    const usage = { input_tokens: 14, input_token_details: { audio_tokens: 14 }, output_tokens: 45 }
    answer({ text: 'Hello there.', usage: { type: 'tokens', ...usage } })
    const response = await ask('counted', token)

    expect(response.status).toBe(200)
    expect(await sextant.row(response.headers.get('x-request-id'))).toMatchObject({ costNanos: 485_000 })
  })

  test('is reserved by the length of the sound: 12 calls on a budget for 8', async () => {
    const longestMs = 2000
    const nanos = longestMs * 100
    const { id, token } = await sextant.makeKey({ budget: { limitNanos: 8 * nanos, period: null } })
    for (let call = 0; call < 8; call++) answer({ text: 'Hello there.', duration: longestMs / 1000 })

    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const response = await ask('timed', token)
        await response.text()
        return response.status
      }),
    )

    expect(statuses.toSorted((one, other) => one - other)).toEqual([
      ...Array.from({ length: 8 }, () => 200),
      ...Array.from({ length: 4 }, () => 429),
    ])
    const key = await sextant.store.keys.get(sextant.teamId, id)
    const budget = async () =>
      (await sextant.store.budgets.list(sextant.teamId)).byId.get(key?.budgetId ?? '')
    await expect.poll(budget, { timeout: 10_000 }).toMatchObject({ spentNanos: 8 * nanos, reservedNanos: 0 })
  })

  test.each([
    ['reports', { input_tokens: 14, output_tokens: 66 }, 66],
    ['exceeds what was reserved with', { input_tokens: 14, output_tokens: 200 }, 66],
    ['reports nothing but', undefined, 3],
  ])(
    'of the text is reserved, too: calls at once, whose server %s its tokens, overrun no budget',
    async (_, usage, output) => {
      const limitNanos = 2_000_000
      const { id, token } = await sextant.makeKey({ budget: { limitNanos, period: null } })
      for (let call = 0; call < 12; call++) answer({ text: 'Hello there.', usage })

      const responses = await Promise.all(
        Array.from({ length: 12 }, async () => {
          const response = await ask('counted', token)
          await response.text()
          return response
        }),
      )

      const [answered] = responses.filter(({ status }) => status === 200)
      expect(await sextant.row(answered?.headers.get('x-request-id') ?? null)).toMatchObject({
        completionTokens: output,
        usageEstimated: output !== usage?.output_tokens,
      })
      const key = await sextant.store.keys.get(sextant.teamId, id)
      const budget = async () =>
        (await sextant.store.budgets.list(sextant.teamId)).byId.get(key?.budgetId ?? '')
      await expect.poll(budget, { timeout: 10_000 }).toMatchObject({ reservedNanos: 0 })
      expect((await budget())?.spentNanos).toBeLessThanOrEqual(limitNanos)
    },
  )

  test('is estimated where the server counts half tokens', async () => {
    answer({ text: 'Hello there.', usage: { type: 'tokens', input_tokens: 12.5, output_tokens: 45 } })

    expect((await ask('counted')).status).toBe(200)
  })

  test.each(['timed', 'counted'])('of %s is reserved before the provider is asked', async model => {
    const { token } = await sextant.makeKey({ budget: { limitNanos: 100, period: null } })
    const response = await ask(model, token)

    expect(response.status).toBe(429)
    expect(await response.text()).toContain('insufficient_quota')
    expect(sextant.upstream.requests).toEqual([])
  })

  async function ask(model: string, token = sextant.token): Promise<Response> {
    const form = new FormData()
    form.set('model', model)
    form.set('file', sound())
    return await fetch(`${sextant.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
  }
})

describe('the openai client', () => {
  test('gets the text', async () => {
    answer(heard)
    const { text } = await client.audio.transcriptions.create({
      file: sound(),
      model: 'ears',
      language: 'eng',
    })
    const [request] = sextant.upstream.requests

    expect(text).toBe('Hello there. General news.')
    expect(request?.path).toBe('/v1/audio/transcriptions')
    const form = await new Response(new Uint8Array(request?.body ?? []), {
      headers: { 'content-type': String(request?.headers['content-type']) },
    }).formData()
    expect(Object.fromEntries(form)).toMatchObject({
      model: 'whisper-1',
      language: 'en',
      response_format: 'verbose_json',
    })
    // The recording itself, byte for byte.
    expect(Buffer.from(await (form.get('file') as File).arrayBuffer())).toEqual(recording(2))
  })

  test('gets times', async () => {
    answer(heard)
    const verbose = await client.audio.transcriptions.create({
      file: sound(),
      model: 'ears',
      response_format: 'verbose_json',
      timestamp_granularities: ['segment'],
    })

    expect(verbose.segments).toMatchObject([
      { id: 0, start: 0, end: 1.25, text: 'Hello there.' },
      { id: 1, start: 1.25, end: 2, text: 'General news.' },
    ])
    expect(transcriptionContract.output.safeParse(verbose).error).toBeUndefined()
  })

  test('gets every field of a segment that SDKs validate', async () => {
    answer(heard)
    const verbose = await client.audio.transcriptions.create({
      file: sound(),
      model: 'ears',
      response_format: 'verbose_json',
      temperature: 0.2,
    })

    expect(verbose.segments?.[1]).toEqual({
      id: 1,
      seek: 0,
      start: 1.25,
      end: 2,
      text: 'General news.',
      tokens: [],
      temperature: 0.2,
      avg_logprob: 0,
      compression_ratio: 1,
      no_speech_prob: 0,
    })
  })

  test.each([
    ['detected by the model', heard, {}, 'english'],
    ['detected by the model before the requested one', heard, { language: 'de' }, 'english'],
    ['requested where the model reports none', { text: 'Hallo.' }, { language: 'de' }, 'de'],
  ])('gets the language %s', async (_, transcript, fields, language) => {
    answer(transcript)
    const verbose = await client.audio.transcriptions.create({
      file: sound(),
      model: 'ears',
      response_format: 'verbose_json',
      ...fields,
    })

    expect(verbose.language).toBe(language)
  })

  test.each([
    ['text', 'Hello there. General news.\n'],
    [
      'srt',
      '1\n00:00:00,000 --> 00:00:01,250\nHello there.\n\n2\n00:00:01,250 --> 00:00:02,000\nGeneral news.\n',
    ],
    [
      'vtt',
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.250\nHello there.\n\n00:00:01.250 --> 00:00:02.000\nGeneral news.\n',
    ],
  ] as const)('gets %s', async (response_format, expected) => {
    answer(heard)

    expect(await client.audio.transcriptions.create({ file: sound(), model: 'ears', response_format })).toBe(
      expected,
    )
  })

  test.each([
    ['an unknown model', { model: 'nobody/hears' }, 404, 'model_not_found', 'model'],
    [
      'a chat model',
      { model: 'scripted/echo-speech', response_format: 'poem' },
      400,
      'invalid_value',
      'response_format',
    ],
    [
      'times of words',
      { model: 'ears', timestamp_granularities: ['word'] },
      400,
      'invalid_value',
      'timestamp_granularities[]',
    ],
  ])('gets an error for %s', async (_, fields, status, code, param) => {
    const asked = client.audio.transcriptions.create({ file: sound(), ...fields } as never)

    const error = await asked.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(APIError)
    expect(error).toMatchObject({ status, code, param })
  })

  test('gets an error for a failing provider', async () => {
    answer({ error: { message: 'down' } }, 500)
    const error = await client.audio.transcriptions
      .create({ file: sound(), model: 'ears' })
      .catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({ status: 502, code: 'upstream_error' })
  })

  test('gets an error for a document', async () => {
    const file = new File(['words'], 'a.txt')
    const error = await client.audio.transcriptions
      .create({ file, model: 'ears' })
      .catch((thrown: unknown) => thrown)

    expect(error).toMatchObject({ status: 415, code: 'unsupported_file_type', param: 'file' })
  })
})

test('a server without timestamps gets only text requests from then on', async () => {
  await using plain = await startTestGateway({
    models: [{ id: 'ears', kind: 'speech', upstream: 'plain-ears' }],
    policy: { retriesMax: 0 },
  })
  const refusal = { error: { message: 'response_format verbose_json is not supported' } }
  plain.upstream.next(
    { kind: 'raw', status: 400, parts: [JSON.stringify(refusal)] },
    { kind: 'raw', parts: [JSON.stringify({ text: 'One.' })] },
    { kind: 'raw', parts: [JSON.stringify({ text: 'Two.' })] },
  )
  const ask = async (): Promise<string> => {
    const form = new FormData()
    form.set('file', sound())
    form.set('model', 'ears')
    const headers = { authorization: `Bearer ${plain.token}` }
    const response = await fetch(`${plain.url}/v1/audio/transcriptions`, {
      method: 'POST',
      body: form,
      headers,
    })
    return ((await response.json()) as { text: string }).text
  }

  expect([await ask(), await ask()]).toEqual(['One.', 'Two.'])
  expect(plain.upstream.requests).toHaveLength(3)
})

describe('an uploaded recording', () => {
  test('is rejected where the default model does not exist, and other files are still read', async () => {
    await using deaf = await startTestGateway({ speech: 'local/gone' })
    const [recording, text] = [new FormData(), new FormData()]
    recording.set('file', sound())
    text.set('file', new File(['Hello.'], 'a.txt'))

    expect((await upload(deaf, recording)).body).toMatchObject({ code: 'transcription_unavailable' })
    expect((await upload(deaf, text)).body).toMatchObject({ content: 'Hello.' })
  })

  test('is its text, with the time of each part', async () => {
    answer(heard)
    const form = new FormData()
    form.set('file', sound())
    const { status, body, headers } = await upload(sextant, form, {
      authorization: `Bearer ${sextant.token}`,
    })

    expect(status).toBe(200)
    expect(body).toEqual({
      status: true,
      content: 'Hello there.\nGeneral news.',
      type: 'audio',
      error: '',
      segments: [
        { start: 0, end: 1.25, text: 'Hello there.' },
        { start: 1.25, end: 2, text: 'General news.' },
      ],
    })
    expect(uploadContract.output.safeParse(body).error).toBeUndefined()
    expect(await sextant.row(headers.get('x-request-id'))).toMatchObject({
      provider: 'scripted',
      audioMs: 2000,
    })
  })

  test('without a key is never sent to a configured provider', async () => {
    const form = new FormData()
    form.set('file', sound())
    const { status, body } = await upload(sextant, form)

    expect(status).toBe(401)
    expect(body).toMatchObject({ status: false, type: 'error', code: 'missing_api_key' })
    expect(body['error']).toContain('Authorization: Bearer')
    expect(sextant.upstream.requests).toEqual([])
  })

  test('reports how to install a model if there is none', async () => {
    await using deaf = await startTestGateway()
    const form = new FormData()
    form.set('file', sound())
    const { status, body } = await upload(deaf, form)

    expect(status).toBe(422)
    expect(body).toMatchObject({ status: false, code: 'transcription_unavailable', reason: 'speech' })
  })
})
