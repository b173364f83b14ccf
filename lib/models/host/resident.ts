import { ApiError } from '#lib/errors.ts'

/** Data of a loaded model: enough of its catalog entry to load it, and of its runner to unload it. */
export interface Loadable {
  readonly id: string
  readonly memoryBytes: number
}

export interface Runnable {
  dispose(): Promise<void>
}

export interface ResidentUse<Runner> extends Disposable {
  readonly runner: Runner
  /** Milliseconds this call waited for loading; 0 if the model was in memory. */
  readonly loadMs: number
  /** Why the call waited for loading; null: it did not. */
  readonly loadReason: LoadingState['reason'] | null
}

/** How far a model is loaded, and why it has to be. */
export interface LoadingState {
  /** 0…1 */
  readonly share: number
  readonly reason: 'first_use' | 'unloaded_when_idle' | 'replaced_another_model'
}

/** The single loaded model of a job. */
export interface Resident<Entry extends Loadable, Runner extends Runnable> {
  /**
   * Loads the model in place of another one, unless it is in memory. Calls must be for one model at a time.
   * @throws ApiError `model_unavailable` without enough memory
   */
  use(entry: Entry, onLoading?: (loading: LoadingState) => void): Promise<ResidentUse<Runner>>
  readonly loaded: { readonly id: string; readonly runner: Runner } | null
  /** Why the model is being loaded now; null: it is in memory, or not needed. */
  loadingReason(id: string): LoadingState['reason'] | null
  /** Unloads the model if it is this one and unused. @returns false if it is in use */
  unload(id?: string): Promise<boolean>
  /** Unloads the model even if in use: the process is about to exit. */
  close(): Promise<void>
}

export interface ResidentSettings<Entry extends Loadable, Runner extends Runnable> {
  readonly load: (entry: Entry, onProgress: (share: number) => void) => Promise<Runner>
  readonly idleMs: number
  readonly freeMemoryBytes: () => number
}

interface Loading<Entry, Runner> {
  readonly entry: Entry
  readonly runner: Promise<Runner>
  readonly reason: LoadingState['reason']
  readonly listeners: Set<(loading: LoadingState) => void>
  /** 0…1; null: not begun. */
  share: number | null
  ready: Runner | null
  users: number
  idle: NodeJS.Timeout | null
}

const retryAfterMs = 60_000

export function createResident<Entry extends Loadable, Runner extends Runnable>({
  load,
  idleMs,
  freeMemoryBytes,
}: ResidentSettings<Entry, Runner>): Resident<Entry, Runner> {
  let current: Loading<Entry, Runner> | null = null
  // Two models are never in memory together, not even during unloading.
  let leaving: Promise<void> = Promise.resolve()
  const loadedBefore = new Set<string>()

  const drop = async (loading: Loading<Entry, Runner>): Promise<void> => {
    if (loading.idle) clearTimeout(loading.idle)
    if (current === loading) current = null
    leaving = leaving.then(async () => {
      const runner = await loading.runner.catch(() => null)
      await runner?.dispose()
    })
    await leaving
  }

  const begin = (entry: Entry, reason: LoadingState['reason']): Loading<Entry, Runner> => {
    const listeners: Loading<Entry, Runner>['listeners'] = new Set()
    const runner = leaving.then(async () => {
      requireMemory(entry, freeMemoryBytes())
      const tell = (share: number) => {
        loading.share = share
        for (const listener of listeners) listener({ share, reason })
      }
      // The library reads the vocabulary for seconds before its first report.
      tell(0)
      return await load(entry, tell)
    })
    const loading: Loading<Entry, Runner> = {
      entry,
      runner,
      reason,
      listeners,
      share: null,
      ready: null,
      users: 0,
      idle: null,
    }
    return watch(loading)
  }

  const watch = (loading: Loading<Entry, Runner>): Loading<Entry, Runner> => {
    const { runner, entry } = loading
    runner.then(
      ready => {
        loading.ready = ready
        loadedBefore.add(entry.id)
      },
      () => {
        if (current === loading) current = null
      },
    )
    return loading
  }

  return {
    get loaded() {
      if (!current?.ready) return null
      return { id: current.entry.id, runner: current.ready }
    },
    loadingReason(id) {
      return current !== null && current.entry.id === id && current.ready === null ? current.reason : null
    },
    async use(entry, onLoading) {
      const startMs = performance.now()
      const replaces = current !== null && current.entry.id !== entry.id
      if (current !== null && replaces) await drop(current)
      const known = loadedBefore.has(entry.id) ? 'unloaded_when_idle' : 'first_use'
      current ??= begin(entry, replaces ? 'replaced_another_model' : known)
      const loading = current
      const wasReady = loading.ready !== null
      if (onLoading !== undefined && !wasReady) {
        loading.listeners.add(onLoading)
        if (loading.share !== null) onLoading({ share: loading.share, reason: loading.reason })
      }
      loading.users += 1
      if (loading.idle) clearTimeout(loading.idle)
      const release = () => {
        loading.users -= 1
        if (loading.users > 0) return
        loading.idle = setTimeout(() => void drop(loading), idleMs).unref()
      }
      try {
        const runner = await loading.runner
        const loadMs = wasReady ? 0 : performance.now() - startMs
        return { runner, loadMs, loadReason: wasReady ? null : loading.reason, [Symbol.dispose]: release }
      } catch (error) {
        release()
        throw error
      } finally {
        if (onLoading !== undefined) loading.listeners.delete(onLoading)
      }
    },
    async unload(id) {
      if (current === null || (id !== undefined && current.entry.id !== id)) return true
      if (current.users > 0) return false
      await drop(current)
      return true
    },
    async close() {
      if (current !== null) await drop(current)
      await leaving
    },
  }
}

function requireMemory(entry: Loadable, freeBytes: number): void {
  if (freeBytes >= entry.memoryBytes) return
  throw new ApiError(
    'model_unavailable',
    `The model \`${entry.id}\` needs ${toGigabytes(entry.memoryBytes)} GB of free memory; the machine has ${toGigabytes(freeBytes)} GB. Close other programs or choose a smaller model.`,
    { retryAfterMs },
  )
}

function toGigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1)
}
