import { Worker } from 'node:worker_threads'
import type { FindChunks, FoundChunk } from './library-find.ts'
import type { NewThreadJob, ThreadAnswer, ThreadJob } from './thread-job.ts'

export interface SqliteThread {
  readonly find: FindChunks
  /** Removes chunks of an item's earlier versions with index entries and vectors. */
  readonly removeChunks: (itemId: string, before: number) => Promise<void>
  close(): Promise<void>
}

interface Running {
  readonly worker: Worker
  readonly waiting: Map<number, PromiseWithResolvers<readonly FoundChunk[]>>
  readonly idle: NodeJS.Timeout
}

// Its cached vectors may take 400 MB.
const idleMs = 600_000

/**
 * Runs blocking work in a worker thread. It starts with the first job and ends after ten idle minutes.
 * @param file the database
 */
export function createSqliteThread(file: string): SqliteThread {
  let running: Running | null = null
  let lastId = 0

  function start(): Running {
    const worker = new Worker(new URL('./sqlite-thread-worker.ts', import.meta.url), { workerData: file })
    const started: Running = { worker, waiting: new Map(), idle: setTimeout(stopIdle, idleMs).unref() }
    worker.unref()
    worker.on('message', (answer: ThreadAnswer) => {
      const job = started.waiting.get(answer.id)
      started.waiting.delete(answer.id)
      if (started.waiting.size === 0) worker.unref()
      if (answer.ok) job?.resolve(answer.found)
      else job?.reject(new Error(`The library thread failed: ${answer.error}`))
    })
    worker.on('error', end)
    worker.on('exit', () => end(new Error('The library thread stopped.')))
    return started

    function stopIdle(): void {
      if (started.waiting.size > 0) return void started.idle.refresh()
      if (running === started) running = null
      void worker.terminate()
    }

    function end(error: unknown): void {
      clearTimeout(started.idle)
      if (running === started) running = null
      for (const job of started.waiting.values()) job.reject(error)
      started.waiting.clear()
    }
  }

  async function ask(job: NewThreadJob): Promise<readonly FoundChunk[]> {
    const { worker, waiting, idle } = (running ??= start())
    const message: ThreadJob = { ...job, id: ++lastId }
    const answered = Promise.withResolvers<readonly FoundChunk[]>()
    waiting.set(message.id, answered)
    idle.refresh()
    worker.ref()
    worker.postMessage(message)
    return await answered.promise
  }

  return {
    find: find => ask({ kind: 'find', find }),
    async removeChunks(itemId, before) {
      await ask({ kind: 'removeChunks', itemId, before })
    },
    async close() {
      await running?.worker.terminate()
    },
  }
}
