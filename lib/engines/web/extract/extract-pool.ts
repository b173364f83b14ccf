import { Worker } from 'node:worker_threads'
import type { WorkerJob, WorkerMessage } from './extract-worker.ts'
import type { Extraction, ExtractionJob } from './extraction.ts'

const jobMsMax = 5000
const memoryMegabytes = 512
const idleMs = 60_000
const unreadable = 'its structure could not be read'

export interface ExtractPoolOptions {
  /** How many pages are worked on at a time. */
  readonly workers: number
  /** In the place of five seconds a page. */
  readonly jobMs?: number
}

/** @throws what the signal was aborted with; Error when even the text alone could not be read */
export type Extract = (job: ExtractionJob, signal: AbortSignal) => Promise<Extraction>

interface Seat {
  worker: Worker | null
  idle: NodeJS.Timeout | null
}

/**
 * Extracts pages in threads, each page within 5 seconds and 512 MB; what takes more is stopped with its thread, and its
 * text alone is read. Others are not kept waiting by it, and the gateway's own thread never parses a page.
 */
export function createExtractPool({ workers, jobMs = jobMsMax }: ExtractPoolOptions): Extract {
  const free: Seat[] = Array.from({ length: workers }, () => ({ worker: null, idle: null }))
  const waiting: ((seat: Seat) => void)[] = []

  async function takeSeat(signal: AbortSignal): Promise<Seat> {
    signal.throwIfAborted()
    const seat = free.pop()
    if (seat !== undefined) return seat
    return await new Promise((resolve, reject) => {
      const onSeat = (given: Seat): void => {
        signal.removeEventListener('abort', onAbort)
        resolve(given)
      }
      const onAbort = (): void => {
        waiting.splice(waiting.indexOf(onSeat), 1)
        reject(signal.reason as Error)
      }
      waiting.push(onSeat)
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }

  function giveBack(seat: Seat): void {
    const next = waiting.shift()
    if (next !== undefined) return next(seat)
    seat.idle = setTimeout(() => retire(seat), idleMs).unref()
    free.push(seat)
  }

  return async (job, signal) => {
    const seat = await takeSeat(signal)
    if (seat.idle !== null) clearTimeout(seat.idle)
    try {
      const first = await run(seat, { ...job, flat: null }, jobMs, signal)
      if (first.kind === 'done') return first.extraction
      const second = await run(seat, { ...job, flat: first.reason }, jobMs, signal)
      if (second.kind === 'done') return second.extraction
      throw new Error(`No text could be read from the page: ${second.reason}.`, { cause: second.error })
    } finally {
      giveBack(seat)
    }
  }
}

type Outcome = Exclude<WorkerMessage, { kind: 'ready' }>

function run(seat: Seat, job: WorkerJob, jobMs: number, signal: AbortSignal): Promise<Outcome> {
  const fresh = seat.worker === null
  const worker = (seat.worker ??= start(seat))
  return new Promise((resolve, reject) => {
    let late: NodeJS.Timeout | null = null
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
      lose(memory ? `its structure takes more than ${memoryMegabytes} MB` : unreadable, error)
    }
    const onExit = (): void => lose(unreadable)
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
    worker.ref()
    signal.addEventListener('abort', onAbort, { once: true })
    if (!fresh) begin()

    function begin(): void {
      late = setTimeout(() => lose(`its structure took longer than ${jobMs / 1000} seconds`), jobMs)
      worker.postMessage(job)
    }
    function lose(reason: string, error: unknown = null): void {
      settle()
      retire(seat)
      resolve({ kind: 'failed', reason, error })
    }
    function settle(): void {
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
    resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes, maxYoungGenerationSizeMb: 64 },
  })
  // A thread that dies between two pages, or while it is stopped, is no failure of the process.
  worker.on('error', () => undefined)
  worker.on('exit', () => {
    if (seat.worker === worker) seat.worker = null
  })
  return worker
}

function retire(seat: Seat): void {
  const { worker } = seat
  seat.worker = null
  void worker?.terminate()
}
