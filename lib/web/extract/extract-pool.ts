import type { Extraction, ExtractionJob } from './extraction.ts'
import { Worker } from 'node:worker_threads'
import { Semaphore } from '#lib/semaphore.ts'
import type { WorkerJob, WorkerMessage } from './extract-worker.ts'

const jobMsMax = 5000
const memoryMegabytesMax = 512
const flatMsMax = 10_000
const idleMs = 60_000

export interface ExtractPoolOptions {
  /** Number of pages processed in parallel. */
  readonly workers: number
  /** Overrides five seconds per page. */
  readonly jobMs?: number
  /** Overrides 512 MB per thread. */
  readonly memoryMegabytes?: number
}

export interface Extract {
  /** @throws the signal's reason on abort; Error if even the text could not be read */
  (job: ExtractionJob, signal: AbortSignal): Promise<Extraction>
  /** Starts a thread for a page that is on its way: loading the libraries takes as long as most pages. */
  prepare(): void
}

/**
 * Extracts pages in threads, each with a limit of 5 seconds of work and 512 MB; a page that exceeds it is stopped
 * with its thread, and only its text is read. It does not block others, and the gateway's main thread never
 * parses a page.
 */
export function createExtractPool(options: ExtractPoolOptions): Extract {
  const { workers, jobMs = jobMsMax, memoryMegabytes = memoryMegabytesMax } = options
  const semaphore = new Semaphore({ atOnce: workers })
  const free: PoolWorker[] = []

  async function extract(worker: PoolWorker, job: ExtractionJob, signal: AbortSignal): Promise<Extraction> {
    const first = await runJob(worker, { ...job, flat: null }, jobMs, signal)
    if (first.kind === 'done') return first.extraction
    // Stream parsing is linear in the size of the page: nothing can make it slow.
    const second = await runJob(worker, { ...job, flat: first.reason }, flatMsMax, signal)
    if (second.kind === 'done') return second.extraction
    throw new Error(`No text could be read from the page: ${second.reason}.`, { cause: second.error })
  }

  let busy = 0

  function take(): PoolWorker {
    const worker = free.pop() ?? { worker: null, ready: false, idle: undefined, memoryMegabytes }
    clearTimeout(worker.idle)
    return worker
  }

  function giveBack(worker: PoolWorker): void {
    worker.idle = setTimeout(() => retire(worker), idleMs).unref()
    free.push(worker)
  }

  const run = async (job: ExtractionJob, signal: AbortSignal): Promise<Extraction> =>
    await semaphore.run(async () => {
      const worker = take()
      busy++
      try {
        return await extract(worker, job, signal)
      } finally {
        busy--
        giveBack(worker)
      }
    }, signal)

  function prepare(): void {
    if (busy >= workers) return
    const worker = take()
    worker.worker ??= start(worker)
    giveBack(worker)
  }

  return Object.assign(run, { prepare })
}

// On a busy machine a thread gets less CPU time than wall-clock time.
const clockFactor = 4
const leastMs = 20
const unreadable = 'its structure could not be read'

/** A worker slot, whose thread starts on demand. */
interface PoolWorker {
  worker: Worker | null
  /** Whether its libraries are loaded. */
  ready: boolean
  idle: NodeJS.Timeout | undefined
  readonly memoryMegabytes: number
}

type Outcome = Exclude<WorkerMessage, { kind: 'ready' }>

/**
 * Sends a page to a worker thread. It is stopped after `jobMs` of its own CPU time (or four times as much
 * wall-clock time), or above its memory limit.
 * @throws the signal's reason on abort
 */
function runJob(
  poolWorker: PoolWorker,
  job: WorkerJob,
  jobMs: number,
  signal: AbortSignal,
): Promise<Outcome> {
  const worker = (poolWorker.worker ??= start(poolWorker))
  return new Promise((resolve, reject) => {
    let late: NodeJS.Timeout | null = null
    let settled = false
    const onAbort = (): void => {
      settle()
      retire(poolWorker)
      reject(signal.reason as Error)
    }
    const onMessage = (message: WorkerMessage): void => {
      // Under `node --watch` threads also report their imports to Node: those messages have no kind.
      switch (message.kind) {
        case 'ready':
          // Loading the libraries does not count against the page.
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
      lose(memory ? `its structure exceeded ${poolWorker.memoryMegabytes} MB` : unreadable, error)
    }
    const onExit = (): void => lose(unreadable)
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
    worker.ref()
    signal.addEventListener('abort', onAbort, { once: true })
    if (poolWorker.ready) begin()

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
        else lose(`its structure exceeded ${jobMs / 1000} seconds`)
      }
      late = setTimeout(() => void check(), jobMs)
      worker.postMessage(job)
    }
    function lose(reason: string, error: unknown = null): void {
      settle()
      retire(poolWorker)
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

function start(poolWorker: PoolWorker): Worker {
  const worker = new Worker(new URL('./extract-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: poolWorker.memoryMegabytes, maxYoungGenerationSizeMb: 64 },
  })
  worker.on('message', ({ kind }: WorkerMessage) => {
    if (kind === 'ready' && poolWorker.worker === worker) poolWorker.ready = true
  })
  // A thread that dies while idle, or while being stopped, must not fail the process.
  worker.on('error', () => undefined)
  worker.on('exit', () => {
    if (poolWorker.worker === worker) forget(poolWorker)
  })
  // It holds the process open only while it reads a page.
  worker.unref()
  return worker
}

/** Stops the thread of a slot; the next page gets a new one. */
function retire(poolWorker: PoolWorker): void {
  const { worker } = poolWorker
  forget(poolWorker)
  void worker?.terminate()
}

function forget(poolWorker: PoolWorker): void {
  poolWorker.worker = null
  poolWorker.ready = false
}
