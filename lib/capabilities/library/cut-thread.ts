import { Worker } from 'node:worker_threads'
import type { TokenCounting } from '#lib/documents/options.ts'
import type { CutAnswer, CutJob } from './cut-worker.ts'
import type { NewChunk, PageText } from './library-store.ts'
import { untilAborted } from '#lib/until-aborted.ts'
import { WorkerCalls } from '#lib/worker-calls.ts'

export interface CutThread {
  /**
   * Splits one text at a time.
   * @throws Error when a text cannot be split or takes over a minute; the signal's reason
   */
  cut(title: string, pages: readonly PageText[], signal: AbortSignal): Promise<readonly NewChunk[]>
  close(): Promise<void>
}

const cutMs = 60_000
const memoryMegabytesMax = 1024

/** @param tokens token counting of the default embedding model */
export function createCutThread(tokens: () => Promise<TokenCounting>): CutThread {
  const calls = new WorkerCalls<CutJob, CutAnswer>({
    start: () =>
      new Worker(new URL('./cut-worker.ts', import.meta.url), {
        resourceLimits: { maxOldGenerationSizeMb: memoryMegabytesMax },
      }),
    // The tokenizer takes 100 MB.
    idleMs: 30_000,
    stopped: 'The text-splitting worker stopped.',
  })
  return {
    async cut(title, pages, signal) {
      const job: CutJob = { title, pages, tokens: await tokens() }
      signal.throwIfAborted()
      const deadline = AbortSignal.timeout(cutMs)
      try {
        const answer = await untilAborted(calls.ask(job), AbortSignal.any([signal, deadline]))
        if ('error' in answer) throw new Error(answer.error)
        return answer.chunks
      } catch (error) {
        await calls.stop()
        signal.throwIfAborted()
        throw deadline.aborted ? new Error('Splitting the text took too long.', { cause: error }) : error
      }
    },
    close: () => calls.stop(),
  }
}
