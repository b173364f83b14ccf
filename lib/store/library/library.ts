import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Backend } from '#lib/store/backend.ts'
import { keepItem, type NewLibraryItem } from './keep-item.ts'
import { readKeepEverything, writeKeepEverything } from './keep-setting.ts'
import { createLibraryItems, type LibraryItems } from './library-items.ts'
import type { FindChunks } from './library-find.ts'
import { type LibrarySums, measureLibrary, sumLibrary } from './library-sums.ts'
import { createLibraryWork, type LibraryWork } from './library-work.ts'
import { managesLibrary } from './manages-library.ts'
import { hideItems, removeHidden } from './remove-items.ts'

/** Teams' libraries: items, their texts, and what finds them. Everything of a team is named by its id. */
export interface LibraryStore extends LibraryItems {
  readonly find: FindChunks
  readonly work: LibraryWork
  keep(item: NewLibraryItem): Promise<void>
  /**
   * Removes items with text, chunks, words and vectors; nobody sees them from the first moment on. Of very many the
   * words leave the index behind the answer.
   * @param ownerId only those of this person; null: whosoever's
   * @returns ids of those that were there
   */
  remove(teamId: string, ids: readonly string[], ownerId: string | null): Promise<readonly string[]>
  /** Ends a removal that another process began. */
  finishRemoval(ids: readonly string[]): Promise<void>
  sum(teamId: string, embedder: string): Promise<LibrarySums>
  /** @param except id of an item that is left out */
  measure(teamId: string, except?: string): Promise<{ readonly items: number; readonly sizeBytes: number }>
  /** Whether this person may change what others keep; null, the operator, may. */
  manages(teamId: string, userId: string | null): Promise<boolean>
  keepsEverything(teamId: string): Promise<boolean>
  /** @param keyId in whose owner's name it changes */
  setKeepsEverything(teamId: string, keeps: boolean, keyId: string): Promise<void>
}

const removalMs = 10_000

export function createLibraryStore(backend: Backend): LibraryStore {
  async function finishRemoval(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await removeHidden(backend, ids)
    await backend.scrub()
  }

  return {
    ...createLibraryItems(backend),
    find: backend.findChunks,
    work: createLibraryWork(backend, randomUUID()),
    keep: item => keepItem(backend, item),
    async remove(teamId, ids, ownerId) {
      const hidden = await hideItems(backend, teamId, ids, ownerId)
      const removed = finishRemoval(hidden)
      // What takes longer goes on behind the answer, and after a restart.
      await Promise.race([removed, wait(removalMs, undefined, { ref: false })])
      removed.catch(() => undefined)
      return hidden
    },
    finishRemoval,
    sum: (teamId, embedder) => sumLibrary(backend, teamId, embedder),
    measure: (teamId, except = '') => measureLibrary(backend, teamId, except),
    manages: (teamId, userId) => managesLibrary(backend, teamId, userId),
    keepsEverything: teamId => readKeepEverything(backend, teamId),
    setKeepsEverything: (teamId, keepEverything, keyId) =>
      writeKeepEverything(backend, { teamId, keepEverything, keyId }),
  }
}
