import type { Backend } from '#lib/store/backend.ts'
import { toStorable } from '#lib/store/to-storable.ts'
import { type ClaimedItem, leaseMs, type Ownership } from './ownership.ts'
import { toVectorBytes } from './vector-bytes.ts'
import { toVectorText } from './vector-text.ts'

export interface NewChunk {
  readonly place: number
  readonly fromPage: number
  readonly headings: readonly string[]
  readonly content: string
  /** Folded, divided by spaces: what is searched. */
  readonly words: string
}

/** What an embedding model reads. */
export interface WaitingChunk {
  readonly id: number
  readonly teamId: string
  readonly itemId: string
  readonly title: string
  readonly headings: readonly string[]
  readonly content: string
}

export interface NewVector {
  readonly teamId: string
  readonly chunkId: number
  /** Of length 1. */
  readonly vector: Float32Array
}

/** What an item is found by. */
export interface LibraryIndex {
  /** Removes what is there of an item's chunks, before it is cut anew. */
  clear(item: ClaimedItem): Promise<void>
  /** @returns false: the item was replaced or removed meanwhile, and nothing was written */
  addChunks(item: ClaimedItem, chunks: readonly NewChunk[]): Promise<boolean>
  /** Ends the cutting of an item; what is without chunks is ready. */
  endCut(item: ClaimedItem, chunks: number): Promise<void>
  /** Chunks of these items without a vector of this model, in their order. */
  waiting(items: readonly ClaimedItem[], embedder: string, limit: number): Promise<readonly WaitingChunk[]>
  /** Puts vectors in the place of those of other models; one whose chunk is gone is left out. */
  addVectors(vectors: readonly NewVector[], embedder: string): Promise<void>
  endEmbedding(items: readonly ClaimedItem[], embedder: string): Promise<void>
}

export function createLibraryIndex(backend: Backend, ownership: Ownership): LibraryIndex {
  const { database, kind, hasPgvector } = backend

  return {
    clear: ({ id, version }) => backend.removeChunks(id, version + 1),

    async addChunks(item, chunks) {
      const { id: itemId, teamId, version } = item
      const rows = chunks.map(({ headings, content, words, ...chunk }) => ({
        ...chunk,
        teamId,
        itemId,
        version,
        headings: toStorable(JSON.stringify(headings)),
        content: toStorable(content),
        words: toStorable(words),
      }))
      return await backend.write(() =>
        database.transaction().execute(async transaction => {
          const still = await transaction
            .updateTable('libraryItems')
            .set({ claimedUntil: Date.now() + leaseMs })
            .where(ownership.isOwn([item]))
            .returning('id')
            .executeTakeFirst()
          if (still === undefined) return false
          await transaction.insertInto('libraryChunks').values(rows).execute()
          return true
        }),
      )
    },

    endCut: (item, chunks) =>
      ownership.end([item], { chunks, work: chunks === 0 ? null : 'embed', reason: null }),

    async waiting(items, embedder, limit) {
      if (items.length === 0) return []
      const rows = await database
        .selectFrom('libraryChunks')
        .innerJoin('libraryItems', join =>
          join
            .onRef('libraryItems.id', '=', 'libraryChunks.itemId')
            .onRef('libraryItems.version', '=', 'libraryChunks.version'),
        )
        .leftJoin('libraryVectors', join =>
          join
            .onRef('libraryVectors.chunkId', '=', 'libraryChunks.id')
            .on('libraryVectors.embedder', '=', embedder),
        )
        .select([
          'libraryChunks.id',
          'libraryChunks.teamId',
          'itemId',
          'libraryItems.title',
          'headings',
          'content',
        ])
        .where(
          'itemId',
          'in',
          items.map(({ id }) => id),
        )
        .where('claimedBy', '=', ownership.worker)
        .where('libraryVectors.id', 'is', null)
        .orderBy('itemId')
        .orderBy('place')
        .limit(limit)
        .execute()
      return rows.map(row => ({ ...row, headings: JSON.parse(row.headings) as string[] }))
    },

    async addVectors(vectors, embedder) {
      await backend.write(() =>
        database.transaction().execute(async transaction => {
          const there = transaction
            .selectFrom('libraryChunks')
            .select('id')
            .where(
              'id',
              'in',
              vectors.map(({ chunkId }) => chunkId),
            )
          const rows = await (kind === 'postgres' ? there.forShare() : there).execute()
          const ids = new Set(rows.map(({ id }) => id))
          const kept = vectors.filter(({ chunkId }) => ids.has(chunkId))
          if (kept.length === 0) return
          await transaction
            .deleteFrom('libraryVectors')
            .where('chunkId', 'in', [...ids])
            .execute()
          await transaction
            .insertInto('libraryVectors')
            .values(
              kept.map(({ vector, ...about }) => {
                const bytes = toVectorBytes(vector)
                const row = { ...about, embedder, vector: bytes }
                return hasPgvector ? { ...row, embedding: toVectorText(bytes) } : row
              }),
            )
            .execute()
        }),
      )
    },

    endEmbedding: (items, embedder) => ownership.end(items, { work: null, embedder, reason: null }),
  }
}
