import type { EmbedTexts } from '#lib/capabilities/embed-texts.ts'
import type { CutThread } from './cut-thread.ts'
import { createLane } from './create-lane.ts'
import { cutNext } from './cut-next.ts'
import { embedNext } from './embed-next.ts'
import type { BeginIndexCall } from './index-call.ts'
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

/** Makes items findable, as long as there are any that are not. */
export interface Indexer {
  /**
   * Looks for work that was there before, and for what other processes leave.
   * @param begin whose call a piece of it is
   */
  readonly start: (begin: BeginIndexCall) => void
  /** There is something to do. */
  readonly wake: () => void
  /** Why the embedding model cannot be asked now; null: it can, as far as is known. */
  readonly waitsFor: string | null
  /** Ends the pieces of work at hand; the next start goes on. */
  readonly close: () => Promise<void>
}

// Work of a process that was killed becomes free without a word.
const lookMs = 10_000
const usualPauses = { firstMs: 2000, longestMs: 60_000 }

/** Cuts and embeds side by side, so that the model need not wait for the next text to be cut. */
export function createIndexer(options: IndexerOptions): Indexer {
  const { store, thread, embedder, onFault, pauses = usualPauses } = options
  const closing = new AbortController()
  const { signal } = closing
  let waitsFor: string | null = null
  let pauseMs = pauses.firstMs
  let notBefore = 0
  let timer: NodeJS.Timeout | undefined
  let preparing: Promise<void> | null = null
  let begin: BeginIndexCall | null = null

  const cutting = createLane(async () => {
    if (signal.aborted) return false
    await (preparing ??= prepare())
    if ((await removeNext()) || (await cutNext(store, thread, signal))) {
      embedding.wake()
      return true
    }
    return false
  }, rest)

  const embedding = createLane(async () => {
    if (signal.aborted || begin === null || Date.now() < notBefore) return false
    await (preparing ??= prepare())
    const result = await embedNext({ ...options, begin }, signal)
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
        return false
    }
  }, rest)

  async function prepare(): Promise<void> {
    await store.work.takeOver()
    await store.work.queueOthers(embedder.stored)
  }

  async function removeNext(): Promise<boolean> {
    const removed = await store.work.claim('remove', 1)
    if (removed.length === 0) return false
    await store.finishRemoval(removed.map(({ id }) => id))
    return true
  }

  function rest(error: unknown): void {
    if (signal.aborted) return
    if (error !== undefined) {
      // It is tried again at the next look.
      preparing = null
      onFault(error)
    }
    const pause = notBefore - Date.now()
    clearTimeout(timer)
    timer = setTimeout(wake, pause > 0 ? Math.min(lookMs, pause) : lookMs).unref()
  }

  function wake(): void {
    if (signal.aborted) return
    cutting.wake()
    embedding.wake()
  }

  return {
    start(given) {
      begin = given
      wake()
    },
    wake,
    get waitsFor() {
      return waitsFor
    },
    async close() {
      closing.abort()
      clearTimeout(timer)
      await Promise.all([cutting.settle(), embedding.settle()])
      await thread.close()
    },
  }
}
