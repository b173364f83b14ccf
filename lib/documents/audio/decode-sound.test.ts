import { readFile } from 'node:fs/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { createTestPool } from '#lib/documents/__fixtures__/test-pool.ts'
import { speechRate } from './parse-audio.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const pool = await createTestPool({ searchPath: '/nowhere' })
afterAll(() => pool[Symbol.asyncDispose]())

// Each is one second of a 440 Hz tone at half level, generated with libsndfile.
test.each(['mp3', 'flac', 'ogg', 'opus'])('a second of audio is decoded correctly from %s', async format => {
  const bytes = await readFile(new URL(`__fixtures__/tone.${format}`, import.meta.url))
  const heard: Int16Array[] = []

  await pool.parse(
    bytes,
    { speech: { partSecondsMax: 20, originalBytesMax: 0 } },
    {
      transcribe: async ({ path }) => {
        const wav = await readFile(path)
        heard.push(new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + wav.length)))
        return { text: 'A tone.', segments: [], englishOnly: false }
      },
    },
  )

  const [samples = new Int16Array(), ...others] = heard
  const middle = samples.subarray(samples.length * 0.25, samples.length * 0.75)
  expect(others).toEqual([])
  // Lossy formats pad their last frame.
  expect(Math.abs(samples.length / speechRate - 1)).toBeLessThan(0.12)
  expect(level(middle)).toBeCloseTo(0.5 / Math.SQRT2, 1)
  expect(Math.abs((crossings(middle) * speechRate) / middle.length / 2 - 440)).toBeLessThan(5)
})

/** Root mean square. */
function level(samples: Int16Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length)
}

function crossings(samples: Int16Array): number {
  return samples.filter((sample, at) => at > 0 && sample >= 0 !== (samples[at - 1] ?? 0) >= 0).length
}
