import { readEvents } from './read-events.ts'

/** How far the download of an embedded model is. */
export interface DownloadProgress {
  readonly model: string
  readonly state: 'waiting' | 'downloading' | 'verifying' | 'ready' | 'cancelled' | 'failed'
  readonly doneBytes: number
  readonly totalBytes: number
  readonly bytesPerSecond: number
  readonly remainingMs: number | null
  /** Why it failed. */
  readonly reason?: string
}

/** Starts a download, or follows the one that goes on; ends when it has ended. Leaving does not cancel it. */
export async function followDownload(
  model: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: DownloadProgress) => void },
): Promise<void> {
  const response = await fetch(addressOf(model), { method: 'POST', signal })
  if (!response.ok || response.body === null) {
    const body: unknown = await response.json().catch(() => null)
    const message = read(read(body, 'error'), 'message')
    throw new Error(typeof message === 'string' ? message : `The console answered ${response.status}.`)
  }
  const startedAt = performance.now()
  await readEvents(response.body, {
    elapsedMs: () => performance.now() - startedAt,
    onEvents(events) {
      const progress = events.flatMap(event => (event.kind === 'data' ? toProgress(event.data) : [])).at(-1)
      if (progress) onProgress(progress)
    },
  })
}

/** Ends the download for everyone; what has come is kept for the next time. */
export async function cancelDownload(model: string): Promise<void> {
  await fetch(addressOf(model), { method: 'DELETE' })
}

function addressOf(model: string): string {
  return `/api/models/pull?id=${encodeURIComponent(model)}`
}

function toProgress(data: string): DownloadProgress[] {
  if (!data.startsWith('{')) return []
  const value: unknown = JSON.parse(data)
  const error = read(value, 'error')
  if (error !== undefined && error !== null) {
    const reason = typeof error === 'string' ? error : read(error, 'message')
    return [
      {
        model: '',
        state: 'failed',
        doneBytes: 0,
        totalBytes: 0,
        bytesPerSecond: 0,
        remainingMs: null,
        reason: typeof reason === 'string' ? reason : 'The download failed.',
      },
    ]
  }
  return typeof read(value, 'doneBytes') === 'number' ? [value as DownloadProgress] : []
}

function read(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
