import { Worker } from 'node:worker_threads'
import type { TokenCounting } from '#lib/documents/options.ts'
import type { CutAnswer, CutJob } from './cut-worker.ts'
import type { NewChunk, PageText } from './library-store.ts'

export interface CutThread {
  /**
   * Splits one text at a time. @throws Error when a text cannot be split or takes over a minute; the signal's
   * reason
   */
  cut(title: string, pages: readonly PageText[], signal: AbortSignal): Promise<readonly NewChunk[]>
  close(): Promise<void>
}

// The tokenizer takes 100 MB.
const idleMs = 30_000
const cutMs = 60_000
const memoryMegabytesMax = 1024

/** @param tokens token counting of the default embedding model */
export function createCutThread(tokens: () => Promise<TokenCounting>): CutThread {
  let worker: Worker | null = null
  let idle: NodeJS.Timeout | undefined

  function start(): Worker {
    const started = new Worker(new URL('./cut-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMegabytesMax },
    })
    // A stopped or idle worker may still crash; the next request detects it.
    started.on('error', () => undefined)
    started.on('exit', () => {
      if (worker === started) worker = null
    })
    return started
  }

  async function stop(): Promise<void> {
    clearTimeout(idle)
    const stopped = worker
    worker = null
    await stopped?.terminate()
  }

  return {
    async cut(title, pages, signal) {
      clearTimeout(idle)
      const job: CutJob = { title, pages, tokens: await tokens() }
      signal.throwIfAborted()
      worker ??= start()
      const deadline = AbortSignal.timeout(cutMs)
      try {
        const answer = await ask(worker, job, AbortSignal.any([signal, deadline]))
        if ('error' in answer) throw new Error(answer.error)
        idle = setTimeout(() => void stop(), idleMs).unref()
        return answer.chunks
      } catch (error) {
        await stop()
        signal.throwIfAborted()
        throw deadline.aborted ? new Error('Splitting the text took too long.', { cause: error }) : error
      }
    },
    close: stop,
  }
}

async function ask(worker: Worker, job: CutJob, signal: AbortSignal): Promise<CutAnswer> {
  const answered = Promise.withResolvers<CutAnswer>()
  const leave = (): void => answered.reject(signal.reason)
  const lost = (): void => answered.reject(new Error('The text-splitting worker stopped.'))
  worker.once('message', answered.resolve)
  worker.once('error', answered.reject)
  worker.once('exit', lost)
  signal.addEventListener('abort', leave, { once: true })
  try {
    signal.throwIfAborted()
    worker.postMessage(job)
    return await answered.promise
  } finally {
    worker.off('message', answered.resolve)
    worker.off('error', answered.reject)
    worker.off('exit', lost)
    signal.removeEventListener('abort', leave)
  }
}
