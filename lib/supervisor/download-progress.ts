import { toFields } from './log-line.ts'

/** What the models process logs while it fetches weights. */
export interface DownloadProgress {
  readonly model: string
  readonly state: 'waiting' | 'downloading' | 'verifying' | 'ready' | 'failed' | 'cancelled'
  readonly doneBytes: number
  readonly totalBytes: number
  readonly bytesPerSecond: number
  readonly remainingMs: number | null
  readonly reason: string | null
}

/** A line of the models process as progress, or null when it says something else. */
export function readDownloadProgress(text: string): DownloadProgress | null {
  const fields = toFields(text)
  if (fields?.['msg'] !== 'download' || typeof fields['model'] !== 'string') return null
  return {
    model: fields['model'],
    state: toState(fields['state']),
    doneBytes: toNumber(fields['doneBytes']) ?? 0,
    totalBytes: toNumber(fields['totalBytes']) ?? 0,
    bytesPerSecond: toNumber(fields['bytesPerSecond']) ?? 0,
    remainingMs: toNumber(fields['remainingMs']),
    reason: typeof fields['reason'] === 'string' ? fields['reason'] : null,
  }
}

/** The bar of a terminal, one line: name, bar, share, size, speed, remaining time. */
export function toProgressBar(progress: DownloadProgress, columns: number): string {
  const percent = toPercent(progress)
  const filled = Math.round((percent / 100) * barWidth)
  const bar = '━'.repeat(filled) + '╌'.repeat(barWidth - filled)
  return `${progress.model}  ${bar} ${percent} %  ${toFigures(progress)}`.slice(0, Math.max(20, columns - 1))
}

/** The same for a log file, where a line that redraws itself would be noise. */
export function toProgressLine(progress: DownloadProgress): string {
  return `Downloading ${progress.model}: ${toPercent(progress)} % (${toFigures(progress)})`
}

/** Whole per cent; 100 only when every byte is there. */
export function toPercent({ doneBytes, totalBytes }: DownloadProgress): number {
  return totalBytes > 0 ? Math.min(100, Math.floor((doneBytes / totalBytes) * 100)) : 0
}

const barWidth = 24

function toFigures({ doneBytes, totalBytes, bytesPerSecond, remainingMs, state }: DownloadProgress): string {
  const size = `${toMegabytes(doneBytes)} of ${toMegabytes(totalBytes)} MB`
  if (state === 'verifying') return `${size}, checking`
  const speed = `${(bytesPerSecond / 1e6).toFixed(1)} MB/s`
  return remainingMs === null ? `${size}, ${speed}` : `${size}, ${speed}, ${toDuration(remainingMs)} left`
}

function toMegabytes(bytes: number): string {
  return Math.round(bytes / 1e6).toLocaleString('en')
}

function toDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

function toNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

const states: ReadonlySet<unknown> = new Set(['waiting', 'verifying', 'ready', 'failed', 'cancelled'])

function toState(value: unknown): DownloadProgress['state'] {
  return isState(value) ? value : 'downloading'
}

function isState(value: unknown): value is DownloadProgress['state'] {
  return states.has(value)
}
