import { ApiError } from '#lib/errors.ts'
import type { Heard, Transcriber } from './load-transcriber.ts'
import { sampleRate } from './read-wav.ts'

export interface HeardSegment extends Heard {
  /** Seconds. */
  readonly start: number
  readonly end: number
}

// The model fails on fewer samples than its first layers combine.
const secondsMin = 0.1
const samplesMin = secondsMin * sampleRate

/**
 * Transcribes a recording of any length from 0.1 s, window by window.
 * @throws ApiError `unprocessable_file` if it is shorter
 */
export async function transcribeWindows(
  { hear }: Pick<Transcriber, 'hear'>,
  samples: Float32Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<HeardSegment[]> {
  if (samples.length < samplesMin) throw tooShort(samples.length)
  const segments: HeardSegment[] = []
  for (const { start, end } of cutWindows(samples)) {
    const heard = await hear(padded(samples.slice(start, end)), signal)
    if (heard.text !== '') segments.push({ start: start / sampleRate, end: end / sampleRate, ...heard })
  }
  return segments
}

function tooShort(samples: number): ApiError {
  const message = `The recording has ${Math.round((samples / sampleRate) * 1000)} ms; the model needs at least ${secondsMin * 1000} ms. Send a longer one.`
  return new ApiError('unprocessable_file', message, { param: 'file' })
}

/** The rest of a long recording may be shorter: silence follows it. */
function padded(samples: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  if (samples.length >= samplesMin) return samples
  const whole = new Float32Array(samplesMin)
  whole.set(samples)
  return whole
}

/** A range of samples. */
interface Window {
  readonly start: number
  readonly end: number
}

const windowMax = 20 * sampleRate
const searched = 5 * sampleRate
const quiet = Math.round(0.3 * sampleRate)
const hop = Math.round(0.05 * sampleRate)
// −60 dBFS: the model invents text for silence.
const silentPower = 1e-6

/** Windows of up to 20 s, split at the quietest moment of their last 5 s; silent ones are skipped. */
export function cutWindows(samples: Float32Array): Window[] {
  const windows: Window[] = []
  for (let start = 0, end = 0; start < samples.length; start = end) {
    end = samples.length - start <= windowMax ? samples.length : findQuiet(samples, start + windowMax)
    if (powerOf(samples, start, end) > silentPower) windows.push({ start, end })
  }
  return windows
}

function findQuiet(samples: Float32Array, limit: number): number {
  let best = limit
  let least = Infinity
  for (let start = limit - searched; start + quiet <= limit; start += hop) {
    const power = powerOf(samples, start, start + quiet)
    if (power >= least) continue
    least = power
    best = start + Math.floor(quiet / 2)
  }
  return best
}

function powerOf(samples: Float32Array, start: number, end: number): number {
  let sum = 0
  for (let at = start; at < end; at++) sum += (samples[at] ?? 0) ** 2
  return sum / Math.max(1, end - start)
}
