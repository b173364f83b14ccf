import { ApiError } from '#lib/errors.ts'
import type { ChatEntry } from '#lib/models/catalogue-entry.ts'
import type { ChatRunner } from '#lib/models/llama/chat-runner.ts'

export interface ResidentUse {
  readonly runner: ChatRunner
  /** Milliseconds that this call waited for the model to be loaded; 0 when it was in memory. */
  readonly loadMs: number
  readonly release: () => void
}

/** The one chat model that is kept in memory. */
export interface Resident {
  /**
   * Loads the model in the place of another one, unless it is in memory. The queue lets only calls of one model in.
   * @throws ApiError `model_unavailable` when there is not enough memory
   */
  use(entry: ChatEntry): Promise<ResidentUse>
  readonly loaded: { readonly id: string; readonly promptTokensPerSecond: number } | null
  /** Forgets the model, when it is this one and nobody uses it. @returns false when it is in use */
  unload(id?: string): Promise<boolean>
}

export interface ResidentSettings {
  readonly load: (entry: ChatEntry) => Promise<ChatRunner>
  readonly idleMs: number
  readonly freeMemoryBytes: () => number
}

interface Loading {
  readonly entry: ChatEntry
  readonly runner: Promise<ChatRunner>
  ready: ChatRunner | null
  users: number
  idle: NodeJS.Timeout | null
}

const retryAfterMs = 60_000

export function createResident({ load, idleMs, freeMemoryBytes }: ResidentSettings): Resident {
  let current: Loading | null = null
  // Two models never lie in memory together, not even while one leaves.
  let leaving: Promise<void> = Promise.resolve()

  const drop = async (loading: Loading): Promise<void> => {
    if (loading.idle) clearTimeout(loading.idle)
    if (current === loading) current = null
    leaving = leaving.then(async () => {
      const runner = await loading.runner.catch(() => null)
      await runner?.dispose()
    })
    await leaving
  }

  const begin = (entry: ChatEntry): Loading => {
    const runner = leaving.then(async () => {
      requireMemory(entry, freeMemoryBytes())
      return await load(entry)
    })
    const loading: Loading = { entry, runner, ready: null, users: 0, idle: null }
    runner.then(
      ready => (loading.ready = ready),
      () => {
        if (current === loading) current = null
      },
    )
    return loading
  }

  return {
    get loaded() {
      if (!current?.ready) return null
      return { id: current.entry.id, promptTokensPerSecond: current.ready.promptTokensPerSecond }
    },
    async use(entry) {
      const startMs = performance.now()
      if (current !== null && current.entry.id !== entry.id) await drop(current)
      current ??= begin(entry)
      const loading = current
      const wasReady = loading.ready !== null
      loading.users += 1
      if (loading.idle) clearTimeout(loading.idle)
      const release = () => {
        loading.users -= 1
        if (loading.users > 0) return
        loading.idle = setTimeout(() => void drop(loading), idleMs).unref()
      }
      try {
        const runner = await loading.runner
        return { runner, loadMs: wasReady ? 0 : performance.now() - startMs, release }
      } catch (error) {
        release()
        throw error
      }
    },
    async unload(id) {
      if (current === null || (id !== undefined && current.entry.id !== id)) return true
      if (current.users > 0) return false
      await drop(current)
      return true
    },
  }
}

function requireMemory(entry: ChatEntry, freeBytes: number): void {
  if (freeBytes >= entry.memoryBytes) return
  throw new ApiError(
    'model_unavailable',
    `The model \`${entry.id}\` needs ${toGigabytes(entry.memoryBytes)} GB of free memory and the machine has ${toGigabytes(freeBytes)} GB. Close other programs or choose a smaller model.`,
    { retryAfterMs },
  )
}

function toGigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1)
}
