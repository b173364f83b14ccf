import { expect, test } from 'vitest'
import { Resampler, speechRate } from './parse-audio.ts'

const tone = (hertz: number, rate: number, seconds: number): Float32Array =>
  Float32Array.from({ length: rate * seconds }, (_, at) => 0.5 * Math.sin((2 * Math.PI * hertz * at) / rate))

/** In pieces of odd sizes, like a decoder. */
function resample(samples: Float32Array, rate: number): Float32Array {
  const resampler = new Resampler(rate)
  const pieces: number[] = []
  for (let at = 0; at < samples.length; at += 1777)
    pieces.push(...resampler.push(samples.subarray(at, at + 1777)))
  return Float32Array.from([...pieces, ...resampler.end()])
}

/** Root mean square of the middle, without the ringing ends. */
function level(samples: Float32Array): number {
  const middle = samples.subarray(samples.length * 0.25, samples.length * 0.75)
  return Math.sqrt(middle.reduce((sum, sample) => sum + sample ** 2, 0) / middle.length)
}

test.each([8000, 22_050, 44_100, 48_000])('a 1 kHz tone at %i Hz keeps its level and length', rate => {
  const resampled = resample(tone(1000, rate, 1), rate)

  expect(level(resampled)).toBeCloseTo(0.5 / Math.SQRT2, 2)
  expect(Math.abs(resampled.length - speechRate)).toBeLessThan(speechRate * 0.005)
})

test('a 12 kHz tone, above the limit of 16 kHz audio, is removed without aliasing', () => {
  expect(level(resample(tone(12_000, 44_100, 1), 44_100))).toBeLessThan(0.001)
})

test('audio at 16 kHz passes unchanged', () => {
  const samples = tone(440, speechRate, 1)

  expect(resample(samples, speechRate)).toEqual(samples)
})
