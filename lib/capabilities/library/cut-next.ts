import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CutThread } from './cut-thread.ts'
import type { ClaimedItem, LibraryStore, NewChunk } from './library-store.ts'

// About two milliseconds of the database's time, which on SQLite is everybody's.
const chunksAtOnce = 16

/** Cuts one item and writes its passages, which then are found by their words. @returns whether there was one */
export async function cutNext(store: LibraryStore, thread: CutThread, signal: AbortSignal): Promise<boolean> {
  const [item] = await store.work.claim('cut', 1)
  if (item === undefined) return false
  const pages = await store.pages(item.teamId, item.id)
  const chunks = await cutOrFail(item)
  if (chunks === null) return true
  await store.work.clear(item)
  for (let from = 0; from < chunks.length; from += chunksAtOnce) {
    if (!(await store.work.addChunks(item, chunks.slice(from, from + chunksAtOnce)))) return true
    await nextTurn()
  }
  await store.work.endCut(item, chunks.length)
  return true

  async function cutOrFail({ title }: ClaimedItem): Promise<readonly NewChunk[] | null> {
    try {
      return await thread.cut(title, pages, signal)
    } catch (error) {
      if (signal.aborted) {
        await store.work.release([item as ClaimedItem])
        throw error
      }
      const reason = error instanceof Error ? error.message : String(error)
      await store.work.fail(item as ClaimedItem, `The text could not be cut into passages: ${reason}`)
      return null
    }
  }
}
