import { expect, test } from 'vitest'
import { sampleRate } from './read-wav.ts'
import { cutWindows } from './transcribe-windows.ts'

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
