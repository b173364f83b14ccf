import { Worker } from 'node:worker_threads'
import type { FindChunks, FoundChunk } from './library-find.ts'
import type { SearchAnswer, SearchJob } from './sqlite-search-worker.ts'

export interface SqliteSearch {
  readonly find: FindChunks
  close(): Promise<void>
}

interface Running {
  readonly worker: Worker
  readonly waiting: Map<number, PromiseWithResolvers<readonly FoundChunk[]>>
  readonly idle: NodeJS.Timeout
}

// The vectors that it holds may be 400 MB.
const idleMs = 600_000

/**
 * Searches in a thread, which the first search starts; it ends when nothing was looked for in ten minutes.
 * @param file the database
 */
export function createSqliteSearch(file: string): SqliteSearch {
  let running: Running | null = null
  let lastId = 0

  function start(): Running {
    const worker = new Worker(new URL('./sqlite-search-worker.ts', import.meta.url), { workerData: file })
    const started: Running = { worker, waiting: new Map(), idle: setTimeout(stopIdle, idleMs).unref() }
    worker.unref()
    worker.on('message', (answer: SearchAnswer) => {
      const job = started.waiting.get(answer.id)
      started.waiting.delete(answer.id)
      if (started.waiting.size === 0) worker.unref()
      if ('found' in answer) job?.resolve(answer.found)
      else job?.reject(new Error(`The library could not be searched: ${answer.error}`))
    })
    worker.on('error', end)
    worker.on('exit', () => end(new Error('The thread that searches the library stopped.')))
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

  return {
    async find(find) {
      const { worker, waiting, idle } = (running ??= start())
      const job: SearchJob = { id: ++lastId, find }
      const answered = Promise.withResolvers<readonly FoundChunk[]>()
      waiting.set(job.id, answered)
      idle.refresh()
      worker.ref()
      worker.postMessage(job)
      return await answered.promise
    },
    async close() {
      await running?.worker.terminate()
    },
  }
}
