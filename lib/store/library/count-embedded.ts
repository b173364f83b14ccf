import type { Kysely } from 'kysely'
import type { Schema } from '#lib/store/schema.ts'

/** How many chunks of each of these items have a vector of that model. */
export async function countEmbedded(
  database: Kysely<Schema>,
  itemIds: readonly string[],
  embedder: string,
): Promise<ReadonlyMap<string, number>> {
  if (itemIds.length === 0) return new Map()
  const counts = await database
    .selectFrom('libraryChunks')
    .innerJoin('libraryVectors', 'libraryVectors.chunkId', 'libraryChunks.id')
    .innerJoin('libraryItems', join =>
      join
        .onRef('libraryItems.id', '=', 'libraryChunks.itemId')
        .onRef('libraryItems.version', '=', 'libraryChunks.version'),
    )
    .select(({ fn }) => ['libraryChunks.itemId', fn.countAll<number>().as('count')])
    .where('libraryChunks.itemId', 'in', [...itemIds])
    .where('libraryVectors.embedder', '=', embedder)
    .groupBy('libraryChunks.itemId')
    .execute()
  return new Map(counts.map(({ itemId, count }) => [itemId, Number(count)]))
}
