import { expect, test } from 'vitest'
import { cutParts, isSilent, type SoundPart, speechRate } from './parse-audio.ts'

/** Loud for 7 s, silent for 1 s, repeated, in pieces of 0.1 s. */
async function* bursts(seconds: number): AsyncGenerator<Float32Array> {
  for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
    const loud = Math.floor(tenth / 10) % 8 < 7
    yield new Float32Array(speechRate / 10).fill(loud ? 0.5 : 0.0001)
  }
}

async function cut(seconds: number, secondsMax: number): Promise<SoundPart[]> {
  return await Array.fromAsync(cutParts(bursts(seconds), secondsMax))
}

test('parts are contiguous, and none exceeds the limit', async () => {
  const parts = await cut(90, 20)

  let end = 0
  for (const { startSeconds, samples } of parts) {
    expect(startSeconds).toBeCloseTo(end, 6)
    expect(samples.length).toBeLessThanOrEqual(20 * speechRate)
    end = startSeconds + samples.length / speechRate
  }
  expect(end).toBe(90)
})

test('audio is split where it is quiet', async () => {
  const [, ...later] = await cut(90, 20)

  for (const { startSeconds } of later) expect(startSeconds % 8).toBeGreaterThanOrEqual(7)
})

test('audio shorter than a part is one part', async () => {
  expect(await cut(3, 20)).toHaveLength(1)
})

test('silence is below -60 dBFS', () => {
  expect(isSilent(new Float32Array(1000).fill(0.0005))).toBe(true)
  expect(isSilent(new Float32Array(1000).fill(0.01))).toBe(false)
})
