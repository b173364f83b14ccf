import { cutWindows } from './cut-windows.ts'
import type { Transcriber } from './load-transcriber.ts'
import { sampleRate } from './read-wav.ts'

export interface HeardSegment {
  /** Seconds. */
  readonly start: number
  readonly end: number
  readonly text: string
}

/** What is said in a recording of any length, window by window. */
export async function transcribeWindows(
  { hear }: Pick<Transcriber, 'hear'>,
  samples: Float32Array<ArrayBuffer>,
  signal: AbortSignal,
): Promise<HeardSegment[]> {
  const segments: HeardSegment[] = []
  for (const { start, end } of cutWindows(samples)) {
    const text = await hear(samples.slice(start, end), signal)
    if (text !== '') segments.push({ start: start / sampleRate, end: end / sampleRate, text })
  }
  return segments
}
