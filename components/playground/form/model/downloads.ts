import { queryOptions } from '@tanstack/react-query'
import { fieldOf, readProblem } from '#lib/client/console-answer.ts'

/** Download progress of a local model. */
export interface DownloadProgress {
  readonly model: string
  /** `waiting`: another process is downloading the same model. */
  readonly state: 'waiting' | 'downloading' | 'verifying' | 'ready' | 'cancelled' | 'failed'
  readonly doneBytes: number
  readonly totalBytes: number
  readonly bytesPerSecond: number
  readonly remainingMs: number | null
  /** Reason of the failure. */
  readonly reason?: string
}

const active: ReadonlySet<string> = new Set(['waiting', 'downloading', 'verifying'])

/**
 * Latest state of every download since the server started. Polled each second while one is running: a stream
 * per tab would use up the few connections a browser allows per host.
 */
export const downloadsQuery = queryOptions({
  queryKey: ['downloads'],
  queryFn: ({ signal }) => listDownloads(signal),
  staleTime: 1_000,
  refetchInterval: ({ state }) => (state.data?.some(({ state: now }) => active.has(now)) ? 1_000 : false),
})

/** Starts the download, or joins one that is running. @throws Error with the API's message */
export async function startDownload(model: string): Promise<void> {
  const response = await fetch(addressOf(model), { method: 'POST' })
  if (!response.ok) throw new Error(await readProblem(response))
  // The download continues on the server; progress is polled separately.
  await response.body?.cancel()
}

/** Cancels the download for everyone; the partial file is kept so that it can resume. @throws Error */
export async function cancelDownload(model: string): Promise<void> {
  const response = await fetch(addressOf(model), { method: 'DELETE' })
  if (!response.ok) throw new Error(await readProblem(response))
}

async function listDownloads(signal: AbortSignal): Promise<readonly DownloadProgress[]> {
  const response = await fetch('/api/models/downloads', { signal })
  if (!response.ok) throw new Error(await readProblem(response))
  const list = fieldOf(await response.json(), 'data')
  return Array.isArray(list) ? list.filter(isProgress) : []
}

function addressOf(model: string): string {
  return `/api/models/pull?id=${encodeURIComponent(model)}`
}

function isProgress(value: unknown): value is DownloadProgress {
  return typeof fieldOf(value, 'model') === 'string' && typeof fieldOf(value, 'totalBytes') === 'number'
}
