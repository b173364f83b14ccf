import type { Extraction, ExtractionJob } from './extraction.ts'
import { Worker } from 'node:worker_threads'
import type { WorkerJob, WorkerMessage } from './extract-worker.ts'

const jobMsMax = 5000
const memoryMegabytesMax = 512
const flatMsMax = 10_000
const idleMs = 60_000

export interface ExtractPoolOptions {
  /** How many pages are worked on at a time. */
  readonly workers: number
  /** In the place of five seconds a page. */
  readonly jobMs?: number
  /** In the place of 512 MB a thread. */
  readonly memoryMegabytes?: number
}

/** @throws what the signal was aborted with; Error when even the text alone could not be read */
export type Extract = (job: ExtractionJob, signal: AbortSignal) => Promise<Extraction>

/**
 * Extracts pages in threads, each page within 5 seconds of work and 512 MB; what takes more is stopped with its thread, and its
 * text alone is read. Others are not kept waiting by it, and the gateway's own thread never parses a page.
 */
export function createExtractPool(options: ExtractPoolOptions): Extract {
  const { workers, jobMs = jobMsMax, memoryMegabytes = memoryMegabytesMax } = options
  const free: Seat[] = Array.from({ length: workers }, () => ({ worker: null, idle: null, memoryMegabytes }))
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
      const first = await runJob(seat, { ...job, flat: null }, jobMs, signal)
      if (first.kind === 'done') return first.extraction
      // Reading a stream takes as long as the page is: there is nothing that could make it slow.
      const second = await runJob(seat, { ...job, flat: first.reason }, flatMsMax, signal)
      if (second.kind === 'done') return second.extraction
      throw new Error(`No text could be read from the page: ${second.reason}.`, { cause: second.error })
    } finally {
      giveBack(seat)
    }
  }
}

// A busy machine gives a thread less than the clock says.
const clockFactor = 4
const leastMs = 20
const unreadable = 'its structure could not be read'

/** A place for a thread, which is started when it is needed. */
interface Seat {
  worker: Worker | null
  idle: NodeJS.Timeout | null
  readonly memoryMegabytes: number
}

type Outcome = Exclude<WorkerMessage, { kind: 'ready' }>

/**
 * Gives a page to the thread of a seat. One that is not ready within `jobMs` of its own CPU time (or four times as long
 * by the clock), or that takes too much memory, is stopped.
 * @throws what the signal was aborted with
 */
function runJob(seat: Seat, job: WorkerJob, jobMs: number, signal: AbortSignal): Promise<Outcome> {
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
      // Under `node --watch` threads also tell Node itself what they import: those messages have no kind.
      switch (message.kind) {
        case 'ready':
          // The time to load the libraries is not the page's.
          return begin()
        case 'done':
        case 'failed':
          settle()
          worker.unref()
          resolve(message)
      }
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
function retire(seat: Seat): void {
  const { worker } = seat
  seat.worker = null
  void worker?.terminate()
}
