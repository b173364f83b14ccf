import { queryOptions } from '@tanstack/react-query'
import { fieldOf, readProblem } from '#lib/client/console-answer.ts'

/** How far the download of an embedded model is. */
export interface DownloadProgress {
  readonly model: string
  /** `waiting`: another process fetches the same model. */
  readonly state: 'waiting' | 'downloading' | 'verifying' | 'ready' | 'cancelled' | 'failed'
  readonly doneBytes: number
  readonly totalBytes: number
  readonly bytesPerSecond: number
  readonly remainingMs: number | null
  /** Why it failed. */
  readonly reason?: string
}

const active: ReadonlySet<string> = new Set(['waiting', 'downloading', 'verifying'])

/**
 * The last word on every download since the product started. Asked each second while one goes on: a stream per tab
 * would use up the few connections that a browser allows a host.
 */
export const downloadsQuery = queryOptions({
  queryKey: ['downloads'],
  queryFn: ({ signal }) => listDownloads(signal),
  staleTime: 1_000,
  refetchInterval: ({ state }) => (state.data?.some(({ state: now }) => active.has(now)) ? 1_000 : false),
})

/** Begins the download, or joins the one that goes on. @throws Error with the API's own words */
export async function startDownload(model: string): Promise<void> {
  const response = await fetch(addressOf(model), { method: 'POST' })
  if (!response.ok) throw new Error(await readProblem(response))
  // It goes on without us; the progress is asked for elsewhere.
  await response.body?.cancel()
}

/** Ends the download for everyone; what has come is kept for the next time. @throws Error */
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
