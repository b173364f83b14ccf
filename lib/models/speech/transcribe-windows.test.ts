import { expect, test } from 'vitest'
import { sampleRate } from './read-wav.ts'
import { cutWindows, transcribeWindows } from './transcribe-windows.ts'

const seconds = (count: number): number => count * sampleRate

function sound(length: number, quietFrom = length, quietTo = length): Float32Array {
  return Float32Array.from({ length }, (_, at) =>
    at >= quietFrom && at < quietTo ? 0 : Math.sin(at / 9) / 2,
  )
}

test('a short recording stays whole', () => {
  expect(cutWindows(sound(seconds(20)))).toEqual([{ start: 0, end: seconds(20) }])
})

test('a long recording is split at quiet moments, without losing samples', () => {
  const pause = seconds(17)
  const samples = sound(seconds(30), pause, pause + seconds(0.4))

  const windows = cutWindows(samples)

  expect(windows).toHaveLength(2)
  expect(windows[0]?.end).toBeGreaterThan(pause)
  expect(windows[0]?.end).toBeLessThan(pause + seconds(0.4))
  expect(windows[1]).toEqual({ start: windows[0]?.end, end: samples.length })
})

test('without pauses, no window is longer than 20 s', () => {
  const windows = cutWindows(sound(seconds(95)))

  expect(Math.max(...windows.map(({ start, end }) => end - start))).toBeLessThanOrEqual(seconds(20))
  expect(windows.reduce((sum, { start, end }) => sum + end - start, 0)).toBe(seconds(95))
})

test('silence is skipped', () => {
  expect(cutWindows(new Float32Array(seconds(45)))).toEqual([])
})

test('a clip below 0.1 s is refused as a file, and the model is not run', async () => {
  const clip = new Float32Array(sound(seconds(0.02)))
  const hear = () => Promise.reject(new Error('too short for the model'))

  await expect(transcribeWindows({ hear }, clip, new AbortController().signal)).rejects.toMatchObject({
    code: 'unprocessable_file',
    message: expect.stringContaining('20 ms'),
  })
})

test('the short end of a long recording is padded with silence', async () => {
  const lengths: number[] = []
  const hear = (samples: Float32Array) =>
    Promise.resolve({ text: `part ${lengths.push(samples.length)}`, tokenIds: [1], meanLogProbability: 0 })
  const samples = new Float32Array(sound(seconds(20.02)).fill(0, seconds(15), seconds(20)))
  samples.fill(0.5, seconds(19.9))

  await transcribeWindows({ hear }, samples, new AbortController().signal)

  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(seconds(0.1))
})
