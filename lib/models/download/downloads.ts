import { ApiError } from '#lib/errors.ts'
import type { CatalogEntry } from '#lib/models/catalog-entry.ts'
import { sizeOfModel } from '#lib/models/model-files.ts'
import type { FetchModelOptions } from './fetch-model.ts'
import type { DownloadProgress } from './progress.ts'

/** A running download; several listeners share it. */
export interface Download {
  readonly progress: DownloadProgress
  /** Resolves when the model is downloaded. @throws ApiError as `fetchModel`; the abort reason when canceled */
  readonly finished: Promise<void>
  /** @returns a function that ends the subscription */
  subscribe(listener: (progress: DownloadProgress) => void): () => void
  cancel(): void
}

export interface Downloads {
  /** Starts the download of this model, or joins a running one. */
  start(entry: CatalogEntry): Download
  find(id: string): Download | undefined
  readonly active: number
  /** The last state of each model requested since the start. */
  list(): DownloadProgress[]
  cancelAll(): void
}

export type FetchModel = (
  entry: CatalogEntry,
  options: Pick<FetchModelOptions, 'signal' | 'report'>,
) => Promise<void>

/** @param options.log called for each step worth logging; at most a few times a second */
export function createDownloads(options: {
  readonly fetch: FetchModel
  readonly log: (progress: DownloadProgress) => void
}): Downloads {
  const running = new Map<string, Download>()
  const last = new Map<string, DownloadProgress>()

  const start = (entry: CatalogEntry): Download => {
    const known = running.get(entry.id)
    if (known !== undefined) return known
    const stop = new AbortController()
    const listeners = new Set<(progress: DownloadProgress) => void>()
    let progress = firstProgress(entry)
    const publish = (next: DownloadProgress) => {
      progress = next
      last.set(entry.id, next)
      for (const listener of listeners) listener(next)
    }
    const report = throttle(publish)
    const run = async () => {
      try {
        await options.fetch(entry, { signal: stop.signal, report })
        publish({
          ...progress,
          doneBytes: progress.totalBytes,
          state: 'ready',
          bytesPerSecond: 0,
          remainingMs: 0,
        })
      } catch (error) {
        const cancelled = stop.signal.aborted
        publish({
          ...progress,
          bytesPerSecond: 0,
          remainingMs: null,
          ...(cancelled
            ? { state: 'cancelled' as const }
            : { state: 'failed' as const, reason: toReason(error) }),
        })
        throw error
      } finally {
        running.delete(entry.id)
      }
    }
    listeners.add(options.log)
    last.set(entry.id, progress)
    const finished = run()
    // Listeners receive the failure as their last event, so awaiting the promise is optional.
    finished.catch(() => undefined)
    const download: Download = {
      get progress() {
        return progress
      },
      finished,
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      cancel: () =>
        stop.abort(new ApiError('client_closed', `The download of \`${entry.id}\` was canceled.`)),
    }
    running.set(entry.id, download)
    return download
  }

  return {
    start,
    find: id => running.get(id),
    get active() {
      return running.size
    },
    list: () => [...last.values()],
    cancelAll: () => running.forEach(download => download.cancel()),
  }
}

const reportMs = 250

/** Passes state changes on immediately, and progress a few times a second. */
function throttle(publish: (progress: DownloadProgress) => void): (progress: DownloadProgress) => void {
  let last: { atMs: number; state: string } = { atMs: -Infinity, state: '' }
  return progress => {
    const atMs = performance.now()
    if (progress.state === last.state && atMs - last.atMs < reportMs) return
    last = { atMs, state: progress.state }
    publish(progress)
  }
}

function firstProgress(entry: CatalogEntry): DownloadProgress {
  return {
    model: entry.id,
    file: entry.files[0]?.name ?? '',
    source: null,
    doneBytes: 0,
    totalBytes: sizeOfModel(entry),
    bytesPerSecond: 0,
    remainingMs: null,
    state: 'downloading',
  }
}

function toReason(error: unknown): string {
  return error instanceof ApiError ? error.message : `Unexpected error: ${String(error)}`
}
