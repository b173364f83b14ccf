import type { Kysely } from 'kysely'
import type { Schema } from '#lib/store/core/schema.ts'

const chunksAtOnce = 200

/** In batches, to stay within the statement timeout. */
export async function removeChunksInPostgres(
  database: Kysely<Schema>,
  itemId: string,
  before: number,
): Promise<void> {
  for (;;) {
    const some = await database
      .selectFrom('libraryChunks')
      .select('id')
      .where('itemId', '=', itemId)
      .where('version', '<', before)
      .limit(chunksAtOnce)
      .execute()
    if (some.length === 0) return
    const ids = some.map(({ id }) => id)
    await database.deleteFrom('libraryChunks').where('id', 'in', ids).execute()
  }
}
