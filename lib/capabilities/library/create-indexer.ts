import type { EmbedTexts } from '#lib/capabilities/embed-texts.ts'
import type { CutThread } from './cut-thread.ts'
import { cutNext } from './cut-next.ts'
import { embedNext } from './embed-next.ts'
import type { LibraryEmbedder } from './library-embedder.ts'
import type { LibraryStore } from './library-store.ts'

export interface IndexerOptions {
  readonly store: LibraryStore
  readonly thread: CutThread
  readonly embed: EmbedTexts
  readonly embedder: LibraryEmbedder
  /** Told of what no item is to blame for. */
  readonly onFault: (error: unknown) => void
  /** How long a model that cannot be asked is left alone: at first, and at most. */
  readonly pauses?: { readonly firstMs: number; readonly longestMs: number }
}

/** Makes items findable, one piece of work after the other, while there is any. */
export interface Indexer {
  /** Looks for work that was there before, and for what other processes leave. */
  readonly start: () => void
  /** There is something to do. */
  readonly wake: () => void
  /** Why the embedding model cannot be asked now; null: it can, as far as is known. */
  readonly waitsFor: string | null
  /** Ends the piece of work at hand; the next start goes on. */
  readonly close: () => Promise<void>
}

// Work of a process that was killed becomes free without a word.
const lookMs = 10_000
const usualPauses = { firstMs: 2000, longestMs: 60_000 }

export function createIndexer(options: IndexerOptions): Indexer {
  const { store, thread, embedder, onFault, pauses = usualPauses } = options
  const closing = new AbortController()
  let running: Promise<void> | null = null
  let again = false
  let waitsFor: string | null = null
  let pauseMs = pauses.firstMs
  let notBefore = 0
  let timer: NodeJS.Timeout | undefined
  let begun = false

  async function run(): Promise<void> {
    if (!begun) {
      await store.work.takeOver()
      await store.work.queueOthers(embedder.stored)
      begun = true
    }
    do {
      again = false
      while (!closing.signal.aborted && (await step())) continue
    } while (again && !closing.signal.aborted)
  }

  /** @returns whether there may be more to do now */
  async function step(): Promise<boolean> {
    const removed = await store.work.claim('remove', 1)
    if (removed.length > 0) {
      await store.finishRemoval(removed.map(({ id }) => id))
      return true
    }
    if (await cutNext(store, thread)) return true
    if (Date.now() < notBefore) return false
    const result = await embedNext(options, closing.signal)
    switch (result.kind) {
      case 'done':
        waitsFor = null
        pauseMs = pauses.firstMs
        return true
      case 'nothing':
        return false
      case 'unavailable':
        waitsFor = result.reason
        notBefore = Date.now() + pauseMs
        pauseMs = Math.min(pauses.longestMs, pauseMs * 2)
        lookAgain(notBefore - Date.now())
        return false
    }
  }

  function lookAgain(ms: number): void {
    clearTimeout(timer)
    if (!closing.signal.aborted) timer = setTimeout(wake, ms).unref()
  }

  function wake(): void {
    again = true
    if (running !== null || closing.signal.aborted) return
    running = run()
      .catch((error: unknown) => {
        if (!closing.signal.aborted) onFault(error)
      })
      .finally(() => {
        running = null
        lookAgain(notBefore > Date.now() ? Math.min(lookMs, notBefore - Date.now()) : lookMs)
      })
  }

  return {
    start: wake,
    wake,
    get waitsFor() {
      return waitsFor
    },
    async close() {
      closing.abort()
      clearTimeout(timer)
      await running
      clearTimeout(timer)
      await thread.close()
    },
  }
}
