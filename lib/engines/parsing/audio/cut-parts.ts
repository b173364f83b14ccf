import { speechRate } from './resampler.ts'

const quietSeconds = 0.3
const searchSeconds = 30
const silenceDecibels = -60

/** A stretch of sound, with where it begins in the recording. */
export interface SoundPart {
  readonly startSeconds: number
  readonly samples: Float32Array
}

/**
 * Cuts sound into parts of at most `secondsMax`, where it is quietest in the last 30 s of a part: seldom inside a word.
 * @param sound 16 kHz mono
 */
export async function* cutParts(
  sound: AsyncIterable<Float32Array>,
  secondsMax: number,
): AsyncGenerator<SoundPart> {
  const samplesMax = secondsMax * speechRate
  let waiting = new Float32Array(samplesMax * 2)
  let length = 0
  let start = 0
  for await (const piece of sound) {
    for (let at = 0; at < piece.length;) {
      const room = Math.min(piece.length - at, waiting.length - length)
      waiting.set(piece.subarray(at, at + room), length)
      length += room
      at += room
      while (length > samplesMax) {
        const cut = quietest(waiting, samplesMax)
        yield { startSeconds: start / speechRate, samples: waiting.slice(0, cut) }
        waiting.copyWithin(0, cut, length)
        length -= cut
        start += cut
      }
    }
  }
  if (length > 0) yield { startSeconds: start / speechRate, samples: waiting.slice(0, length) }
}

/** The middle of the quietest 0.3 s before the limit; never in the first half of the part. */
function quietest(samples: Float32Array, limit: number): number {
  const window = Math.round(quietSeconds * speechRate)
  const from = Math.max(Math.floor(limit / 2), limit - searchSeconds * speechRate)
  let power = 0
  let [least, at] = [Infinity, limit]
  for (let end = from; end < limit; end += 1) {
    power += (samples[end] ?? 0) ** 2
    if (end - from >= window) power -= (samples[end - window] ?? 0) ** 2
    if (end - from >= window - 1 && power < least) [least, at] = [power, end - Math.floor(window / 2)]
  }
  return at
}

/** True below −60 dBFS: a speech engine would invent words for it. */
export function isSilent(samples: Float32Array): boolean {
  const sum = samples.reduce((total, sample) => total + sample * sample, 0)
  return Math.sqrt(sum / Math.max(1, samples.length)) < 10 ** (silenceDecibels / 20)
}
