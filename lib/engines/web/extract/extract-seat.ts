import { Worker } from 'node:worker_threads'
import type { WorkerJob, WorkerMessage } from './extract-worker.ts'

// A busy machine gives a thread less than the clock says.
const clockFactor = 4
const leastMs = 20
const unreadable = 'its structure could not be read'

/** A place for a thread, which is started when it is needed. */
export interface Seat {
  worker: Worker | null
  idle: NodeJS.Timeout | null
  readonly memoryMegabytes: number
}

export type Outcome = Exclude<WorkerMessage, { kind: 'ready' }>

/**
 * Gives a page to the thread of a seat. One that is not ready within `jobMs` of its own CPU time (or four times as long
 * by the clock), or that takes too much memory, is stopped.
 * @throws what the signal was aborted with
 */
export function runJob(seat: Seat, job: WorkerJob, jobMs: number, signal: AbortSignal): Promise<Outcome> {
  const fresh = seat.worker === null
  const worker = (seat.worker ??= start(seat))
  return new Promise((resolve, reject) => {
    let late: NodeJS.Timeout | null = null
    let settled = false
    const onAbort = (): void => {
      settle()
      retire(seat)
      reject(signal.reason as Error)
    }
    const onMessage = (message: WorkerMessage): void => {
      // The time to load the libraries is not the page's.
      if (message.kind === 'ready') return begin()
      settle()
      worker.unref()
      resolve(message)
    }
    const onError = (error: Error): void => {
      const memory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      lose(memory ? `its structure takes more than ${seat.memoryMegabytes} MB` : unreadable, error)
    }
    const onExit = (): void => lose(unreadable)
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
    worker.ref()
    signal.addEventListener('abort', onAbort, { once: true })
    if (!fresh) begin()

    function begin(): void {
      const clockEnd = performance.now() + jobMs * clockFactor
      const before = worker.cpuUsage().catch(() => null)
      const check = async (): Promise<void> => {
        const started = await before
        const used = started === null ? null : await worker.cpuUsage(started).catch(() => null)
        if (settled) return
        const usedMs = used === null ? jobMs : (used.user + used.system) / 1000
        const leftMs = Math.min(jobMs - usedMs, clockEnd - performance.now())
        if (leftMs > leastMs) late = setTimeout(() => void check(), leftMs)
        else lose(`its structure took longer than ${jobMs / 1000} seconds`)
      }
      late = setTimeout(() => void check(), jobMs)
      worker.postMessage(job)
    }
    function lose(reason: string, error: unknown = null): void {
      settle()
      retire(seat)
      resolve({ kind: 'failed', reason, error })
    }
    function settle(): void {
      settled = true
      if (late !== null) clearTimeout(late)
      signal.removeEventListener('abort', onAbort)
      worker.off('message', onMessage)
      worker.off('error', onError)
      worker.off('exit', onExit)
    }
  })
}

function start(seat: Seat): Worker {
  const worker = new Worker(new URL('./extract-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: seat.memoryMegabytes, maxYoungGenerationSizeMb: 64 },
  })
  // A thread that dies between two pages, or while it is stopped, is no failure of the process.
  worker.on('error', () => undefined)
  worker.on('exit', () => {
    if (seat.worker === worker) seat.worker = null
  })
  return worker
}

/** Stops the thread of a seat; the next page gets another. */
export function retire(seat: Seat): void {
  const { worker } = seat
  seat.worker = null
  void worker?.terminate()
}
