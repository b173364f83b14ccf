import { ApiError } from '#lib/errors.ts'
import type { LibraryEmbedder } from './library-embedder.ts'
import type { SearchLibrary } from './library-hit.ts'
import type { LibraryStore } from './library-store.ts'
import { toLibraryWords } from './library-words.ts'
import { toLibraryItem } from './to-library-item.ts'
import { toUnit } from './to-unit.ts'

// Each is looked up; of a question the first hundred words are more than enough.
const wordsMax = 100

export function createSearchLibrary(store: LibraryStore, embedder: LibraryEmbedder): SearchLibrary {
  return async ({ teamId, userId, query, collections, vector, hosts, limit, signal }) => {
    signal.throwIfAborted()
    const words = [...new Set(toLibraryWords(query))].slice(0, wordsMax)
    // Vectors of another model than the one in force are nowhere in the index.
    const comparable = vector !== null && vector.embedder === embedder.model ? vector : null
    const found = await findOrThrow({
      teamId,
      words,
      collections,
      hosts: hosts ?? null,
      vector: comparable === null ? null : { values: toUnit(comparable.values), embedder: embedder.stored },
      limit,
    })
    signal.throwIfAborted()
    const ids = [...new Set(found.map(({ itemId }) => itemId))]
    const rows = await store.get(teamId, ids, embedder.stored)
    const items = new Map(rows.map(row => [row.id, toLibraryItem(row, userId)]))
    return found.flatMap(({ itemId, content, fromPage, score }) => {
      const item = items.get(itemId)
      return item === undefined ? [] : [{ item, content, fromPage, score }]
    })
  }

  async function findOrThrow(find: Parameters<LibraryStore['find']>[0]) {
    try {
      return await store.find(find)
    } catch (cause) {
      const message = 'The library cannot be searched at the moment. Try again in a moment.'
      throw new ApiError('store_unavailable', message, { cause })
    }
  }
}
