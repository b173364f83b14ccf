import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { environment, loadConfig } from '#lib/config.ts'
import { startHost, type RunningHost } from '#lib/models/http/__fixtures__/running-host.ts'
import { createComputeSemaphore } from '#lib/models/host/compute-semaphore.ts'
import { createTranscriberLoader } from './load-transcriber.ts'

const model = 'local/moonshine-tiny-en'
const fixtures = environment['SEXTANT_DOCUMENTS_DIR']
let host: RunningHost
beforeAll(async () => {
  host = await startHost({
    modelsDir: loadConfig().modelsDir,
    loadChat: async () => {
      throw new Error('nobody chats here')
    },
    loadTranscriber: createTranscriberLoader({ threads: 2, semaphore: createComputeSemaphore() }),
  })
})
afterAll(async () => await host[Symbol.asyncDispose]())

async function transcribe(wav: Buffer): Promise<{ text: string; duration: number; segments: object[] }> {
  const form = new FormData()
  form.set('model', model)
  form.set('file', new File([new Uint8Array(wav)], 'a.wav'))
  const response = await fetch(`${host.origin}/v1/audio/transcriptions`, {
    method: 'POST',
    body: form,
    headers: { 'x-sextant-internal': 'a-token-for-tests' },
  })
  expect(response.status).toBe(200)
  return await response.json()
}

test('silence gives no text', async () => {
  const silence = await transcribe(toWav(16_000, () => 0))

  expect(silence).toMatchObject({ text: '', duration: 1, segments: [] })
})

test.skipIf(fixtures === undefined)('a recording is transcribed word for word', async () => {
  const { text, duration } = await transcribe(readFileSync(join(fixtures ?? '', 'jfk.wav')))

  const words = text
    .toLowerCase()
    .match(/[a-z]+/g)
    ?.join(' ')
  expect(duration).toBeCloseTo(11, 1)
  expect(words).toBe(
    'and so my fellow americans ask not what your country can do for you ask what you can do for your country',
  )
})

/** 16-bit WAV at 16 kHz. */
function toWav(samples: number, valueAt: (at: number) => number): Buffer {
  const wav = Buffer.alloc(44 + samples * 2)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + samples * 2, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(16_000, 24)
  wav.writeUInt32LE(32_000, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(samples * 2, 40)
  for (let at = 0; at < samples; at++) wav.writeInt16LE(Math.round(valueAt(at) * 32_767), 44 + at * 2)
  return wav
}
