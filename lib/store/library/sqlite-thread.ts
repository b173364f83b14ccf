import { Worker } from 'node:worker_threads'
import type { FindChunks, FoundChunk } from './library-find.ts'
import type { ThreadAnswer, ThreadJob } from './thread-job.ts'
import { WorkerCalls } from '#lib/worker-calls.ts'

export interface SqliteThread {
  readonly find: FindChunks
  /** Removes chunks of an item's earlier versions with index entries and vectors. */
  readonly removeChunks: (itemId: string, before: number) => Promise<void>
  close(): Promise<void>
}

/**
 * Runs blocking work in a worker thread. It starts with the first job and ends after ten idle minutes.
 * @param file the database
 */
export function createSqliteThread(file: string): SqliteThread {
  const calls = new WorkerCalls<ThreadJob, ThreadAnswer>({
    start: () => new Worker(new URL('./sqlite-thread-worker.ts', import.meta.url), { workerData: file }),
    // Its cached vectors may take 400 MB.
    idleMs: 600_000,
    stopped: 'The library thread stopped.',
  })

  async function ask(job: ThreadJob): Promise<readonly FoundChunk[]> {
    const answer = await calls.ask(job)
    if (answer.ok) return answer.found
    throw new Error(`The library thread failed: ${answer.error}`)
  }

  return {
    find: find => ask({ kind: 'find', find }),
    async removeChunks(itemId, before) {
      await ask({ kind: 'removeChunks', itemId, before })
    },
    close: () => calls.stop(),
  }
}
