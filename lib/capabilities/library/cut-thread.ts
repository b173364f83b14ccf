import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { TokenCounting } from '#lib/engines/parsing/options.ts'
import type { CutAnswer, CutJob } from './cut-worker.ts'
import type { NewChunk, PageText } from './library-store.ts'

/** Cuts one text after the other. @throws Error when a text could not be cut, or takes over a minute */
export interface CutThread {
  cut(title: string, pages: readonly PageText[]): Promise<readonly NewChunk[]>
  close(): Promise<void>
}

// The tokenizer takes 100 MB.
const idleMs = 30_000
const cutMs = 60_000
const memoryMegabytesMax = 1024

/** @param tokens how the default embedding model counts */
export function createCutThread(tokens: () => Promise<TokenCounting>): CutThread {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let lastId = 0

  async function stop(): Promise<void> {
    clearTimeout(idle)
    const stopped = worker
    worker = null
    await stopped?.terminate()
  }

  return {
    async cut(title, pages) {
      clearTimeout(idle)
      worker ??= new Worker(new URL('./cut-worker.ts', import.meta.url), {
        resourceLimits: { maxOldGenerationSizeMb: memoryMegabytesMax },
      })
      const job: CutJob = { id: ++lastId, title, pages, tokens: await tokens() }
      const signal = AbortSignal.timeout(cutMs)
      try {
        worker.postMessage(job)
        // A thread that breaks makes this throw.
        const [answer] = (await once(worker, 'message', { signal })) as [CutAnswer]
        if ('error' in answer) throw new Error(answer.error)
        idle = setTimeout(() => void stop(), idleMs).unref()
        return answer.chunks
      } catch (error) {
        await stop()
        throw signal.aborted ? new Error('The text takes too long to cut.', { cause: error }) : error
      }
    },
    close: stop,
  }
}
