import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '#lib/errors.ts'
import type { CatalogEntry } from '#lib/models/catalog-entry.ts'
import type { Downloads } from '#lib/models/download/downloads.ts'
import { storedState } from '#lib/models/list-models.ts'

/** Ensures that a model's files exist and are verified before it is loaded. */
export interface Weights {
  /**
   * Waits for a running download. Files changed since their verification are verified again; invalid ones are
   * deleted and downloaded again.
   * @throws ApiError `model_loading` after the wait, `model_not_found` with the download command,
   * `model_unavailable` if the download failed
   */
  require(entry: CatalogEntry, signal: AbortSignal): Promise<void>
}

const retryAfterMs = 30_000

export function createWeights(options: {
  readonly modelsDir: string
  readonly downloads: Downloads
  readonly waitMs: number
}): Weights {
  const { modelsDir, downloads, waitMs } = options
  return {
    async require(entry, signal) {
      const state = await storedState(modelsDir, entry)
      const running = downloads.find(entry.id)
      if (state === 'ready' && running === undefined) return
      if (running === undefined && state === 'not_downloaded') throw notDownloaded(entry)
      const download = running ?? downloads.start(entry)
      const stopped = new AbortController()
      try {
        const timeout = sleep(waitMs, 'late' as const, { signal: AbortSignal.any([signal, stopped.signal]) })
        const outcome = await Promise.race([download.finished.catch(toUnavailable), timeout])
        if (outcome === 'late') throw stillLoading(entry, download.progress)
      } finally {
        stopped.abort()
      }
    },
  }
}

function toUnavailable(error: unknown): never {
  if (error instanceof ApiError && error.code !== 'client_closed') throw error
  throw new ApiError('model_unavailable', 'The download of the model was canceled.', { cause: error })
}

function notDownloaded(entry: CatalogEntry): ApiError {
  return new ApiError(
    'model_not_found',
    `The model \`${entry.id}\` is not downloaded. Download it with: npm run -s sextant -- models pull ${entry.id}`,
    { param: 'model' },
  )
}

function stillLoading(entry: CatalogEntry, progress: { doneBytes: number; totalBytes: number }): ApiError {
  const percent = Math.floor((progress.doneBytes / Math.max(1, progress.totalBytes)) * 100)
  return new ApiError(
    'model_loading',
    `The model \`${entry.id}\` is still downloading (${percent}%). Retry in a moment.`,
    { retryAfterMs },
  )
}
