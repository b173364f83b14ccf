/** The worker that splits texts into passages, so that a long text does not block the event loop. */
import { parentPort } from 'node:worker_threads'
import type { TokenCounting } from '#lib/documents/options.ts'
import { loadTokenCounter } from '#lib/documents/write/token-counter.ts'
import { cutPages } from './cut-pages.ts'
import type { NewChunk, PageText } from './library-store.ts'

export interface CutJob {
  readonly title: string
  readonly pages: readonly PageText[]
  readonly tokens: TokenCounting
}

export type CutAnswer =
  | { readonly id: number; readonly chunks: readonly NewChunk[] }
  | { readonly id: number; readonly error: string }

parentPort?.on('message', (job: CutJob & { readonly id: number }) => {
  void answer(job).then(message => parentPort?.postMessage(message))
})

async function answer({ id, title, pages, tokens }: CutJob & { readonly id: number }): Promise<CutAnswer> {
  try {
    return { id, chunks: cutPages(title, pages, await loadTokenCounter(tokens)) }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}
