import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Backend } from '#lib/store/core/backend.ts'
import { isKept } from './library-items.ts'

/**
 * Hides a team's items immediately, whatever happens while their parts are deleted.
 * @param ownerId only those of this user; null: any owner
 * @returns ids of the hidden items
 */
export async function hideItems(
  backend: Backend,
  teamId: string,
  ids: readonly string[],
  ownerId: string | null,
): Promise<readonly string[]> {
  const empty = {
    title: '',
    foldedTitle: '',
    url: null,
    host: null,
    sha256: null,
    collection: '',
    chars: 0,
    sizeBytes: 0,
    chunks: 0,
    reason: null,
    claimedBy: null,
    claimedUntil: null,
  }
  const hidden = await backend.write(() =>
    backend.database
      .updateTable('libraryItems')
      .set({ ...empty, work: 'remove' })
      .where('teamId', '=', teamId)
      .where('id', 'in', [...ids])
      .where(isKept)
      .$if(ownerId !== null, query => query.where('ownerId', '=', ownerId))
      .returning('id')
      .execute(),
  )
  return hidden.map(({ id }) => id)
}

/**
 * Deletes texts, contents and vectors of items: fast, unlike removing their words from the index one by one.
 * @param before versions before this one
 */
async function blankItem(backend: Backend, id: string, before: number): Promise<void> {
  const { database } = backend
  await backend.write(() =>
    database.transaction().execute(async transaction => {
      const old = transaction
        .selectFrom('libraryChunks')
        .select('id')
        .where('itemId', '=', id)
        .where('version', '<', before)
      await transaction
        .deleteFrom('libraryTexts')
        .where('itemId', '=', id)
        .where('version', '<', before)
        .execute()
      await transaction.deleteFrom('libraryVectors').where('chunkId', 'in', old).execute()
      await transaction
        .updateTable('libraryChunks')
        .set({ content: '', headings: '[]' })
        .where('itemId', '=', id)
        .where('version', '<', before)
        .execute()
    }),
  )
  await nextTurn()
}

/** Deletes the remaining parts of hidden items; an item saved again meanwhile keeps its new parts. */
export async function removeHidden(backend: Backend, ids: readonly string[]): Promise<void> {
  const { database } = backend
  const hidden =
    ids.length === 0
      ? []
      : await database
          .selectFrom('libraryItems')
          .select(['id', 'version'])
          .where('id', 'in', [...ids])
          .where('work', '=', 'remove')
          .execute()
  for (const { id, version } of hidden) await blankItem(backend, id, version + 1)
  for (const { id, version } of hidden) {
    await backend.removeChunks(id, version + 1)
    await backend.write(() =>
      database.deleteFrom('libraryItems').where('id', '=', id).where('work', '=', 'remove').execute(),
    )
  }
}
