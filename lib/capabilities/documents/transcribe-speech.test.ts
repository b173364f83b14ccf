import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Transcript } from '#lib/documents/options.ts'
import type { SpeechTarget } from '#lib/speech/speech-target.ts'
import { UpstreamError } from '#lib/providers/transport/upstream-error.ts'
import { ApiError } from '#lib/errors.ts'
import { createTestContext } from '#lib/capabilities/__fixtures__/test-context.ts'
import { createAttemptPolicy } from '#lib/capabilities/attempts/attempt-policy.ts'
import { createSpeech, toLanguage } from './transcribe-speech.ts'

const embedded = 'local/ears'
const configured = 'acme/ears'
const timers = { connectMs: 1000, firstEventMs: 1000, idleMs: 1000, plainMs: 1000, streamMs: 1000 }

function speechOf({
  ready,
  chosen,
  fallbacks = [],
  broken = [],
}: {
  ready: readonly string[]
  chosen?: string
  fallbacks?: readonly string[]
  broken?: readonly string[]
}) {
  const asked: string[] = []
  const resolveAs = (_: unknown, publicId: string): SpeechTarget => ({
    publicId,
    providerId: publicId.split('/')[0] ?? '',
    fallbacks,
    model: {
      providerId: publicId.split('/')[0] ?? '',
      modelId: publicId,
      embedded: publicId.startsWith('local/'),
      transcribe: () => {
        asked.push(publicId)
        if (broken.includes(publicId)) return Promise.reject(new UpstreamError('upstream_error', 'down'))
        const text = `by ${publicId}`
        const tokens = { count: 4, meanLogProbability: -1 }
        const segments = [{ start: 0, end: 1, text, tokens }]
        return Promise.resolve({ text, language: null, seconds: 1, tokens: null, segments })
      },
    },
  })
  const speech = createSpeech({
    models: {
      resolveAs,
      transcribers: () => Promise.resolve(ready),
      defaults: () => (chosen === undefined ? {} : { speech: chosen }),
    },
    policy: { ...createAttemptPolicy(), retriesMax: 0 },
    timers,
  })
  return {
    asked,
    hear,
    transcribe: async (isAnonymous: boolean, language?: string) => (await hear(isAnonymous, language)).text,
  }

  async function hear(isAnonymous: boolean, language: string | null = null): Promise<Transcript> {
    const folder = mkdtempSync(join(tmpdir(), 'sextant-speech-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'sound.wav')
    writeFileSync(path, 'sound')
    const { signal } = new AbortController()
    const chosenSpeech = await speech.forUpload(createTestContext(signal, { isAnonymous }))
    return await chosenSpeech.transcribe({ path, name: 'sound.wav' }, { language, signal })
  }
}

async function failureOf(work: Promise<unknown>): Promise<ApiError> {
  const thrown = await work.catch((error: unknown) => error)
  if (thrown instanceof ApiError) return thrown
  throw new Error('It did not fail with an ApiError.')
}

test.each([
  ['is the default', { ready: [configured, embedded], chosen: configured }],
  ['is listed first', { ready: [configured, embedded] }],
])('without a key the embedded model transcribes, even where a configured one %s', async (_, models) => {
  const { transcribe, asked } = speechOf(models)

  expect(await transcribe(true)).toBe(`by ${embedded}`)
  expect(asked).toEqual([embedded])
})

test('without a key a configured fallback of the embedded model is never called', async () => {
  const { transcribe, asked } = speechOf({
    ready: [embedded],
    fallbacks: [configured],
    broken: [embedded],
  })

  expect(await failureOf(transcribe(true))).toMatchObject({ code: 'upstream_error' })
  expect(asked).toEqual([embedded])
})

test('without a key and an embedded model, the response is a 401 with advice to send a key', async () => {
  const { transcribe, asked } = speechOf({ ready: [configured], chosen: configured })

  const error = await failureOf(transcribe(true))

  expect(error).toMatchObject({ status: 401, code: 'missing_api_key' })
  expect(error.message).toContain('Authorization: Bearer')
  expect(asked).toEqual([])
})

test('a configured model that is not the default receives no recording', async () => {
  const { transcribe, asked } = speechOf({ ready: [configured, embedded], chosen: embedded })
  const { transcribe: withoutDefault, asked: others } = speechOf({ ready: [configured], chosen: embedded })

  expect(await transcribe(false)).toBe(`by ${embedded}`)
  expect(await failureOf(withoutDefault(false))).toMatchObject({ code: 'transcription_unavailable' })
  expect([...asked, ...others]).toEqual([embedded])
})

test('with a key the default model transcribes, and its fallbacks after it', async () => {
  const { transcribe, asked } = speechOf({
    ready: [embedded, configured],
    chosen: configured,
    fallbacks: [embedded],
    broken: [configured],
  })

  expect(await transcribe(false)).toBe(`by ${embedded}`)
  expect(asked).toEqual([configured, embedded])
})

test('a language that the embedded model does not know is refused, with the models that may', async () => {
  const { transcribe, asked } = speechOf({ ready: [embedded, configured], chosen: embedded })

  const error = await failureOf(transcribe(false, 'deu'))
  const anonymous = await failureOf(transcribe(true, 'de'))

  expect(error).toMatchObject({ status: 422, code: 'transcription_unavailable', param: 'language' })
  expect(error.message).toMatch(/^is in German, /)
  expect(error.message).toContain(configured)
  expect(anonymous.message).not.toContain(configured)
  expect(asked).toEqual([])
})

test('without a language, the embedded model says how certain it is, and what to do if it is not', async () => {
  const { hear } = speechOf({ ready: [embedded, configured], chosen: embedded })

  const { certainty } = await hear(false)
  const anonymous = await hear(true)

  expect(certainty).toMatchObject({ tokens: 4, meanLogProbability: -1 })
  expect(certainty?.refusal).toContain(configured)
  expect(certainty?.refusal).toContain('`language`')
  expect(anonymous.certainty?.refusal).not.toContain(configured)
  expect(await hear(false, 'en')).not.toHaveProperty('certainty')
})

test('the certainty of a configured model is left to it', async () => {
  const { hear } = speechOf({ ready: [configured], chosen: configured })

  expect(await hear(false)).not.toHaveProperty('certainty')
})

test('a language that the embedded model does not know goes to its configured fallback', async () => {
  const { transcribe } = speechOf({ ready: [embedded], chosen: embedded, fallbacks: [configured] })

  expect(await transcribe(false, 'fra')).toBe(`by ${configured}`)
  expect(await transcribe(false, 'eng')).toBe(`by ${embedded}`)
})

test.each([true, false])(
  'where no model transcribes, the answer is 422 (anonymous: %s)',
  async isAnonymous => {
    const { transcribe } = speechOf({ ready: [] })

    expect(await failureOf(transcribe(isAnonymous))).toMatchObject({
      status: 422,
      code: 'transcription_unavailable',
    })
  },
)

test.each([
  ['eng', 'en'],
  ['deu+fra', 'de'],
  ['en', 'en'],
  ['chi_sim', 'zh'],
  ['', null],
  [null, null],
  ['x', null],
])('%s is requested as %s', (given, asked) => {
  expect(toLanguage(given)).toBe(asked)
})
