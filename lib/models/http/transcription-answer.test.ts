import { afterAll, beforeAll, expect, test } from 'vitest'
import { pretendFetched, startHost, type RunningHost } from './__fixtures__/running-host.ts'

const model = 'local/moonshine-tiny-en'
const heard: number[] = []
let host: RunningHost
beforeAll(async () => {
  host = await startHost({
    loadChat: () => Promise.reject(new Error('nobody chats here')),
    loadTranscriber: () =>
      Promise.resolve({
        hear: samples => Promise.resolve(`part ${heard.push(samples.length)}`),
        dispose: () => Promise.resolve(),
      }),
  })
  await pretendFetched(host.modelsDir, model)
})
afterAll(async () => await host[Symbol.asyncDispose]())

async function transcribe(
  file: Buffer,
  named = model,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(file)], 'a.wav'))
  form.set('model', named)
  const headers = { 'x-sextant-internal': 'a-token-for-tests' }
  const response = await fetch(`${host.origin}/v1/audio/transcriptions`, {
    method: 'POST',
    body: form,
    headers,
  })
  return { status: response.status, body: await response.json() }
}

test('a recording of any length is heard in parts, with their times', async () => {
  const { status, body } = await transcribe(tone(16_000 * 30))

  expect(status).toBe(200)
  expect(body).toMatchObject({ text: 'part 1 part 2', duration: 30, language: 'english' })
  expect(body['segments']).toMatchObject([
    { id: 0, start: 0, text: 'part 1' },
    { id: 1, end: 30, text: 'part 2' },
  ])
  expect(heard.reduce((sum, length) => sum + length, 0)).toBe(16_000 * 30)
})

test('an unknown model and another sound are the caller’s mistakes', async () => {
  const unknown = await transcribe(tone(100), 'whisper-1')
  const other = await transcribe(Buffer.from('ID3'))

  expect([unknown.status, other.status]).toEqual([404, 400])
  expect(unknown.body).toMatchObject({ error: { code: 'model_not_found', param: 'model' } })
  expect(other.body).toMatchObject({ error: { code: 'invalid_value', param: 'file' } })
})

test('a body that is no form is refused', async () => {
  const response = await host.ask('/v1/audio/transcriptions', { body: { model } })

  expect(response.status).toBe(400)
})

/** 16-bit WAV at 16 kHz. */
function tone(samples: number): Buffer {
  const head = Buffer.from(
    'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x80\x3e\0\0\0\x7d\0\0\x02\0\x10\0data\0\0\0\0',
    'latin1',
  )
  head.writeUInt32LE(samples * 2, head.length - 4)
  const data = Buffer.alloc(samples * 2)
  for (let at = 0; at < samples; at++) data.writeInt16LE(Math.round(Math.sin(at / 5) * 9000), at * 2)
  return Buffer.concat([head, data])
}
