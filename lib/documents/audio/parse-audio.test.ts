import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { createTestPool } from '#lib/documents/__fixtures__/test-pool.ts'
import type { ReadStep, Transcribe } from '#lib/documents/options.ts'
import { ApiError } from '#lib/errors.ts'
import { writeWav, speechRate } from './parse-audio.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const pool = await createTestPool()
afterAll(() => pool[Symbol.asyncDispose]())

/** A recording: each second is a tone or silence. */
async function record(...seconds: readonly ('tone' | 'silence')[]): Promise<Buffer> {
  return await recordSamples(
    seconds.length * speechRate,
    at => seconds[Math.floor(at / speechRate)] === 'tone',
  )
}

async function recordSamples(length: number, isTone: (at: number) => boolean): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sextant-sound-'))
  const samples = Float32Array.from({ length }, (_, at) => (isTone(at) ? 0.5 * Math.sin(at / 5) : 0))
  await writeWav(path.join(folder, 'sound.wav'), samples)
  const bytes = await readFile(path.join(folder, 'sound.wav'))
  await rm(folder, { recursive: true })
  return bytes
}

const parts = { speech: { partSecondsMax: 4, originalBytesMax: 0 } }

test('the parts of a recording are transcribed in order, with timestamps of the whole', async () => {
  const transcribe: Transcribe = async ({ path: file }) => {
    const seconds = ((await stat(file)).size - 44) / 2 / speechRate
    return {
      text: '',
      segments: [{ start: 0, end: seconds + 1, text: ` ${seconds.toFixed(0)} s ` }],
      englishOnly: true,
    }
  }

  const steps: ReadStep[] = []

  const { content, segments, type, warnings } = await pool.parse(
    await record(...Array(10).fill('tone')),
    parts,
    { transcribe, onStep: step => void steps.push(step) },
  )

  const heard = segments as { start: number; end: number; text: string }[]
  expect(type).toBe('audio')
  expect(heard.length).toBeGreaterThanOrEqual(3)
  expect(heard.at(-1)?.end).toBe(10)
  for (const [at, { start }] of heard.entries()) expect(start).toBeGreaterThanOrEqual(heard[at - 1]?.end ?? 0)
  for (const { text } of heard) expect(content).toContain(text)
  expect(warnings).toEqual([expect.objectContaining({ code: 'english_only' })])
  expect(steps).toEqual(heard.map(({ end }) => ({ kind: 'sound', seconds: end })))
})

test('silence is not sent to the speech engine', async () => {
  const transcribe = vi.fn<Transcribe>()

  const { content, segments } = await pool.parse(await record('silence', 'silence'), parts, { transcribe })

  expect([content, segments]).toEqual(['', []])
  expect(transcribe).not.toHaveBeenCalled()
})

test.each([true, false])('a clip of 20 ms is refused unheard, with sound: %s', async hasSound => {
  const transcribe = vi.fn<Transcribe>()
  const clip = await recordSamples(0.02 * speechRate, () => hasSound)

  await expect(pool.parse(clip, parts, { transcribe })).rejects.toMatchObject({
    code: 'unprocessable_file',
    reason: 'too_short',
  })
  expect(transcribe).not.toHaveBeenCalled()
})

test('the field that a speech model objects to reaches the caller', async () => {
  const message = 'is in French, and the embedded speech model understands only English.'
  const transcribe: Transcribe = () =>
    Promise.reject(
      new ApiError('transcription_unavailable', message, { reason: 'speech', param: 'language' }),
    )

  await expect(pool.parse(await record('tone'), parts, { transcribe })).rejects.toMatchObject({
    code: 'transcription_unavailable',
    reason: 'speech',
    param: 'language',
  })
})

test('a small recording is sent to a provider unchanged', async () => {
  const sound = await record('tone')
  const sent: (string | boolean)[] = []
  const transcribe: Transcribe = async ({ path: file, name }) => {
    sent.push(name, (await readFile(file)).equals(sound))
    return { text: 'All of it.', segments: [], englishOnly: false }
  }

  const { content } = await pool.parse(
    sound,
    { speech: { partSecondsMax: 600, originalBytesMax: 1e6 } },
    { transcribe },
  )

  expect(content).toBe('All of it.')
  expect(sent).toEqual(['sound.wav', true])
})

test('without a speech engine, the error says how to configure one', async () => {
  await expect(pool.parse(await record('tone'))).rejects.toMatchObject({
    code: 'transcription_unavailable',
    reason: 'speech',
    message: expect.stringContaining('Configure a provider'),
  })
})

test('a provider error is returned unchanged', async () => {
  const transcribe: Transcribe = () => Promise.reject(new ApiError('upstream_error', 'The provider is down.'))

  await expect(pool.parse(await record('tone'), parts, { transcribe })).rejects.toMatchObject({
    code: 'upstream_error',
    message: 'The provider is down.',
  })
})

test('a file with only the header of a recording is damaged', async () => {
  const broken = Buffer.concat([Buffer.from('RIFF....WAVE'), Buffer.alloc(500, 7)])

  await expect(pool.parse(broken, parts)).rejects.toMatchObject({ reason: 'corrupt' })
})

const m4a = Buffer.concat([
  Buffer.from('\0\0\0\u0018ftypM4A \0\0\0\0M4A mp42hdlr\0\0\0\0\0\0\0\0soun'),
  Buffer.alloc(500),
])
const adts = Buffer.concat([Buffer.from('fff15080', 'hex'), Buffer.alloc(500)])

test.each([
  ['M4A', m4a],
  ['AAC', adts],
])('%s without ffmpeg is rejected with a remedy', async (_, bytes) => {
  await using bare = await createTestPool({ searchPath: '/nowhere' })

  await expect(bare.parse(bytes, parts)).rejects.toMatchObject({
    code: 'unsupported_file_type',
    reason: 'kind',
    message: expect.stringContaining('Install ffmpeg'),
  })
})

test('ffmpeg in the PATH decodes M4A', async () => {
  const programs = await mkdtemp(path.join(tmpdir(), 'sextant-ffmpeg-'))
  const file = path.join(programs, 'ffmpeg')
  await writeFile(file, '#!/bin/sh\nfor last; do :; done\nyes | head -c 64000 > "$last"\n')
  await chmod(file, 0o755)
  await using served = await createTestPool({ searchPath: `${programs}:/usr/bin:/bin` })
  const transcribe: Transcribe = async () => ({ text: 'Two seconds.', segments: [], englishOnly: false })

  const { content, segments } = await served.parse(m4a, parts, { transcribe })

  expect([content, segments]).toEqual(['Two seconds.', [{ start: 0, end: 2, text: 'Two seconds.' }]])
  await rm(programs, { recursive: true })
})

/** Transcribes each part with the next of these certainties. */
function guessing(...means: number[]): Transcribe {
  return async () => ({
    text: 'words',
    segments: [],
    englishOnly: true,
    certainty: {
      tokens: 9,
      meanLogProbability: means.shift() ?? 0,
      refusal: 'is not in English. Use another.',
    },
  })
}

test('a recording with mostly words that the model does not know is refused', async () => {
  const sound = await record(...Array(10).fill('tone'))

  await expect(pool.parse(sound, parts, { transcribe: guessing(-1.2, -0.2, -0.9) })).rejects.toMatchObject({
    reason: 'speech',
    message: expect.stringMatching(/is not in English\. Use another\.$/),
  })
})

test('a recording with one part that the model does not know is transcribed', async () => {
  const sound = await record(...Array(10).fill('tone'))

  const { content } = await pool.parse(sound, parts, { transcribe: guessing(-0.1, -1.2, -0.2) })

  expect(content).toContain('words')
})
