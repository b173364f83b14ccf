import type { SourceName } from '#lib/models/sources/source.ts'

interface ProgressFigures {
  readonly model: string
  /** The current file; byte counts cover the whole model. */
  readonly file: string
  readonly source: SourceName | null
  readonly doneBytes: number
  readonly totalBytes: number
  readonly bytesPerSecond: number
  readonly remainingMs: number | null
}

/** `waiting`: another process is downloading the same model. */
export type DownloadProgress = ProgressFigures &
  (
    | { readonly state: 'waiting' | 'downloading' | 'verifying' | 'ready' | 'cancelled' }
    | { readonly state: 'failed'; readonly reason: string }
  )

const windowMs = 5_000

/** Speed over the last five seconds. */
export function createSpeedometer(now: () => number = () => performance.now()) {
  const samples: { atMs: number; bytes: number }[] = []
  return (bytes: number): number => {
    const atMs = now()
    if (bytes < (samples.at(-1)?.bytes ?? 0)) samples.length = 0
    samples.push({ atMs, bytes })
    while (samples.length > 2 && atMs - (samples[0]?.atMs ?? 0) > windowMs) samples.shift()
    const first = samples[0]
    if (first === undefined || atMs - first.atMs < 100) return 0
    return Math.round(((bytes - first.bytes) * 1000) / (atMs - first.atMs))
  }
}

/** Milliseconds left at this speed; null if unknown. */
export function remainingMs(leftBytes: number, bytesPerSecond: number): number | null {
  return bytesPerSecond > 0 ? Math.round((leftBytes / bytesPerSecond) * 1000) : null
}
